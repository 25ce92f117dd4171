"""What the table should be asked, or told by itself, about what the camera sees. It judges nothing and writes nothing.

The settled board is compared with the game's. Only public things are looked at, so that no proposal depends on a
secret. "Not seen" is not "removed": a card counts as taken away only where the camera saw it go.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.live.goal_seen import goal_findings
from companion.live.observe import CardKind, SeenCard
from companion.live.proposal import Choice, Findings, Proposal, readings
from companion.live.settings import AUTO_CONFIDENCE, AUTO_LEAD
from companion.live.settled import SettledBoard
from companion.maze.board import Kind
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.decide import decide
from companion.state import pending as p
from companion.state.commands import ByCamera, BySeat, LayMidway, PlacePath, Resync, Rockfall, SeatId, TableCard
from companion.state.events import PathPlaced
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.round import Round

LAYOUT_DIFFERS_FROM = 3  # cards that lie there unasked: more than a hand lays at once, so the layouts differ
_LAYING = (p.Playing, p.Pioneering)
_WAITING = (p.LookingAtRoles, p.Peeking, p.ChoosingGoal, p.LayingGoal, p.TellingGoal, p.LayingCover, p.Inspecting)


@dataclass(frozen=True)
class Known:
    """What the session knows beside the game.

    held : cells whose card must not act by itself, with the reason: undone, fallen, leftover, not_kept (the disk
        refused it); dismissed asks nothing
    entries : the journal's number of the placement that lies in a cell, for amending
    last, mover : the cell of the last placement, while it can be taken back, and whose it was
    hands : at the demo table, whose hand laid the card in a cell
    """

    held: Mapping[Cell, str] = field(default_factory=lambda: MappingProxyType({}))
    entries: Mapping[Cell, int] = field(default_factory=lambda: MappingProxyType({}))
    last: Cell | None = None
    mover: SeatId | None = None
    hands: Mapping[Cell, SeatId] = field(default_factory=lambda: MappingProxyType({}))


def propose(game: Game, seen: SettledBoard, known: Known) -> Findings:
    """The one command that needs nobody, if there is one, and the questions for people."""
    round_ = game.round
    if round_ is None or seen.cards is None:
        return Findings()
    if isinstance(game.pending, p.LayingMidway):
        return _midway(game, game.pending.cell, seen.cards, known.held.get(game.pending.cell))
    if not isinstance(game.pending, (*_LAYING, *_WAITING)):
        return Findings()
    goals = goal_findings(game, round_, seen.cards, known.held)
    if goals.automatic is not None:
        return goals
    extras = [card for cell, card in sorted(seen.cards.items()) if _is_extra(round_, card)]
    extras = [card for card in extras if known.held.get(card.cell) != "dismissed"]
    if _layout_differs(extras, known):
        return Findings(None, (*goals.proposals, layout_differs(seen, extras[0].cell)))
    missing = [
        card.cell
        for card in round_.board.of_kind(Kind.PATH)
        if card.cell in seen.removed and known.held.get(card.cell) != "dismissed"
    ]
    moved = _moved(round_, extras, missing)
    if moved is not None and isinstance(game.pending, p.Playing):
        return Findings(None, (*goals.proposals, _ask_resync(seen, "moved", moved.cell, "unexpected")))
    automatic, laid = _laid(game, extras, known)
    gone = [_removed(game, game.pending.seat, cell, known) for cell in missing if isinstance(game.pending, p.Playing)]
    misread = _misread(game, round_, seen.cards, known)
    proposals = (*goals.proposals, *laid, *gone, *misread)
    return Findings(automatic if not gone else None, proposals)


def resync_to(seen: SettledBoard) -> Resync | None:
    """The maze as the camera's last settled board shows it."""
    if not seen.cards:
        return None
    return Resync(
        tuple(
            TableCard(cell, card.face, card.kind.value)
            for cell, card in sorted(seen.cards.items())
            if card.kind is not CardKind.COVERED
        )
    )


# ---- cards that came ---------------------------------------------------------------------------------------------


def _is_extra(round_: Round, card: SeenCard) -> bool:
    return card.face is not None and card.cell not in round_.board and card.kind in (CardKind.PATH, CardKind.GOAL)


def _layout_differs(extras: list[SeenCard], known: Known) -> bool:
    leftover = any(known.held.get(card.cell) == "leftover" for card in extras)
    return leftover or len(extras) >= LAYOUT_DIFFERS_FROM


def layout_differs(seen: SettledBoard, cell: Cell) -> Proposal:
    return _ask_resync(seen, "layout_differs", cell, "leftover")


def _ask_resync(seen: SettledBoard, what: str, cell: Cell, problem: str) -> Proposal:
    command = resync_to(seen)
    choice = Choice(0, "resync", None, 1.0, command=command)
    return Proposal(what, cell, (choice,) if command else (), problem)


def _midway(game: Game, cell: Cell, cards: Mapping[Cell, SeenCard], held: str | None) -> Findings:
    """The path card that is drawn before the first turn: there is no way for it to lie wrongly (TOUR-02)."""
    card = cards.get(cell)
    if card is None or card.face is None or held == "dismissed":
        return Findings()
    faces = readings(card, game.ruleset.copies)
    if held is None and clear(card, game.ruleset.copies) and card.face.upright() in game.ruleset.copies:
        return Findings(LayMidway(card.face))
    choices = (Choice(key, "place", face, sure, command=LayMidway(face)) for key, (face, sure) in enumerate(faces))
    return Findings(None, (Proposal("laid", cell, tuple(choices), held or "unsure"),))


