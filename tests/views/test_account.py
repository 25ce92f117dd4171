"""A round tells line by line how its gold came about: who was kept from it, who shared, who robs when."""

from __future__ import annotations

from collections.abc import Sequence

import card_words as w
import pytest
from finished_rounds import finished, second
from scene import SIX_EAST, Scene, path

from companion.editions.compose import choices
from companion.editions.options import OPTIONS
from companion.rules import share
from companion.rules.rounds import round_shares
from companion.rules.share import possible_miners
from companion.state import commands as c
from companion.state.commands import Supply, Tool
from companion.state.secret import Secret
from companion.views.model import SeatViewer, TableViewer
from companion.views.project import Desk, project

Lines = list[tuple[str, dict[str, object]]]


def account(scene: Scene) -> Lines:
    """As the table screen is told; every phone is told the same."""
    views = [project(scene.game, viewer, Desk()) for viewer in (TableViewer(), SeatViewer(0), SeatViewer(1))]
    told = [[(line.code, dict(line.facts)) for line in view.result.account] for view in views if view.result]
    assert told[0] == told[1] == told[2]
    return told[0]


def test_boss_and_profiteer_get_less_and_the_line_says_how_much() -> None:
    scene = finished(second("blue", "boss", "profiteer", "saboteur"))
    assert account(scene) == [
        ("winners", {"seats": ("0", "1", "2"), "nuggets": 3}),
        ("less_boss", {"seat": 1, "less": 1, "nuggets": 2}),
        ("less_profiteer", {"seat": 2, "less": 2, "nuggets": 1}),
    ]
    assert [scene.purse(seat) for seat in range(4)] == [3, 2, 1, 0]


def test_the_trapped_is_named_before_the_winners_and_his_thief_stays_away() -> None:
    scene = second("blue", "blue", "saboteur", "saboteur")
    for command in (c.Pass(), w.LayThief(), w.LayThief(), w.LayThief(), w.Trap(1)):
        scene.do(command)
    assert account(finished(scene)) == [
        ("trapped", {"seat": 1}),
        ("winner", {"seat": 0, "nuggets": 5}),
        ("thief_trapped", {"seat": 1}),
        ("thieves_order", {"seats": ("3", "2")}),
    ]


def test_geologists_share_the_crystals_unless_one_is_trapped() -> None:
    board = "@ EW NESW* EW ESW* NEW* EW"
    scene = second("blue", "geologist", "geologist", board=board)
    shared = ("crystals_shared", {"seats": ("1", "2"), "crystals": 3, "nuggets": 1})
    assert shared in account(finished(scene))
    alone = second("blue", "geologist", "geologist", board=board)
    alone.do(w.Trap(2), by=0)
    assert ("crystals", {"seat": 1, "nuggets": 3}) in account(finished(alone))


def test_nobody_wins_where_no_saboteur_and_no_profiteer_is_in_play() -> None:
    scene = second("blue", "green")
    scene.do(c.EndRound(forced=True))
    assert account(scene) == [("nobody_won", {})]


@pytest.mark.parametrize(
    ("finisher", "lines"),
    [
        (0, [("completer", {"seats": ("0",), "nuggets": 3}), ("others", {"seats": ("1", "2"), "nuggets": 2})]),
        (3, [("completer", {"seats": ("3",), "nuggets": 4})]),
        (4, [("others", {"seats": ("0", "1", "2"), "nuggets": 2})]),
    ],
)
def test_the_tournament_says_who_completed_and_what_the_others_get(finisher: int, lines: Lines) -> None:
    scene = Scene("tournament", roles=("miner", "miner", "miner", "greedy", "saboteur"), aside=(), board="")
    scene.do(c.LayMidway(path(4, 0, "EW").face))
    scene.lay(SIX_EAST)
    assert account(finished(scene, finisher)) == lines


def drafted(scene: Scene, values: Sequence[int]) -> Scene:
    scene.do(c.DealGold(Secret(tuple(values))), by=c.ByDealer())
    while scene.now.draft is not None:
        scene.do(c.TakeGold(0), by=scene.now.draft.order[0])
    return scene


def test_gold_cards_are_told_in_the_order_in_which_they_went_round() -> None:
    scene = finished(Scene("anniversary-2024", board=SIX_EAST), finisher=1)
    assert account(drafted(scene, (1, 2, 3))) == [("cards_round", {"seats": ("1", "0", "3")})]


