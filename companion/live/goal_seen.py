"""Goals in front of the camera: is it the card that was named, does it lie the right way round. Only public things."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.live.proposal import Choice, Does, Findings, Proposal, ProposalKind, WaitsFor
from companion.live.settings import AUTO_CONFIDENCE, CANDIDATE_LEAST, CANDIDATES_MOST
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.decide import decide
from companion.sight.reading import SeenCard
from companion.state import pending as p
from companion.state.commands import ByCamera, Command, LayGoal, TellGoal
from companion.state.game import Game
from companion.state.refusals import Refusal

ASKED_THEN = (WaitsFor.UNDONE, WaitsFor.NOT_KEPT)  # why a goal is held that people are asked about


def goal_findings(game: Game, turned_up: Sequence[SeenCard], held: Mapping[Cell, WaitsFor]) -> Findings:
    """What the camera has to say of cards that lie face down in the game and face up on the table.

    turned_up : goals, and the card over a chest that was reached, which is turned over like a goal
    held : cards that must not act by themselves, with the reason
    """
    proposals = []
    for seen in turned_up:
        why = held.get(seen.cell)
        if why is not None and why not in ASKED_THEN:
            continue
        match game.pending:
            case p.LayingGoal() | p.LayingCover() as task if task.cell == seen.cell:
                found = _lay(game, task, seen, why)
            case p.TellingGoal() as task if task.cell == seen.cell:
                found = _tell(game, task, seen, why)
            case _:
                found = Proposal(ProposalKind.GOAL, seen.cell, (), WaitsFor.NOT_REACHED)
        if not isinstance(found, Proposal):
            return Findings(found)
        proposals.append(found)
    return Findings(None, tuple(proposals))


def _is_sure(seen: SeenCard) -> bool:
    return not seen.uncertain and seen.confidence >= AUTO_CONFIDENCE


def _faces(seen: SeenCard) -> list[tuple[Face, float]]:
    """That people may be asked about."""
    return seen.faces(least=CANDIDATE_LEAST, most=CANDIDATES_MOST)


def _lay(game: Game, task: p.LayingGoal | p.LayingCover, seen: SeenCard, why: WaitsFor | None) -> Command | Proposal:
    """Is it the card that was named, and does it lie the right way round."""
    named = next((way for way, _ in _faces(seen) if way in task.faces), None)
    if named is None or (named != seen.face and _is_sure(seen)):
        twisted = seen.face is not None and seen.face.half_turn() in task.faces
        waits_for = WaitsFor.OTHER_WAY_ROUND if twisted else WaitsFor.DIFFERENT_CARD
        return _ask(task, LayGoal(task.cell, task.turned[0]), task.faces[0], seen, waits_for)
    command = LayGoal(task.cell, task.turned[task.faces.index(named)])
    if not _is_sure(seen):
        return _ask(task, command, named, seen, WaitsFor.UNSURE)
    if why is None and not isinstance(decide(game, ByCamera(), command), Refusal):
        return command
    return _ask(task, command, named, seen, why or WaitsFor.UNSURE)


def _ask(
    task: p.LayingGoal | p.LayingCover, command: Command, face: Face, seen: SeenCard, waits_for: WaitsFor
) -> Proposal:
    choice = Choice(0, Does.LAY_GOAL, face, seen.confidence, command=command)
    return Proposal(ProposalKind.GOAL, task.cell, (choice,), waits_for, None, frozenset({task.seat}))


def _tell(game: Game, task: p.TellingGoal, seen: SeenCard, why: WaitsFor | None) -> Command | Proposal:
    """A printed goal was turned over: which of this edition's goals has that front."""
    choices = _tellable(game, seen)
    best = choices[0] if choices else None
    clear = best is not None and _is_sure(seen) and best.face == seen.face and best.refusal is None
    if best is not None and best.command is not None and clear and why is None:
        return best.command
    waits_for = WaitsFor.DIFFERENT_CARD if best is None else why if clear and why is not None else WaitsFor.UNSURE
    return Proposal(ProposalKind.GOAL, seen.cell, choices, waits_for, None, frozenset({task.seat}))


def _tellable(game: Game, seen: SeenCard) -> tuple[Choice, ...]:
    """The goals that the card may be, likeliest first."""
    choices: list[Choice] = []
    for face, confidence in _faces(seen):
        for kind in sorted({card.kind for card in game.ruleset.goals if face.upright() == card.face.upright()}):
            command = TellGoal(seen.cell, kind, face)
            outcome = decide(game, ByCamera(), command)
            refusal = outcome if isinstance(outcome, Refusal) else None
            choices.append(Choice(len(choices), Does.TELL_GOAL, face, confidence, command=command, refusal=refusal))
    return tuple(choices)