def _laid(game: Game, extras: list[SeenCard], known: Known) -> tuple[PlacePath | None, list[Proposal]]:
    found = [_laid_one(game, card, known, alone=len(extras) == 1) for card in extras]
    automatic = next((command for command, _ in found if command is not None), None)
    return automatic, [proposal for _, proposal in found if proposal is not None]


def _laid_one(game: Game, card: SeenCard, known: Known, *, alone: bool) -> tuple[PlacePath | None, Proposal | None]:
    """The command that needs nobody, or the question."""
    choices = tuple(
        _judged(game, key, card.cell, PlacePath(card.cell, face), confidence)
        for key, (face, confidence) in enumerate(readings(card, game.ruleset.copies))
    )
    seats, problem, refusal = _who_and_why(game, card, choices[0], known)
    if problem is None and not alone:
        problem = "two_cards"
    if problem is None and not clear(card, game.ruleset.copies):
        problem = "unsure"
    if problem is None and _box_holds_fewer(game, choices[0]):
        problem = "unsure"
    if problem is None and isinstance(choices[0].command, PlacePath):
        return choices[0].command, None
    return None, Proposal("laid", card.cell, choices, problem, refusal, seats)


def _who_and_why(
    game: Game, card: SeenCard, best: Choice, known: Known
) -> tuple[frozenset[SeatId], str | None, Refusal | None]:
    """The seats that may answer, why it is not done by itself, and what the rules say against it."""
    if not isinstance(game.pending, _LAYING):
        return frozenset(), "out_of_turn", Refusal("not_now", cell=card.cell)
    seats = frozenset({game.pending.seat})
    hand = known.hands.get(card.cell)
    if hand is not None and hand != game.pending.seat:
        return seats | {hand}, "out_of_turn", Refusal("not_your_turn", {"seat": hand}, cell=card.cell)
    held = known.held.get(card.cell)
    if held is not None:
        return seats, held, best.refusal
    if best.refusal is None:
        return seats, None, None
    if not clear(card, game.ruleset.copies):
        return seats, "unsure", best.refusal
    broken = "broken_tool" in (best.refusal.code, *best.refusal.reasons)
    return seats, "broken_tool" if broken else "illegal", best.refusal


def clear(card: SeenCard, box: Container[Face]) -> bool:
    """Sure of itself, and well ahead of the next reading that the box holds."""
    others = [confidence for face, confidence in readings(card, box) if face != card.face]
    ahead = card.confidence - max(others, default=0.0)
    return not card.uncertain and card.confidence >= AUTO_CONFIDENCE and ahead >= AUTO_LEAD


def _judged(game: Game, key: int, cell: Cell, command: PlacePath, confidence: float) -> Choice:
    outcome = decide(game, ByCamera(), command)
    refusal = outcome if isinstance(outcome, Refusal) else None
    over = not isinstance(outcome, Refusal) and any(isinstance(x, PathPlaced) and x.over for x in outcome)
    return Choice(key, "place", command.face, confidence, command=command, refusal=refusal, doubtful=over)


def _box_holds_fewer(game: Game, best: Choice) -> bool:
    """More cards of this face would lie there than were printed: a reading to doubt."""
    return best.doubtful


# ---- cards that went, turned or moved ----------------------------------------------------------------------------


def _removed(game: Game, seat: SeatId, cell: Cell, known: Known) -> Proposal:
    command = Rockfall(cell)
    outcome = decide(game, BySeat(seat), command)
    refusal = outcome if isinstance(outcome, Refusal) else None
    choices, seats = [Choice(0, "rockfall", None, 1.0, command=command, refusal=refusal)], {seat}
    if cell == known.last:
        choices.append(Choice(1, "undo", None, 1.0))
        seats |= set() if known.mover is None else {known.mover}
    return Proposal("removed", cell, tuple(choices), "unexpected", refusal, frozenset(seats))


def _moved(round_: Round, extras: list[SeenCard], missing: list[Cell]) -> SeenCard | None:
    """A card that left its cell and lies in another."""
    if len(extras) != 1 or len(missing) != 1:
        return None
    old, new = round_.board.at(missing[0]), extras[0]
    if old is None or old.face is None or new.face is None:
        return None
    return new if old.face.upright() == new.face.upright() else None


def _misread(game: Game, round_: Round, cards: Mapping[Cell, SeenCard], known: Known) -> list[Proposal]:
    """Cards of the maze that the camera, sure of itself, now reads as another face."""
    found = []
    for card in round_.board.of_kind(Kind.PATH):
        seen = cards.get(card.cell)
        if seen is None or seen.face is None or seen.face == card.face or card.cell in known.held:
            continue
        if not clear(seen, game.ruleset.copies) or not isinstance(game.pending, p.Playing):
            continue
        turned = card.face is not None and seen.face == card.face.half_turn()
        entry = known.entries.get(card.cell)
        choices = () if entry is None else (Choice(0, "amend", seen.face, seen.confidence, entry=entry),)
        seats = frozenset({game.pending.seat})
        found.append(Proposal("turned" if turned else "misread", card.cell, choices, "unexpected", None, seats))
    return found
