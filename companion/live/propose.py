"""What the table should be asked, or told by itself, about what the camera sees. It judges nothing and writes nothing.

The settled board is compared with the game's, here alone. Only public things are looked at, so that no proposal depends
on a secret. "Not seen" is not "removed": a card counts as taken away only where the camera saw it go.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from companion.live.goal_seen import TurnedUp, goal_findings
from companion.live.gone_seen import asked_about_gone
from companion.live.known import Known
from companion.live.proposal import Choice, Does, Findings, Proposal, ProposalKind, WaitsFor, why_unsure
from companion.live.set_table import is_set
from companion.live.settings import (
    AUTO_CONFIDENCE,
    AUTO_LEAD,
    CANDIDATE_LEAST,
    CANDIDATES_MOST,
    DOUBT_LEAST,
    DOUBTS_MOST,
    LAYOUT_DIFFERS_FROM,
)
from companion.maze.board import Kind
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.decide import decide
from companion.sight.reading import CardKind, SeenCard
from companion.sight.settled_board import SettledBoard
from companion.state import pending as p
from companion.state.commands import ByCamera, ByTable, LayMidway, PlacePath, Resync, SeatId, SetTable, TableCard
from companion.state.events import PathPlaced
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.round import Round

_LAYING = (p.Playing, p.Pioneering)
_WAITING = (
    p.LookingAtRoles,
    p.Peeking,
    p.ChoosingGoal,
    p.TurningGoal,
    p.LayingGoal,
    p.TellingGoal,
    p.LayingCover,
    p.Inspecting,
)


def propose(game: Game, seen: SettledBoard, known: Known) -> Findings:
    """The one command that needs nobody, if there is one, and the questions for people."""
    round_ = game.round
    if isinstance(game.pending, p.SettingTable):
        return Findings(SetTable() if is_set(game, seen.board, known.held) else None)
    if round_ is None or not isinstance(game.pending, (*_LAYING, *_WAITING, p.LayingMidway)):
        return Findings()
    if isinstance(game.pending, p.LayingMidway):
        return _midway(game, game.pending.cell, seen.board, known)
    turned_up = _turned_up(game, round_, seen.board)
    goals = goal_findings(game, turned_up, known.held) if turned_up else Findings()
    if goals.automatic is not None:
        return goals
    maze = _of_the_maze(game, round_, seen, known)
    return Findings(maze.automatic, (*goals.proposals, *maze.proposals))


def _of_the_maze(game: Game, round_: Round, seen: SettledBoard, known: Known) -> Findings:
    """Cards that came, went, moved or turned, the start card and the goals apart."""
    came, went = _came(round_, seen, known), _went(round_, seen, known)
    if different := _different(came, known, most=len(came) if seen.photo else LAYOUT_DIFFERS_FROM - 1):
        return Findings(None, (_ask_about_layout(game, seen, different, known),))
    automatic, laid = _laid(game, came, known)
    if seen.photo:
        laid = _first_in_turn(laid)
    if not isinstance(game.pending, p.Playing):
        return Findings(automatic, tuple(laid))
    moved = _moved(round_, came, went)
    if moved is not None:
        return Findings(None, (_ask_resync(game, seen, ProposalKind.MOVED, moved.cell, went, WaitsFor.UNEXPECTED),))
    gone = [asked_about_gone(game, game.pending.seat, cell, known) for cell in went]
    misread = _misread(game, round_, game.pending.seat, seen.board, known)
    doubted = _doubted(game, round_, game.pending.seat, known)
    return Findings(None if gone else automatic, (*laid, *gone, *misread, *doubted))


def resync_to(seen: SettledBoard | None) -> Resync | None:
    """The maze as the camera's last settled board shows it; a goal of whose front it is not sure is left as it was, as
    gold that lies open may end the round."""
    if seen is None or not seen.board:
        return None
    return Resync(
        tuple(
            TableCard(cell, card.face, card.kind.value)
            for cell, card in sorted(seen.board.items())
            if card.kind is not CardKind.COVERED and not _is_doubtful_goal(card)
        )
    )


def _is_doubtful_goal(card: SeenCard) -> bool:
    return card.kind is CardKind.GOAL and card.face is not None and not _is_sure(card)


# ---- game and table, compared ------------------------------------------------------------------------------------


def _turned_up(game: Game, round_: Round, board: Mapping[Cell, SeenCard]) -> list[TurnedUp]:
    down = [goal.cell for goal in round_.board.of_kind(Kind.GOAL) if goal.face is None]
    if isinstance(game.pending, p.LayingCover):
        down.append(game.pending.cell)
    cards = [board[cell] for cell in down if cell in board and board[cell].face is not None]
    return [TurnedUp(card, _offered(card), _is_sure(card)) for card in cards]


def _came(round_: Round, seen: SettledBoard, known: Known) -> list[SeenCard]:
    return [card for cell, card in sorted(seen.board.items()) if _is_extra(round_, card) and not _answered(cell, known)]


def _answered(cell: Cell, known: Known) -> bool:
    return known.held.get(cell) is WaitsFor.NOTHING


def _is_extra(round_: Round, card: SeenCard) -> bool:
    return card.face is not None and card.cell not in round_.board and card.kind in (CardKind.PATH, CardKind.GOAL)


def _went(round_: Round, seen: SettledBoard, known: Known) -> list[Cell]:
    cells = (card.cell for card in round_.board.of_kind(Kind.PATH))
    return [cell for cell in cells if cell in seen.emptied and not _answered(cell, known)]


# ---- cards that came ---------------------------------------------------------------------------------------------


def _different(extras: list[SeenCard], known: Known, most: int) -> list[Cell]:
    """The cells because of which the table is another than the game's: of the round before, or more than `most`."""
    cells = [card.cell for card in extras]
    left_over = [cell for cell in cells if known.held.get(cell) is WaitsFor.LEFTOVER]
    return left_over or (cells if len(cells) > most else [])


