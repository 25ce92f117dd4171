"""How the last step is taken back and an older misread put right: by telling the story again. No files, no locks.

What somebody was shown on his phone stays shown: a look at a goal is remembered (story.Look), and nothing is taken
back over a dwarf that was looked at or changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.cards.register import card_of, happening, looked_at
from companion.live.handling import Undo, handling_of
from companion.live.story import Aside, Step, Story
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.decide import decide
from companion.rules.ending import is_told
from companion.state import commands as c
from companion.state import events as e
from companion.state.game import Game
from companion.state.refusals import Refusal

# ---- taking back ------------------------------------------------------------------------------------------------


def last_undoable(story: Story) -> tuple[Step, ...] | Refusal:
    """The steps that one press takes back, or why none can be."""
    if is_told(story.game):
        return Refusal("roles_are_shown")
    steps, nothing = story.steps, Refusal("nothing_to_undo")
    last = next((at for at in reversed(range(len(steps))) if not _stays(steps[at])), None)
    if last is None:
        return nothing
    first = _beginning(steps, last)
    gone = (steps[first], *(step for step in steps[first + 1 : last + 1] if handling_of(step.command).begun_by))
    if any(showed_a_dwarf(story.game, event) for step in gone for event in step.events):
        return Refusal("secret_was_seen")
    return gone if all(_can_go(story, step) for step in gone) else nothing


def phone_that_may(steps: Sequence[Step]) -> c.SeatId | None:
    """The seat whose own phone takes these steps back, which begin with its move; the table screen may in any case.

    Nobody's once a goal was looked at: else he looks, takes the map back, lays a tunnel and knows more for nothing.
    """
    has_looked = any(looked_at(event) is not None for step in steps for event in step.events)
    return steps[0].mover if steps and not has_looked else None


def _stays(step: Step) -> bool:
    return handling_of(step.command).undo is Undo.STAYS


def _can_go(story: Story, step: Step) -> bool:
    if isinstance(step.by, c.ByDealer):
        return False
    return handling_of(step.command).undo is Undo.GOES or _goes_on(story, step)


def _goes_on(story: Story, step: Step) -> bool:
    """The step gave up a game that may go on where it was: since then only names were changed.

    A seat that was freed ends it too. Whoever sat down there next would see its role, and in the game that goes on
    nobody would have heard of it.
    """
    if not gave_up(step):
        return False
    later = story.told[story.told.index(step) + 1 :]
    return all(isinstance(one, Step) and isinstance(one.command, c.RenameSeat) for one in later)


def may_go_on(undoable: Sequence[Step] | Refusal) -> bool:
    """A game was given up last, and the table may still take that back: by what last_undoable says."""
    return not isinstance(undoable, Refusal) and any(gave_up(step) for step in undoable)


def gave_up(step: Step) -> bool:
    return any(isinstance(event, e.LobbyOpened) and event.given_up for event in step.events)


def _beginning(steps: Sequence[Step], last: int) -> int:
    """Where the move began that this step ends."""
    began = handling_of(steps[last].command).begun_by
    if began is None:
        return last
    return _beginning(steps, next(at for at in reversed(range(last)) if any(map(began, steps[at].events))))


def showed_a_dwarf(game: Game, event: e.Event) -> bool:
    """Somebody has learnt from this program who he or another is since the roles were dealt."""
    found = happening(event)
    return found is not None and found.shows(game, event)


def look_again(story: Story, command: c.Command) -> Refusal | None:
    """Why this map may not show another goal, where its first look was taken back."""
    game, played = story.game, card_of(command)
    if played is None or not played.traits.peeks or game.round is None:
        return None
    (cell,) = played.way_of(command).cells
    for look in story.looks:
        if (look.round, look.seat) == (game.round.number, game.round.turn) and look.cell != cell:
            card = game.round.board.at(look.cell)
            if card is not None and card.face is None:
                return Refusal("map_was_used", {"goal": look.cell}, cell=cell)
    return None


# ---- putting right ----------------------------------------------------------------------------------------------


def amended(story: Story, entry: int, face: Face) -> tuple[Story, Cell] | Refusal:
    """The story with another card in a placement of this round, and its cell; what follows is judged again.

    Later cards that no longer fit are forced, as they do lie there; steps of a goal that is not reached fall away.
    """
    if is_told(story.game):
        return Refusal("roles_are_shown")
    step = _placement(story, entry)
    if step is None or not isinstance(step.command, c.PlacePath):
        return Refusal("not_a_placement")
    if any(isinstance(event, e.RoundBegan) for later in story.steps if later.seq > entry for event in later.events):
        return Refusal("earlier_round")
    if step.command.face == face:
        return Refusal("same_card", cell=step.command.cell)
    new = _told_again(story, step, replace(step.command, face=face))
    if isinstance(new, Refusal):
        return replace(new, cell=step.command.cell)
    if _dwarves_shown(new) != _dwarves_shown(story):
        return Refusal("amend_breaks_later", {"reason": "secret_was_seen"}, cell=step.command.cell)
    return replace(new, looks=story.looks), step.command.cell


def is_laid_unasked(story: Story, cell: Cell) -> bool:
    """Whether a card was laid as the camera saw it, and nobody has said since which it is; a veto or a toll says
    nothing of that."""
    entry = story.entries.get(cell)
    step = None if entry is None else _placement(story, entry)
    if step is None or not isinstance(step.by, c.ByCamera):
        return False
    asides = (one for one in story.told if isinstance(one, Aside) and one.seq > step.seq)
    return all(one.note.facts.get("cell") != cell for one in asides)


def _placement(story: Story, entry: int) -> Step | None:
    """The step that laid the card, also where others had to let it stand first."""
    steps = story.steps
    at = next((at for at, step in enumerate(steps) if step.seq == entry), None)
    return None if at is None else steps[_beginning(steps, at)]


def _told_again(story: Story, step: Step, command: c.PlacePath) -> Story | Refusal:
    """The story with this command in the place of the step's, as far as the rules let the rest follow."""
    at = story.told.index(step)
    new = story.retold(story.told[:at])
    for one in story.told[at:]:
        if isinstance(one, Aside):
            new = new.noting(one.seq, one.note)
            continue
        meant = command if one is step else one.command
        events = _judged_again(new.game, one, meant)
        if isinstance(events, Refusal):
            if handling_of(meant).follows_goal:
                continue
            return Refusal("amend_breaks_later", {"reason": events.code})
        new = new.then(one.seq, one.by, meant, events)
    return new


def _judged_again(game: Game, step: Step, command: c.Command) -> tuple[e.Event, ...] | Refusal:
    events = decide(game, step.by, command)
    if isinstance(events, Refusal) and isinstance(command, c.PlacePath):
        events = decide(game, c.ByTable(), replace(command, forced=True))
    if isinstance(events, Refusal) and isinstance(command, c.LayGoal):
        events = decide(game, c.ByTable(), command)  # a card lies as it does, whoever said so in a program of last year
    if isinstance(events, Refusal) and isinstance(command, c.SetPile | c.SetHand):
        return step.events  # what the table counted stands, however the app counts by now
    return events


def _dwarves_shown(story: Story) -> list[e.Event]:
    return [event for step in story.steps for event in step.events if showed_a_dwarf(story.game, event)]
