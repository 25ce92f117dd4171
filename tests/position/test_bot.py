"""Whole games by the moves that are offered, the records of nights, and the command that shows them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from bot import play
from click.testing import CliRunner

import companion
from companion import Position
from companion.door.commands import commands
from companion.editions import EDITIONS
from companion.rules.audit import audit

README = Path(__file__).parents[2] / "README.md"


@pytest.mark.parametrize("edition", [box.key for box in EDITIONS])
def test_a_bot_plays_a_game_of_five_of_every_box_by_the_moves_it_is_offered(edition: str) -> None:
    at = play(edition, 5, 3)
    assert at.result is not None and len(at.result.nuggets) == 5 and audit(at.game) == ()
    assert Position.from_record(at.record()) == at


def test_every_move_that_is_offered_is_of_a_type_that_can_be_imported() -> None:
    for move in {type(one.command) for edition in ("revised", "s2-anniversary") for one in play(edition, 4, 1).moves}:
        assert getattr(companion, move.__name__) is move


def test_the_lines_of_the_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    section = README.read_text(encoding="utf-8").split("## As a library")[1].split("\n## ")[0]
    lines = re.findall(r"^    (.*)$", section, re.M)
    assert 8 <= len(lines) <= 15
    exec(compile("\n".join(line for line in lines if not line.startswith("python ")), "README", "exec"), {})


def test_a_record_is_shown_move_by_move_and_drawn(tmp_path: Path) -> None:
    at = Position.begin("revised", "Ada, Bo, Cy").play("EW 1,0").play("x lamp Ada")
    at.save(tmp_path / "game.txt")
    told = CliRunner().invoke(commands, ["replay", str(tmp_path / "game.txt"), "--svg", str(tmp_path / "mine.svg")])
    assert told.exit_code == 0, told.output
    assert "1. Ada EW 1,0" in told.output and "2. Bo x lamp Ada" in told.output
    assert (tmp_path / "mine.svg").read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize("text", ["", "hello", "saboteur 1\nedition revised\nplayers A, B, C\n\nA EW 9,9"])
def test_a_file_that_is_no_record_is_told_in_a_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "game.txt").write_text(text, encoding="utf-8")
    told = CliRunner().invoke(commands, ["replay", str(tmp_path / "game.txt")])
    assert told.exit_code == 2 and "Traceback" not in told.output


def test_a_picture_that_cannot_be_written_is_told_as_such(tmp_path: Path) -> None:
    """It was said that the file could not be read."""
    Position.begin().play("EW 1,0").save(tmp_path / "game.txt")
    told = CliRunner().invoke(commands, ["replay", str(tmp_path / "game.txt"), "--svg", str(tmp_path / "no" / "x.svg")])
    assert told.exit_code == 2 and "Couldn’t write" in told.output


def test_a_hand_that_is_known_may_play_what_it_holds_and_nothing_else() -> None:
    at = Position.deal("revised", "Ada, Bo, Cy", seed="2")
    hand = at.hand(0)
    assert hand is not None and len(hand) == 6
    faces = {str(move.face.upright()) for move in at.legal() if isinstance(move, companion.PlacePath)}
    assert faces <= {str(companion.Face.parse(card).upright()) for card in hand if card.isupper()}
    with pytest.raises(ValueError, match="not_in_hand"):
        at.play(next(move for move in Position.begin("revised").legal() if at.why_not(move)))
    thrown = at.play("pass", throws=hand[3])
    assert thrown.hand(0) is not None and list(thrown.hand(0) or ()).count(hand[3]) < 7


def test_a_typed_hand_is_played_from_until_it_is_not_known_any_more() -> None:
    at = Position.parse("edition revised\nhands 2 6 6\nhand Ada EW map\n\n@")
    assert at.hand(0) == ("EW", "map") and at.hand(1) is None
    assert {type(move).__name__ for move in at.legal()} == {"PlacePath", "UseMap", "Pass"}
    assert at.play("EW 1,0").hand(0) is None  # a card was drawn that nobody typed


@pytest.mark.parametrize(("made", "why"), [
    (lambda: Position.parse("pile 999\n\n@"), "999|are told of"),
    (lambda: Position.begin().legal(9), "nobody sits at 9"),
    (lambda: Position.begin().view(9), "nobody sits at 9"),
    (lambda: Position.begin().lay(1, 0, "EW^"), "no_such_face"),
    (lambda: Position.parse("@ EW^"), "the box has no card"),
    (lambda: Position.parse("@ . . . . . . . EW"), "the goal lies"),
    (lambda: Position.begin(players=5), "players are a list"),
    (lambda: Position.begin(modules="w"), "there are"),
    (lambda: Position.begin("none"), "there are anniversary-2024"),
    (lambda: Position.begin().legal(hand=5), "a hand is cards"),
    (lambda: Position.begin(players="Ada, Ada, Bo"), "two players are called"),
    (lambda: Position.parse("@ " + "NS " * 7), "the box has 4 cards NS"),
    (lambda: Position.parse("hand Ada NS NS NS\nhand Bo NS NS\n\n@"), "the box has 4 cards NS, not 5"),
    (lambda: Position.parse("hand Ada repair:spoon\n\n@"), "'spoon' is none of pickaxe, lamp, cart"),
    (lambda: Position.parse("broken Ada lamp lamp\n\n@"), "one card of each kind lies before a player"),
    (lambda: Position.parse("toll Ada 0,0 E\n\n@"), "the box has 0 toll dwarves"),
    (lambda: Position.begin().legal(hand=["EW^"]), "the box has no card"),
    (lambda: Position.begin().legal(hand=[1]), "1 is no card, such as 'EW'"),
    (lambda: Position.begin().lay("1", 0, "EW"), "a cell is two whole numbers"),
    (lambda: Position.begin().lay(1, 0, 5), "5 is no card"),
    (lambda: Position.begin(5), "unknown_edition 5; there are anniversary-2024"),
    (lambda: Position.begin(modules=[5]), "modules are a list of texts, and not 5"),
    (lambda: Position.begin(options=["maps"]), "options are words by name"),
    (lambda: Position.begin(options="maps"), "'maps' sets no option"),
    (lambda: Position.begin(players="Ada, ada, Bo"), "two players are called 'Ada' and 'ada'"),
    (lambda: Position.parse(None), "a position is text, and not None"),
    (lambda: Position.from_record(5), "a record is text, and not 5"),
])  # fmt: skip
def test_a_trap_is_a_sentence_that_says_what_is_wrong(made, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        made()


def test_a_hand_in_one_text_is_so_many_cards_and_players_in_one_text_so_many_players() -> None:
    start = Position.begin(players="Ada, Bo, Cy")
    assert start.players == ("Ada", "Bo", "Cy")
    assert start.legal(hand="EW") == start.legal(hand=["EW"])
    assert start.legal(hand="EW, NESW") == start.legal(hand=["EW", "NESW"])
    assert Position.parse("players Ada, Bo, Cy\r\n\r\n@ EW\r\n") == Position.parse("@ EW")
    assert Position.parse("\ufeffplayers Ada, Bo, Cy\n\n@ EW\n") == Position.parse("@ EW")
    assert len({start, Position.begin(players="Ada, Bo, Cy")}) == 1


def test_house_rules_are_words_numbers_or_truths_by_name_or_one_text() -> None:
    chosen = Position.begin(options={"maps": 5, "goal_cascade": False})
    assert chosen == Position.begin(options={"maps": "5", "goal_cascade": "false"})
    assert chosen == Position.begin(options="maps=5 goal_cascade=false")


def test_a_typed_position_that_reaches_a_goal_has_a_move() -> None:
    at = Position.parse("edition revised\n\n@ EW EW NESW NESW NESW NESW").play("NEW 7,0")
    assert at.legal() and not at.is_over
    assert at.play("goal middle gold NESW").legal()


@pytest.mark.parametrize(
    ("move", "throws", "why"),
    [
        ("NEW 1,0", "ESg", "this move throws away 0 cards, not 1"),
        ("inspect Bo", "ESg", "this move throws away 0 cards, not 1"),
        ("pass", "NEW ESg", "this move throws away 1 cards, not 2"),
        ("pass 2", "NEW", "this move throws away 2 cards, not 1"),
        ("pass", "EW", "EW is not in this hand"),
    ],
)
def test_a_move_throws_away_as_many_cards_as_are_named_or_is_refused(move: str, throws: str, why: str) -> None:
    dealt = Position.deal("s2-anniversary", ["Ada", "Bo", "Cy", "Di", "Ed"], seed="7")
    assert dealt.hand(0) == ("NEW", "ESg", "ESW*", "inspect", "repair:cart", "NS|E")
    with pytest.raises(ValueError, match=why):
        dealt.play(move, throws=throws)
    left = dealt.play("pass 2", throws="ESg, NEW").hand(0)
    assert left is not None and left[:4] == ("ESW*", "inspect", "repair:cart", "NS|E")


def test_where_no_hands_are_known_no_card_of_one_can_be_thrown_away() -> None:
    with pytest.raises(ValueError, match="no hands are known"):
        Position.begin().play("pass", throws="EW")


def test_out_of_turn_is_told_before_the_card_that_is_not_held() -> None:
    dealt = Position.deal("s2-anniversary", ["Ada", "Bo", "Cy"], seed="7")
    refusal = dealt.why_not(dealt.legal()[0], 2)
    assert refusal is not None and refusal.code == "not_your_turn"


def test_what_is_no_move_is_answered_with_the_moves_of_this_box() -> None:
    with pytest.raises(
        ValueError, match=r"'dances' is neither a path card nor a move; moves are \+, map, rockfall, x, pass"
    ):
        Position.begin("revised").play("Ada dances")
    with pytest.raises(ValueError, match="'left' is no cell, such as 3,-1, nor top, middle, bottom"):
        Position.begin("revised").play("map left")


def test_the_next_round_is_a_line_without_json() -> None:
    dealt = Position.deal("revised", ["Ada", "Bo", "Cy"], seed="7")
    while not isinstance(dealt.legal()[0], companion.NextRound):
        dealt = dealt.play(dealt.legal()[0])
    assert dealt.notation(dealt.legal()[0]) == "table next"
    assert dealt.play("table next") == dealt.play(dealt.legal()[0])


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (lambda: Position.begin(players=["Ada", None, "Cy"]), "players are a list of texts, and not None"),  # type: ignore[list-item]
        (lambda: Position.begin().parse_move("{"), r"'\{' is no move"),
        (lambda: Position.parse('players "Ada, Bo\n\n@'), "the quote is not closed"),
        (lambda: Position.begin().notation("EW 1,0", viewer=9), "nobody sits at 9"),
    ],
)
def test_what_is_half_written_is_told_without_words_of_the_program(made: Callable[[], object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        made()


def test_a_line_is_written_as_the_move_that_it_means() -> None:
    assert Position.begin().notation("EW 1,0") == "Ada EW 1,0"
