"""Goals in front of the camera: is it the card that was named, does it lie the right way round. Only public things."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.live.proposal import Choice, Does, Findings, Proposal, ProposalKind, WaitsFor, why_unsure
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.decide import decide
from companion.sight.reading import SeenCard
from companion.state import pending as p
from companion.state.commands import ByCamera, Command, LayGoal, TellGoal
from companion.state.game import Game
from companion.state.refusals import Refusal

ASKED_THEN = (WaitsFor.UNDONE, WaitsFor.NOT_KEPT)  # why a goal is held that people are asked about


@dataclass(frozen=True)
class TurnedUp:
    """A card that lies face down in the game and face up on the table.

    It is a goal, or the card over a chest that was reached, which is turned over like a goal.

    faces : those that people may choose from with their confidence, likeliest first
    is_sure : of the face that it shows
    """

    seen: SeenCard
    faces: Sequence[tuple[Face, float]]
    is_sure: bool


def goal_findings(game: Game, turned_up: Sequence[TurnedUp], held: Mapping[Cell, WaitsFor]) -> Findings:
    """What the camera has to say of them. held : cards that must not act by themselves, with the reason"""
    proposals = []
    for card in turned_up:
        cell = card.seen.cell
        why = held.get(cell)
        if why is not None and why not in ASKED_THEN:
            continue
        match game.pending:
            case p.LayingGoal() | p.LayingCover() as task if task.cell == cell:
                found = _lay(game, task, card, why)
            case p.TellingGoal() as task if task.cell == cell:
                found = _tell(game, task, card, why)
            case p.TurningGoal() as task if task.cell == cell:
                found = Proposal(ProposalKind.GOAL, cell, (), WaitsFor.PLACE_HOLDER, seats=frozenset({task.seat}))
            case _:
                found = Proposal(ProposalKind.GOAL, cell, (), WaitsFor.NOT_REACHED)
        if not isinstance(found, Proposal):
            return Findings(found)
        proposals.append(found)
    return Findings(None, tuple(proposals))


def _lay(game: Game, task: p.LayingGoal | p.LayingCover, card: TurnedUp, why: WaitsFor | None) -> Command | Proposal:
    """Is it the card that was named, and does it lie the right way round."""
    seen = card.seen
    named = next((way for way, _ in card.faces if way in task.faces), None)
    if named is None or (named != seen.face and card.is_sure):
        twisted = seen.face is not None and seen.face.half_turn() in task.faces
        ask = _ask(task, LayGoal(task.cell, task.turned[0]), task.faces[0], seen, WaitsFor.OTHER_WAY_ROUND)
        return ask if twisted else replace(ask, waits_for=WaitsFor.DIFFERENT_CARD, saw=seen.face)
    command = LayGoal(task.cell, task.turned[task.faces.index(named)])
    if not card.is_sure:
        return _ask(task, command, named, seen, why_unsure(seen))
    if why is None and not isinstance(decide(game, ByCamera(), command), Refusal):
        return command
    return _ask(task, command, named, seen, why or why_unsure(seen))


def _ask(
    task: p.LayingGoal | p.LayingCover, command: Command, face: Face, seen: SeenCard, waits_for: WaitsFor
) -> Proposal:
    choice = Choice(0, Does.LAY_GOAL, face, seen.confidence, command=command)
    return Proposal(ProposalKind.GOAL, task.cell, (choice,), waits_for, None, frozenset({task.seat}))


def _tell(game: Game, task: p.TellingGoal, card: TurnedUp, why: WaitsFor | None) -> Command | Proposal:
    """A printed goal was turned over: which of this edition's goals has that front."""
    seen, choices = card.seen, _tellable(game, card)
    if not choices:
        return Proposal(ProposalKind.GOAL, seen.cell, (), WaitsFor.DIFFERENT_CARD, None, frozenset({task.seat}))
    best = choices[0]
    fits = card.is_sure and best.face == seen.face and best.refusal is None
    if fits and why is None and best.command is not None:
        return best.command
    waits_for = (why if fits else None) or why_unsure(seen)
    return Proposal(ProposalKind.GOAL, seen.cell, choices, waits_for, None, frozenset({task.seat}))


def _tellable(game: Game, card: TurnedUp) -> tuple[Choice, ...]:
    """The goals that the card may be, likeliest first."""
    choices: list[Choice] = []
    for face, confidence in card.faces:
        for kind in sorted({goal.kind for goal in game.ruleset.goals if face.upright() == goal.face.upright()}):
            command = TellGoal(card.seen.cell, kind, face)
            outcome = decide(game, ByCamera(), command)
            refusal = outcome if isinstance(outcome, Refusal) else None
            choices.append(Choice(len(choices), Does.TELL_GOAL, face, confidence, command=command, refusal=refusal))
    return tuple(choices)
