"""Goals in front of the camera: is it the card that was named, does it lie the right way round. Only public things."""

from __future__ import annotations

from collections.abc import Mapping

from companion.live.observe import SeenCard
from companion.live.proposal import Choice, Findings, Proposal, readings
from companion.live.settings import AUTO_CONFIDENCE
from companion.maze.board import Kind
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.decide import decide
from companion.state import pending as p
from companion.state.commands import ByCamera, Command, LayGoal, TellGoal
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.round import Round

ASKED_THEN = ("undone", "not_kept")  # why a goal is held that people are asked about; any other is left alone


def goal_findings(game: Game, round_: Round, cards: Mapping[Cell, SeenCard], held: Mapping[Cell, str]) -> Findings:
    """What the camera has to say of goals that lie face down in the game and face up on the table.

    held : goals that must not act by themselves, with the reason
    """
    proposals = []
    for goal in round_.board.of_kind(Kind.GOAL):
        seen = cards.get(goal.cell)
        if goal.face is not None or seen is None or seen.face is None:
            continue
        why = held.get(goal.cell)
        if why is not None and why not in ASKED_THEN:
            continue
        match game.pending:
            case p.LayingGoal(cell=cell) if cell == goal.cell:
                found = _lay(game, game.pending, seen, why)
            case p.TellingGoal(cell=cell) if cell == goal.cell:
                found = _tell(game, seen, why)
            case _:
                found = Proposal("goal", goal.cell, (), "not_reached")
        if not isinstance(found, Proposal):
            return Findings(found)
        proposals.append(found)
    covers = _covers(game, cards, held)
    return covers if covers.automatic else Findings(None, (*proposals, *covers.proposals))


def _covers(game: Game, cards: Mapping[Cell, SeenCard], held: Mapping[Cell, str]) -> Findings:
    """The card over a chest that was reached is turned over like a goal."""
    task = game.pending
    seen = cards.get(task.cell) if isinstance(task, p.LayingCover) else None
    if not isinstance(task, p.LayingCover) or seen is None or seen.face is None:
        return Findings()
    why = held.get(task.cell)
    found = None if why is not None and why not in ASKED_THEN else _lay(game, task, seen, why)
    if found is None:
        return Findings()
    return Findings(None, (found,)) if isinstance(found, Proposal) else Findings(found)


def _lay(game: Game, task: p.LayingGoal | p.LayingCover, seen: SeenCard, why: str | None) -> Command | Proposal:
    best = next((way for way, _ in readings(seen) if way in task.faces), None)
    sure = not seen.uncertain and seen.confidence >= AUTO_CONFIDENCE
    if best is not None and (best == seen.face or not sure):
        command = LayGoal(task.cell, task.turned[task.faces.index(best)])
        if sure and why is None and not isinstance(decide(game, ByCamera(), command), Refusal):
            return command
        return _ask(task, [command], [best], seen, why if sure and why is not None else "unsure")
    wanted = LayGoal(task.cell, task.turned[0])
    twisted = seen.face is not None and seen.face.half_turn() in task.faces
    return _ask(task, [wanted], [task.faces[0]], seen, "other_way_round" if twisted else "different_card")


def _ask(
    task: p.LayingGoal | p.LayingCover, commands: list[Command], faces: list[Face], seen: SeenCard, problem: str
) -> Proposal:
    choices = tuple(
        Choice(key, "lay_goal", face, seen.confidence, command=command)
        for key, (command, face) in enumerate(zip(commands, faces, strict=True))
    )
    return Proposal("goal", task.cell, choices, problem, None, frozenset({task.seat}))


def _tell(game: Game, seen: SeenCard, why: str | None) -> Command | Proposal:
    """A printed goal was turned over: which of this edition's goals has that front."""
    choices: list[Choice] = []
    for face, confidence in readings(seen):
        for kind in sorted({card.kind for card in game.ruleset.goals if face.upright() == card.face.upright()}):
            command = TellGoal(seen.cell, kind, face)
            outcome = decide(game, ByCamera(), command)
            refusal = outcome if isinstance(outcome, Refusal) else None
            choices.append(Choice(len(choices), "tell_goal", face, confidence, command=command, refusal=refusal))
    sure = not seen.uncertain and seen.confidence >= AUTO_CONFIDENCE
    clear = sure and choices and choices[0].face == seen.face and choices[0].refusal is None
    if clear and why is None and choices[0].command:
        return choices[0].command
    seats = frozenset({game.pending.seat}) if isinstance(game.pending, p.TellingGoal) else frozenset()
    problem = (why if clear and why is not None else "unsure") if choices else "different_card"
    return Proposal("goal", seen.cell, tuple(choices), problem, None, seats)