def _first_in_turn(laid: list[Proposal]) -> list[Proposal]:
    """Of cards that were laid one after the other the first that may lie there now; the others come after it."""
    allowed = [one for one in laid if one.refusal is None]
    return allowed[:1] or laid


def _ask_about_layout(game: Game, seen: SettledBoard, cells: list[Cell], known: Known) -> Proposal:
    """Cards of another round are to be collected; what came while one was played may be this round's."""
    first, *others = cells
    why = WaitsFor.LEFTOVER if known.held.get(first) is WaitsFor.LEFTOVER else WaitsFor.UNEXPECTED
    return _ask_resync(game, seen, ProposalKind.LAYOUT_DIFFERS, first, others, why)


def _ask_resync(
    game: Game, seen: SettledBoard, what: ProposalKind, cell: Cell, others: Sequence[Cell], waits_for: WaitsFor
) -> Proposal:
    command = resync_to(seen)
    outcome = None if command is None else decide(game, ByTable(), command)
    refusal = outcome if isinstance(outcome, Refusal) else None
    choice = Choice(0, Does.RESYNC, None, 1.0, command=command, refusal=refusal)
    return Proposal(what, cell, (choice,) if command else (), waits_for, others=tuple(others))


def _midway(game: Game, cell: Cell, cards: Mapping[Cell, SeenCard], known: Known) -> Findings:
    """The path card that is drawn before the first turn: there is no way for it to lie wrongly (TOUR-02)."""
    card, held = cards.get(cell), known.held.get(cell)
    if card is None or card.face is None or _answered(cell, known):
        return Findings()
    faces = _offered(card, game.ruleset.copies)
    if held is None and _is_clear(card, game.ruleset.copies) and card.face.upright() in game.ruleset.copies:
        return Findings(LayMidway(card.face))
    choices = (Choice(key, Does.PLACE, face, sure, command=LayMidway(face)) for key, (face, sure) in enumerate(faces))
    return Findings(None, (Proposal(ProposalKind.LAID, cell, tuple(choices), held or why_unsure(card)),))


def _laid(game: Game, extras: list[SeenCard], known: Known) -> tuple[PlacePath | None, list[Proposal]]:
    found = [_laid_one(game, card, known, alone=len(extras) == 1) for card in extras]
    automatic = next((command for command, _ in found if command is not None), None)
    return automatic, [proposal for _, proposal in found if proposal is not None]


def _laid_one(game: Game, card: SeenCard, known: Known, *, alone: bool) -> tuple[PlacePath | None, Proposal | None]:
    """The command that needs nobody, or the question."""
    choices = tuple(
        _judged(game, key, PlacePath(card.cell, face), confidence)
        for key, (face, confidence) in enumerate(_offered(card, game.ruleset.copies))
    )
    best = choices[0]
    seats, waits_for, refusal = _who_and_why(game, card, best, known)
    waits_for = waits_for or _doubt(game, card, best, alone=alone)
    if waits_for is None and isinstance(best.command, PlacePath):
        return best.command, None
    return None, Proposal(ProposalKind.LAID, card.cell, choices, waits_for or WaitsFor.UNSURE, refusal, seats)


