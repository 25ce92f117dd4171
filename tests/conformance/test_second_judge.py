"""A second judge, slow and plain, that shares nothing with the rules but the JSON, comes to the same verdicts."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.cases import outcome
from companion.editions.boxes import BASE_PATHS, SECOND_PATHS

Card = dict[str, Any]
Port = tuple[int, int, str]

STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
ACROSS = {"N": "S", "E": "W", "S": "N", "W": "E"}
START: Card = {"kind": "start", "x": 0, "y": 0, "open": "NESW", "links": ["NESW"], "ladder": True}


def printed() -> list[Card]:
    """Every tunnel card of both boxes."""
    cards = []
    for kind in (*BASE_PATHS, *SECOND_PATHS):
        groups = ["".join(side.name for side in passage.sides) for passage in kind.face.passages]
        card = {"kind": "path", "open": "".join(groups), "links": [group for group in groups if len(group) > 1]}
        card |= {"ladder": kind.face.ladder, "door": kind.face.door.value if kind.face.door else None}
        cards += [card] * kind.copies
    return cards


BOX = printed()


def sides(card: Card) -> set[str]:
    return {ACROSS[side] if card.get("rotated") else side for side in card["open"]}


def groups(card: Card) -> list[set[str]]:
    return [{ACROSS[side] if card.get("rotated") else side for side in link} for link in card["links"]]


def walked(board: list[Card], team: str | None = None) -> tuple[set[Port], set[tuple[int, int]], set[tuple[int, int]]]:
    """Open ends joined to the start, face-down cards and empty cells that they point into."""
    lying = {(card["x"], card["y"]): card for card in board}
    todo = [(*cell, side) for cell, card in lying.items() if card.get("ladder") for side in sides(card)]
    found: set[Port] = set()
    covered, empty = set(), set()
    while todo:
        port = todo.pop()
        if port in found:
            continue
        found.add(port)
        x, y, side = port
        there = (x + STEP[side][0], y + STEP[side][1])
        card, entered = lying.get(there), ACROSS[side]
        if card is None:
            empty.add(there)
        elif card.get("face_down"):
            covered.add(there)
        elif entered in sides(card) and (team is None or card.get("door") in (None, team)):
            group = next((group for group in groups(card) if entered in group), {entered})
            todo += [(*there, other) for other in group]
    return found, covered, empty


def verdict(board: list[Card], card: Card) -> list[str]:
    lying = {(other["x"], other["y"]): other for other in board}
    if (card["x"], card["y"]) in lying:
        return ["OCCUPIED"]
    joined, touches, reasons = False, False, set()
    ports, _, _ = walked(board)
    for side, (x, y) in STEP.items():
        there = (card["x"] + x, card["y"] + y)
        other = lying.get(there)
        if other is not None and other["kind"] == "goal" and card["ladder"]:
            reasons.add("LADDER_NEXT_TO_GOAL")
        touches = touches or (other is not None and not (other["kind"] == "goal" and card["ladder"]))
        if other is None or other.get("face_down"):
            continue
        theirs, mine = ACROSS[side] in sides(other), side in sides(card)
        reasons |= {"EDGE_MISMATCH"} if theirs != mine else set()
        joined = joined or (theirs and mine and (*there, ACROSS[side]) in ports)
    reasons |= set() if touches else {"NO_NEIGHBOUR"}
    reasons |= set() if joined or card["ladder"] else {"NOT_CONNECTED"}
    return sorted(reasons)


def beside(board: list[Card], rng: random.Random) -> Card:
    other, (x, y) = rng.choice(board), rng.choice(list(STEP.values()))
    return {**rng.choice(BOX), "x": other["x"] + x, "y": other["y"] + y, "rotated": rng.random() < 0.5}


def grown(rng: random.Random) -> list[Card]:
    """Cards laid at random where they may lie, some taken away again; the goals lie so near that many are reached."""
    goals = zip((-2, 0, 2), rng.sample(["gold", "coal", "coal"], 3), strict=True)
    board = [START, *({"kind": "goal", "x": 3, "y": y, "goal": goal, "face_down": True} for y, goal in goals)]
    for _ in range(rng.randint(60, 900)):
        card = beside(board, rng)
        if not verdict(board, card) and -2 <= card["x"] <= 6 and abs(card["y"]) <= 4:
            board.append(card)
    for card in rng.sample(board[4:], min(len(board) - 4, rng.randint(0, 3))):
        board.remove(card)
    return board


def pairs(cells: set[tuple[int, int]]) -> list[list[int]]:
    return sorted([list(cell) for cell in cells])


@pytest.mark.parametrize("seed", range(30))
def test_both_judges_agree(seed: int) -> None:
    rng = random.Random(seed)
    board = grown(rng)
    case = {"edition": "s2-anniversary", "board": {"cards": board}}
    ports, covered, empty = walked(board)
    found = outcome({**case, "type": "connectivity"})
    assert found["connected"] == pairs({(x, y) for x, y, _ in ports})
    assert (found["reached"], found["frontier"]) == (pairs(covered), pairs(empty))
    for _ in range(20):
        card = beside(board, rng)
        found, reasons = outcome({**case, "type": "placement", "candidate": card}), verdict(board, card)
        assert found.get("reasons", []) == reasons
        if not reasons:
            assert found["reaches"] == pairs(walked([*board, card])[1] - covered)
    gold = next((card["x"], card["y"]) for card in board if card.get("goal") == "gold")
    players = [{"role": role, "trapped": False} for role in ("blue", "green", "boss", "saboteur")]
    found = outcome({**case, "type": "s2_result", "players": players, "finisher": 3})
    assert found["open"] == [team for team in ("blue", "green") if gold in walked(board, team)[1]]
