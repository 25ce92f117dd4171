"""Cases beside the published ones, from the same rules: what a chest draws, what a rockfall takes, who may combine."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cases import outcome

START = {"kind": "start", "x": 0, "y": 0, "open": "NESW", "links": ["NESW"]}
GOALS = [
    {"kind": "goal", "x": 8, "y": y, "goal": goal, "face_down": True}
    for y, goal in ((-2, "coal"), (0, "gold"), (2, "coal"))
]


def tunnel(x: int, y: int, sides: str, **more: Any) -> dict[str, Any]:
    return {"kind": "path", "x": x, "y": y, "open": sides, **more}


def turn(what: str, edition: str, **given: Any) -> dict[str, Any]:
    return outcome({"type": "turn", "what": what, "edition": edition, "input": given})


@pytest.mark.parametrize(
    ("effect", "deck", "drawn", "hand"),
    [
        (1, 9, 1, 6),
        (3, 9, 0, 5),
        (4, 9, 2, 7),
        (4, 1, 1, 6),
        (6, 9, 0, 6),
        (7, 9, 3, 6),
        (7, 2, 2, 6),
        (7, 0, 0, 5),
        (9, 9, 0, 6),
        (10, 9, 1, 6),
        (10, 5, 0, 5),  # the five that are thrown away leave nothing to draw
    ],
)
def test_what_a_chest_does_to_the_draw(effect: int, deck: int, drawn: int, hand: int) -> None:
    found = turn("chest_draw", "treasure-chests", effect=effect, hand=5, deck=deck)
    assert (found["drawn"], found["hand_after"]) == (drawn, hand)


def test_a_chest_that_finds_nothing_to_take_gives_nothing() -> None:
    assert turn("chest_draw", "treasure-chests", effect=9, hand=5, deck=9, discard=0)["hand_after"] == 5
    assert turn("chest_draw", "treasure-chests", effect=6, hand=5, deck=9, other=0)["hand_after"] == 5


def test_an_empty_hand_passes_without_discarding() -> None:
    found = turn("draw", "any", move="pass", hand=0, deck=5)
    assert found == {"drawn": 0, "hand_after": 0, "deck_after": 5}


@pytest.mark.parametrize(("edition", "ended"), [("s2-anniversary", True), ("bga-s2", False), ("bga", False)])
def test_whether_cards_that_nobody_can_play_end_the_round(edition: str, ended: bool) -> None:
    found = turn("round_end", edition, deck=0, hands=[1, 2], anyone_playable=False, gold=False)
    assert found == {"ended": ended}


def test_a_variant_of_one_edition_is_tried_on_that_edition() -> None:
    assert outcome({"type": "table", "what": "roles", "edition": "selfish-dwarf", "n": 5})["greedy"] == 1
    assert outcome({"type": "table", "what": "components", "edition": "treasure-chests"})["cards"] == 17


def test_gold_that_lies_face_down_is_judged_like_gold_that_is_turned() -> None:
    row = [tunnel(x, 0, "EW", **({"door": "green"} if x == 3 else {})) for x in range(1, 8)]
    players = [{"role": role, "trapped": False} for role in ("blue", "green", "boss", "saboteur")]
    case = {"type": "s2_result", "edition": "s2-anniversary", "players": players, "finisher": 0}
    assert outcome({**case, "board": {"cards": [START, *GOALS, *row]}})["winners"] == [1, 2]


def test_a_card_over_a_chest_is_laid_back_by_how_much_fits_and_not_by_the_last_card() -> None:
    chest = {"kind": "chest_path", "x": 1, "y": -1, "face_down": True}
    case = {"type": "reveal", "edition": "treasure-chests", "goal_cell": [1, -1], "last": [1, 0]}
    board = {"cards": [START, tunnel(1, 0, "NW"), chest]}
    found = outcome({**case, "board": board, "true_open": "NE", "true_links": ["NE"]})
    assert found == {"rotations": [True], "misfits": 0}
    assert outcome({**case, "board": board, "true_open": "NSW", "true_links": ["NSW"]})["rotations"] == [False, True]


def test_a_toll_dwarf_goes_with_his_card_and_bars_a_card_that_is_moved() -> None:
    dwarf = {"x": 1, "y": 0, "side": "E", "owner": 0}
    board = {"cards": [START, tunnel(1, 0, "EW"), tunnel(0, 1, "NS")], "dwarves": [dwarf]}
    assert outcome({"type": "rockfall", "edition": "toll-tunnel", "board": board, "target": [1, 0]})["removes_dwarf"]
    board["cards"][2] = tunnel(0, 1, "NESW")
    moved = {"type": "move_last", "edition": "wc2023", "board": board, "last": [0, 1], "to": {"x": 2, "y": 0}}
    assert outcome(moved) == {"legal": False, "reasons": ["TOLL_DWARF"]}


def test_what_a_card_with_one_tool_mends_need_not_be_said_nor_where_a_thief_lies() -> None:
    mend = {"card": "repair", "tools": ["lamp"], "actor": 0, "target": 1}
    case = {"type": "action", "edition": "any", "action": mend, "state": {"broken": [[], ["cart", "lamp"]]}}
    assert outcome(case) == {"legal": True, "after": {"broken": [[], ["cart"]]}}
    thief = {"type": "action", "edition": "s2-anniversary", "action": {"card": "thief", "actor": 1}}
    assert outcome({**thief, "state": {"thief": [False, False]}})["after"] == {"thief": [False, True]}
    assert outcome({**thief, "state": {"thief": [False, True]}}) == {"legal": False}
