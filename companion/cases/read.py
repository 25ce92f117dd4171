"""JSON of a case into nouns: cards, boards, the ruleset. No rules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.editions import DEFAULT_EDITION, EDITIONS, MODULES
from companion.editions.compose import compose
from companion.editions.ruleset import Conflict, Ruleset
from companion.maze.board import Board, Kind, Placement
from companion.maze.faces import Door, Face, Passage
from companion.maze.geometry import Cell

CaseData = Mapping[str, Any]

ANY = ("any", "any-base", None)
VARIANT = "bga_variant"  # an option of the cases that names one or more modules
CHEST_PATH = "chest_path"  # the path card of a chest: covered while it lies face down
CARD_KINDS = (*Kind, CHEST_PATH)
OUTSIDE = ("toll_paid",)  # options of a single case that are no parameter of a ruleset


class CaseError(ValueError):
    """The case cannot be answered. `code`, `facts`: as in a refusal; where rules do not compose, their conflict's."""

    def __init__(self, code: str, facts: Mapping[str, object] | None = None) -> None:
        super().__init__(code, facts)
        self.code, self.facts = code, facts or {}


def ruleset_of(case: CaseData) -> Ruleset:
    """Edition, or module on the default edition, with the case's options."""
    name = case.get("edition")
    options = dict(case.get("options") or {})
    variants = options.pop(VARIANT, None) or []
    modules = [variants] if isinstance(variants, str) else list(variants)
    edition = DEFAULT_EDITION if name in ANY else str(name)
    if edition not in {box.key for box in EDITIONS}:
        edition, modules = _home_of(edition), [edition, *modules]
    words = tuple((key, _word(value)) for key, value in options.items() if key not in OUTSIDE)
    found = compose(edition, tuple(modules), words)
    if isinstance(found, Conflict):
        raise CaseError(found.code, found.facts)
    return found


def _home_of(module: str) -> str:
    """The edition that a module is tried on where none is named: the default, or the one it belongs to."""
    only = next((found.only_on for found in MODULES if found.key == module), ())
    return only[0] if only else DEFAULT_EDITION


def _word(value: object) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def face_of(card: CaseData) -> Face:
    """The face as the card lies, half-turned where it says so. A door closes every tunnel of the card."""
    try:
        face = Face.of(
            card["open"],
            card.get("links"),
            ladder=bool(card.get("ladder", False)),
            crystals=card.get("crystals", 0),
        )
        if card.get("door"):
            door = Door(card["door"])
            face = Face(tuple(Passage(p.sides, door) for p in face.passages), face.ladder, face.crystals)
    except CaseError:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise _bad(card) from error
    return face.half_turn() if card.get("rotated") else face


def placement_of(card: CaseData) -> Placement:
    kind = str(card.get("kind") or Kind.PATH)
    down = bool(card.get("face_down", False))
    if kind == CHEST_PATH:
        kind = Kind.COVERED if down else Kind.PATH
    cell, face = cell_of(card), None if down else face_of(card)
    try:
        return Placement(cell, face, Kind(kind), card.get("goal"))
    except ValueError as error:
        raise _bad(card) from error


def player_of(case: CaseData, key: str, players: Sequence[object], place: str = "") -> int | None:
    """Whose number stands under this key, if one does. Raises CaseError where nobody has it.

    place : of the key in the whole case, where it is another
    """
    player: int | None = case.get(key)
    if player is not None and player >= len(players):
        raise CaseError("no_such_player", {"place": place or key, "found": player})
    return player


def _bad(card: CaseData) -> CaseError:
    return CaseError("bad_card", {"card": json.dumps(card)})


def board_of(board: CaseData) -> Board:
    """Raises CaseError where two cards lie in one cell."""
    cards = [placement_of(card) for card in board.get("cards", ())]
    cells = [card.cell for card in cards]
    twice = next((cell for cell in cells if cells.count(cell) > 1), None)
    if twice is not None:
        raise CaseError("two_cards_in_a_cell", {"cell": f"{twice.x}, {twice.y}"})
    return Board.of(cards)


def cell_of(card: CaseData | list[int]) -> Cell:
    try:
        return Cell(card["x"], card["y"]) if isinstance(card, Mapping) else Cell(card[0], card[1])
    except CaseError:
        raise
    except (KeyError, IndexError, TypeError) as error:
        raise CaseError("bad_cell", {"cell": json.dumps(card)}) from error


def pairs(cells: Iterable[Cell]) -> list[list[int]]:
    return [[cell.x, cell.y] for cell in sorted(cells)]
