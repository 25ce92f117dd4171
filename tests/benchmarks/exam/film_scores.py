"""What `watch` told of a filmed round beside what happened: changes, settled boards, healing, waiting. No pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring import says

from companion.maze.geometry import Cell
from companion.sight.reading import SeenCard
from companion.sight.reading_json import card_json
from vision.service.watch_lines import BoardChange, ChangeKind, changes
from vision.simulate.scene.table_scene import TableScene

Board = Mapping[Cell, SeenCard]
NOWHERE = ((0.0, 0.0),) * 4
CHANGES = tuple(kind.value for kind in ChangeKind)
RANK = ("right", "unsure", "wrong though sure", "missed")


@dataclass
class FilmScore:
    """count: of outcomes of changes, `spurious`, `settled`, `settled right`, and so on. waits: frames from rest to
    event; healed: acts that a wrong board lasted; recovered: frames from a push until all lies where it lies
    """

    count: Counter[str] = field(default_factory=Counter)
    waits: list[int] = field(default_factory=list)
    healed: list[int] = field(default_factory=list)
    recovered: list[int] = field(default_factory=list)
    cpu_s: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def __add__(self, other: FilmScore) -> FilmScore:
        lists = ("waits", "healed", "recovered", "cpu_s", "notes")
        return FilmScore(self.count + other.count, *(getattr(self, name) + getattr(other, name) for name in lists))


def board_of(scene: TableScene) -> dict[Cell, SeenCard]:
    """What a faultless reader would settle."""
    return {card.cell: SeenCard(card.cell, card.kind, card.face, 1.0, False, NOWHERE) for card in scene.cards}


def wrong_cells(known: Board, true: Board, though_sure: bool = False) -> set[Cell]:
    """Where another card lies, one too many or one too few. though_sure: leaves out what somebody is asked about."""
    wrong = set(known.keys() ^ true.keys())
    wrong |= {cell for cell in known.keys() & true.keys() if known[cell].face != true[cell].face}
    return {cell for cell in wrong if not (though_sure and cell in known and known[cell].uncertain)}


def judged(
    happened: Sequence[BoardChange], told: Iterable[Mapping[str, Any]], wrong_before: set[Cell]
) -> tuple[dict[Cell, str], dict[Cell, int], list[Mapping[str, Any]]]:
    """The outcome of each change by its cell, the frame in which it was told first, and what was told for nothing.

    wrong_before : cells that were not known as they are when the act began; news of these mend, whatever they say
    """
    at = {change.card.cell: change for change in happened}
    left = {change.came_from for change in happened if change.came_from}
    outcomes, frames, spurious = dict.fromkeys(at, "missed"), dict[Cell, int](), []
    for line in told:
        cell = cell_of(line)
        if cell not in at:
            if cell not in wrong_before and not (cell in left and line["event"] == "removed"):
                spurious.append(line)
            continue
        outcome = _outcome(at[cell], line)
        was = outcomes[cell]
        outcomes[cell] = outcome if was == "missed" else max(was, outcome, key=RANK.index)
        frames.setdefault(cell, line["frame"])
    return outcomes, frames, spurious


def cell_of(line: Mapping[str, Any]) -> Cell:
    return Cell(line["cell"]["x"], line["cell"]["y"])


def _outcome(change: BoardChange, line: Mapping[str, Any]) -> str:
    """A card laid on another's place may be told as removed and laid, and a moved one as well."""
    if (change.kind is ChangeKind.REMOVED) != (line["event"] == "removed"):
        return "right" if line["event"] == "removed" else "wrong though sure"
    if change.kind is ChangeKind.REMOVED:
        return "right"
    if line["cell"]["uncertain"]:
        return "unsure"
    return "right" if says(card_json(change.card)) == says(line["cell"]) else "wrong though sure"


def happened_in(before: TableScene, after: TableScene) -> list[BoardChange]:
    return changes(board_of(before), board_of(after))