def _who_and_why(
    game: Game, card: SeenCard, best: Choice, known: Known
) -> tuple[frozenset[SeatId], WaitsFor | None, Refusal | None]:
    """The seats that may answer, why it is not done by itself, and what the rules say against it."""
    held = known.held.get(card.cell)
    seats = frozenset({game.pending.seat} if isinstance(game.pending, _LAYING) else ())
    if held is not None and held.to_take_away:
        return seats, held, None
    if not isinstance(game.pending, _LAYING):
        return seats, WaitsFor.OUT_OF_TURN, Refusal("not_now", cell=card.cell)
    if (hand := known.hands.get(card.cell)) is not None and hand != game.pending.seat:
        return seats | {hand}, WaitsFor.OUT_OF_TURN, Refusal("not_your_turn", {"seat": hand}, cell=card.cell)
    if held is not None or best.refusal is None:
        return seats, held, best.refusal
    if not _is_clear(card, game.ruleset.copies):
        return seats, why_unsure(card), best.refusal
    broken = "broken_tool" in (best.refusal.code, *best.refusal.reasons)
    return seats, WaitsFor.BROKEN_TOOL if broken else WaitsFor.ILLEGAL, best.refusal


def _doubt(game: Game, card: SeenCard, best: Choice, *, alone: bool) -> WaitsFor | None:
    """Why a card that may lie there is asked about; one more of its face than were printed is a reading to doubt."""
    if not alone:
        return WaitsFor.TWO_CARDS
    copies = game.ruleset.copies
    if not _is_clear(card, copies):
        return why_unsure(card)
    in_box = best.face is not None and best.face.upright() in copies
    return None if not best.doubtful else WaitsFor.ONE_TOO_MANY if in_box else why_unsure(card)


def _is_clear(card: SeenCard, box: Container[Face]) -> bool:
    """Sure of itself, and well ahead of the next reading that the box holds."""
    others = [confidence for face, confidence in card.faces(box) if face != card.face]
    return _is_sure(card) and card.confidence - max(others, default=0.0) >= AUTO_LEAD


def _is_sure(card: SeenCard) -> bool:
    """Of the face that it shows."""
    return not card.uncertain and card.confidence >= AUTO_CONFIDENCE


def _offered(card: SeenCard, box: Container[Face] | None = None) -> list[tuple[Face, float]]:
    """The faces that people may choose from, likeliest first. box : upright faces of path cards; None of a goal"""
    return card.faces(box, least=CANDIDATE_LEAST, most=CANDIDATES_MOST)


def _judged(game: Game, key: int, command: PlacePath, confidence: float) -> Choice:
    outcome = decide(game, ByCamera(), command)
    refusal = outcome if isinstance(outcome, Refusal) else None
    over = not isinstance(outcome, Refusal) and any(isinstance(x, PathPlaced) and x.over for x in outcome)
    return Choice(key, Does.PLACE, command.face, confidence, command=command, refusal=refusal, doubtful=over)


# ---- cards that moved, turned or are doubted ---------------------------------------------------------------------


def _moved(round_: Round, extras: list[SeenCard], missing: list[Cell]) -> SeenCard | None:
    """A card that left its cell and lies in another."""
    if len(extras) != 1 or len(missing) != 1:
        return None
    old, new = round_.board.at(missing[0]), extras[0]
    if old is None or old.face is None or new.face is None:
        return None
    return new if old.face.upright() == new.face.upright() else None


def _misread(game: Game, round_: Round, seat: SeatId, cards: Mapping[Cell, SeenCard], known: Known) -> list[Proposal]:
    """Cards of the maze that the camera, sure of itself, now reads as another face."""
    found = []
    for card in round_.board.of_kind(Kind.PATH):
        seen = cards.get(card.cell)
        if seen is None or seen.face is None or seen.face == card.face or card.cell in known.held:
            continue
        if not _is_clear(seen, game.ruleset.copies):
            continue
        turned = card.face is not None and seen.face == card.face.half_turn()
        kind = ProposalKind.TURNED if turned else ProposalKind.MISREAD
        entry = known.entries.get(card.cell)
        choices = () if entry is None else (Choice(0, Does.AMEND, seen.face, seen.confidence, entry=entry),)
        found.append(Proposal(kind, card.cell, choices, WaitsFor.UNEXPECTED, None, frozenset({seat})))
    return found


def _doubted(game: Game, round_: Round, seat: SeatId, known: Known) -> list[Proposal]:
    """Whether another card lies there. A lamp or a shadow brings many into doubt: of these nobody is asked."""
    found = []
    for cell, seen in sorted(known.doubts.items()):
        card = round_.board.at(cell)
        if card is None or card.face != seen.face or cell in known.held:
            continue
        faces = [(face, sure) for face, sure in _offered(seen, game.ruleset.copies) if sure >= DOUBT_LEAST]
        others, entry = [one for one in faces if one[0] != card.face], known.entries[cell]
        choices = tuple(Choice(key, Does.AMEND, face, sure, entry=entry) for key, (face, sure) in enumerate(others))
        if choices:
            found.append(Proposal(ProposalKind.DOUBTED, cell, choices, why_unsure(seen), None, frozenset({seat})))
    return found if len(found) <= DOUBTS_MOST else []