def test_a_miner_with_a_broken_tool_is_named_where_that_costs_him_his_gold() -> None:
    scene = Scene("anniversary-2024", modules=("sabotaged-dwarf",), board=SIX_EAST)
    scene.do(c.SetTools(3, (Tool.LAMP,)))
    lines = account(drafted(finished(scene), (1, 2, 3)))
    assert lines == [("sabotaged", {"seat": 3}), ("cards_round", {"seats": ("0", "1", "0")})]


def test_saboteurs_are_told_with_what_each_gets() -> None:
    scene = Scene("anniversary-2024")
    scene.do(c.EndRound(forced=True))
    assert account(scene) == [("saboteurs", {"seats": ("2",), "nuggets": 4})]


PRINTED_GOLD = (Supply.APP, Supply.APP, Supply.CARDS)
ALL_PRINTED = (Supply.CARDS, Supply.APP, Supply.CARDS)


def missed(edition: str, players: int, options: tuple[tuple[str, str], ...] = ()) -> Scene:
    """Nobody gets to the gold, and nobody has told his printed dwarf."""
    scene = Scene(edition, roles=[""] * players, options=options, board="", by=ALL_PRINTED)
    if scene.game.ruleset.midway is not None:
        scene.do(c.LayMidway(path(4, 0, "EW").face))
    scene.do(c.EndRound(forced=True))
    return scene


def test_of_printed_gold_it_is_told_how_many_cards_are_drawn_and_who_takes_them_in_which_order() -> None:
    scene = finished(Scene("anniversary-2024", board=SIX_EAST, by=PRINTED_GOLD), finisher=1)
    assert account(scene) == [("draw", {"seats": ("1", "0", "3"), "cards": 3})]


@pytest.mark.parametrize(
    ("edition", "modules", "lines"),
    [
        ("amigo-2004", (), [("draw_players", {"seat": 1, "players": 4})]),
        ("anniversary-2024", (), [("draw_miners", {"seat": 1})]),
        ("anniversary-2024", ("sabotaged-dwarf",), []),
        ("anniversary-2024", ("wc2016",), [("draw_miners", {"seat": 1}), ("greedy_alone", {"seat": 1, "nuggets": 4})]),
    ],
)
def test_with_printed_dwarves_too_it_is_told_for_whom_cards_are_drawn_and_where_they_begin_to_go_round(
    edition: str, modules: tuple[str, ...], lines: Lines
) -> None:
    scene = Scene(edition, modules=modules, board=SIX_EAST, by=ALL_PRINTED)
    assert account(finished(scene, finisher=1)) == lines


def untold(edition: str, *options: tuple[str, str]) -> Scene:
    scene = Scene(edition, options=options, board=SIX_EAST, roles=[""] * 4, by=ALL_PRINTED)
    return finished(scene, finisher=1)


def orders(scene: Scene) -> list[tuple[int, ...]]:
    """Who takes the gold cards one after the other, whoever the miners are."""
    worlds = possible_miners(scene.game.ruleset, 4)
    roles = (["miner" if seat in miners else "saboteur" for seat in range(4)] for miners in worlds)
    return [round_shares(scene.game, one).order for one in roles]


@pytest.mark.parametrize("edition", ["anniversary-2024", "amigo-2004"])
def test_with_a_house_rule_that_shares_otherwise_the_line_about_printed_gold_is_another_one_or_none(
    edition: str,
) -> None:
    plain = untold(edition)
    usual = orders(plain)
    for choice in ((option, word) for option in OPTIONS for word in choices(option)):
        other = untold(edition, choice)
        assert orders(other) == usual or account(other) != account(plain), choice


def test_no_line_says_that_cards_go_round_from_who_laid_the_last_one_where_they_begin_elsewhere(monkeypatch) -> None:
    before = share._circle
    monkeypatch.setattr(share, "_circle", lambda served, first, turned: before(served, first + 1, turned))
    assert account(untold("anniversary-2024")) == []


@pytest.mark.parametrize(
    ("edition", "players", "lines"),
    [
        ("anniversary-2024", 4, [("each_saboteur", {"nuggets": 4})]),
        ("anniversary-2024", 5, [("scale_saboteurs", {"people": ("1", "2"), "sums": ("4", "3")})]),
        ("anniversary-2024", 8, [("each_saboteur", {"nuggets": 3})]),
        ("anniversary-2024", 10, [("scale_saboteurs", {"people": ("3", "4"), "sums": ("3", "2")})]),
        ("tournament", 5, [("each_saboteur", {"nuggets": 4})]),
    ],
)
def test_of_printed_gold_it_is_told_what_each_saboteur_gets_by_how_many_there_may_be(
    edition: str, players: int, lines: Lines
) -> None:
    assert account(missed(edition, players)) == lines


def test_of_a_round_of_teams_with_printed_dwarves_all_sums_are_told_that_do_not_need_a_dwarf_to_be_seen() -> None:
    scene = Scene("s2-anniversary", roles=[""] * 7, board="@ EW NESW* EW ESW* NEW* EW", by=ALL_PRINTED)
    for command in (c.Pass(), w.LayThief(), w.LayThief(), w.Trap(1)):
        scene.do(command)
    assert account(finished(scene)) == [
        ("trapped", {"seat": 1}),
        ("scale_winners", {"people": ("1", "2", "3", "4", "5\N{EN DASH}6"), "sums": ("5", "4", "3", "2", "1")}),
        ("less", {"role": "boss", "less": 1}),
        ("less", {"role": "profiteer", "less": 2}),
        ("crystals_all", {"nuggets": 3}),
        ("thief_trapped", {"seat": 1}),
        ("thief_takes", {"seat": 2}),
    ]


@pytest.mark.parametrize(
    ("options", "roles", "sums"),
    [
        ((), ("profiteer", "saboteur"), ("5", "4", "3", "2")),
        ((("boss_with_saboteurs", "true"),), ("boss", "profiteer", "saboteur"), ("5", "4", "3", "2", "1")),
    ],
)
def test_where_no_team_gets_to_the_gold_it_is_told_which_dwarves_win(
    options: tuple[tuple[str, str], ...], roles: tuple[str, ...], sums: tuple[str, ...]
) -> None:
    lines = account(missed("s2-anniversary", 6, options))
    assert lines[0] == ("win_without_gold", {"role": roles})
    assert lines[1] == ("scale_winners", {"people": ("1", "2", "3", "4", "5")[: len(sums)], "sums": sums})
    assert [facts["role"] for code, facts in lines if code == "less"] == [role for role in roles if role != "saboteur"]


def test_where_everybody_is_trapped_nobody_wins_whatever_the_printed_dwarves_are() -> None:
    """Nuggets were told for each winner by how many win, and then none."""
    scene = Scene("s2-anniversary", roles=[""] * 2, board="", by=ALL_PRINTED)
    for seat in (1, 0):
        scene.do(w.Trap(seat))
    scene.do(c.EndRound(forced=True))
    assert account(scene) == [("trapped", {"seat": 0}), ("trapped", {"seat": 1}), ("nobody_won", {})]
    result = project(scene.game, TableViewer(), Desk()).result
    assert result is not None and result.winners == "nobody"


def test_a_way_that_doors_close_to_both_teams_is_none_where_the_table_says_so() -> None:
    closed = "@ EWb EWg EW EW EW EW"
    for options, first in (((), "scale_winners"), ((("blocked_saboteurs_win", "true"),), "win_without_gold")):
        scene = Scene("s2-anniversary", options=options, board=closed, by=ALL_PRINTED)
        assert account(finished(scene))[0][0] == first


@pytest.mark.parametrize(
    ("options", "second"),
    [
        ((), ("completer_if_miner", {"seat": 3, "nuggets": 3})),
        ((("completer_whoever", "true"),), ("completer_whoever", {"seat": 3, "nuggets": 3})),
    ],
)
def test_the_tournament_with_printed_dwarves_tells_what_each_would_get(
    options: tuple[tuple[str, str], ...], second: tuple[str, dict[str, object]]
) -> None:
    scene = Scene("tournament", options=options, roles=[""] * 5, board="", by=ALL_PRINTED)
    scene.do(c.LayMidway(path(4, 0, "EW").face))
    scene.lay(SIX_EAST)
    lines = account(finished(scene, 3))
    assert lines == [("miners_each", {"nuggets": 2}), second, ("greedy_alone", {"seat": 3, "nuggets": 4})]


def test_printed_gold_is_handed_out_by_the_same_lines_and_thieves_are_still_to_take() -> None:
    scene = second("blue", "boss", "saboteur", by=PRINTED_GOLD)
    scene.do(w.LayThief(), by=0)
    scene.do(w.LayThief(), by=1)
    assert account(finished(scene)) == [
        ("winners", {"seats": ("0", "1"), "nuggets": 4}),
        ("less_boss", {"seat": 1, "less": 1, "nuggets": 3}),
        ("thieves_take", {"seats": ("1", "0")}),
    ]
