"""How the running table deals with each kind of command: taken back, out of date, whose move. The one list of it.

Nothing is done here: see undo, presses, table, story.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType

from companion.cards.register import answer_of, card_of, opens_look
from companion.state import commands as c
from companion.state import events as e


class Undo(Enum):
    GOES = auto()  # it can be taken back
    STAYS = auto()  # what was done before it can be, past it
    ENDS = auto()  # neither it nor what was done before it


class Stale(Enum):
    """What makes a page too old to press it."""

    NEVER = auto()  # it does no harm, whatever happened in between
    BY_PHONE = auto()  # as by seats, and it is meant for whoever sat there: not for a phone that has come since
    BY_SEATS = auto()  # it names a seat by its number, which is another's once seats have moved, or in a new round
    BY_ROUND = auto()  # it is about the round or the game as a whole: another round, and no move
    BY_MOVE = auto()  # all that outdates


@dataclass(frozen=True)
class Handling:
    """undo : whether a step of this kind can be taken back; a game that was given up has a rule of its own, in undo
    stale : which pages may press it no more
    outdates : it makes older what others are about to press
    move : of the seat that gives it or is on turn; else it is what the table says of the game, and no phone undoes it
    begun_by : the event with which the step began that it only answers, and with which it goes: else a peek would be
        shown again; None where it is a move of its own
    follows_goal : it follows from a goal, a chest or the round's end, and falls away where an amended card no longer
        leads there
    """

    undo: Undo
    stale: Stale
    outdates: bool
    move: bool
    begun_by: Callable[[e.Event], bool] | None = None
    follows_goal: bool = False


def _card_played(event: e.Event) -> bool:
    return isinstance(event, e.CardPlayed)


def _goal_picked(event: e.Event) -> bool:
    return isinstance(event, e.GoalPicked)


def _toll_asked(event: e.Event) -> bool:
    return isinstance(event, e.TollAsked)


GOES, STAYS, ENDS = Undo.GOES, Undo.STAYS, Undo.ENDS
NEVER, BY_SEATS, BY_PHONE = Stale.NEVER, Stale.BY_SEATS, Stale.BY_PHONE
BY_ROUND, BY_MOVE = Stale.BY_ROUND, Stale.BY_MOVE
HANDLING: Mapping[type[c.Command], Handling] = MappingProxyType({
    c.Configure: Handling(ENDS, BY_MOVE, outdates=True, move=True),
    c.AddSeat: Handling(ENDS, NEVER, outdates=False, move=True),
    c.RenameSeat: Handling(STAYS, BY_SEATS, outdates=False, move=True),
    c.RemoveSeat: Handling(ENDS, BY_MOVE, outdates=True, move=True),
    c.MoveSeat: Handling(ENDS, BY_MOVE, outdates=True, move=True),
    c.SetSeating: Handling(STAYS, BY_MOVE, outdates=False, move=True),
    c.SitNext: Handling(ENDS, BY_MOVE, outdates=True, move=True),
    c.TakeOverSeat: Handling(STAYS, BY_PHONE, outdates=False, move=True),
    c.SetPresence: Handling(GOES, BY_ROUND, outdates=True, move=False),
    c.SetPause: Handling(STAYS, BY_ROUND, outdates=False, move=False),
    c.SeeResult: Handling(STAYS, BY_ROUND, outdates=False, move=True, follows_goal=True),
    c.StartGame: Handling(ENDS, BY_MOVE, outdates=True, move=True),
    c.DealRoles: Handling(ENDS, BY_MOVE, outdates=True, move=True),
    c.DealGoals: Handling(ENDS, BY_MOVE, outdates=True, move=True),
    c.DealGold: Handling(ENDS, BY_MOVE, outdates=True, move=True),
    c.PlacePath: Handling(GOES, BY_MOVE, outdates=True, move=True),
    c.ClosePeek: Handling(GOES, BY_ROUND, outdates=False, move=True, begun_by=opens_look),
    c.Pass: Handling(GOES, BY_MOVE, outdates=True, move=True),
    c.TickLine: Handling(STAYS, BY_ROUND, outdates=False, move=False),
    c.SetTable: Handling(ENDS, BY_ROUND, outdates=False, move=False),
    c.RoleSeen: Handling(STAYS, BY_ROUND, outdates=False, move=True),
    c.BeginPlay: Handling(ENDS, BY_ROUND, outdates=False, move=True),
    c.ChooseGoal: Handling(GOES, BY_MOVE, outdates=True, move=True, follows_goal=True),
    c.TurnGoal: Handling(GOES, BY_MOVE, outdates=True, move=True, begun_by=_goal_picked, follows_goal=True),
    c.LayGoal: Handling(GOES, BY_MOVE, outdates=True, move=True, follows_goal=True),
    c.TellGoal: Handling(GOES, BY_MOVE, outdates=True, move=True, follows_goal=True),
    c.UsePrintedGoals: Handling(GOES, BY_MOVE, outdates=True, move=False, follows_goal=True),
    c.EndRound: Handling(GOES, BY_MOVE, outdates=True, move=False),
    c.TellRole: Handling(ENDS, BY_ROUND, outdates=True, move=True),  # nobody agrees to what he has not read
    c.AgreeRoles: Handling(ENDS, BY_MOVE, outdates=True, move=True),
    c.TakeGold: Handling(ENDS, BY_MOVE, outdates=True, move=True),
    c.TellGold: Handling(ENDS, BY_ROUND, outdates=False, move=True),
    c.NextRound: Handling(ENDS, BY_MOVE, outdates=True, move=True),
    c.NewGame: Handling(ENDS, BY_ROUND, outdates=True, move=False),
    c.Resync: Handling(GOES, BY_MOVE, outdates=True, move=False),
    c.SetTurn: Handling(GOES, BY_MOVE, outdates=True, move=False),
    c.SetPile: Handling(GOES, BY_MOVE, outdates=True, move=False),
    c.SetHand: Handling(GOES, BY_MOVE, outdates=True, move=False),
    c.SetTools: Handling(GOES, BY_MOVE, outdates=True, move=False),
    c.SetMarks: Handling(GOES, BY_MOVE, outdates=True, move=False),
    c.DealChests: Handling(ENDS, BY_MOVE, outdates=True, move=True),
    c.RedealRoles: Handling(ENDS, BY_MOVE, outdates=True, move=True),
    c.LayMidway: Handling(GOES, BY_MOVE, outdates=True, move=True),
    c.LayChests: Handling(GOES, BY_MOVE, outdates=True, move=False),
    c.TradeTwo: Handling(GOES, BY_MOVE, outdates=True, move=True),
    c.LetStand: Handling(GOES, BY_MOVE, outdates=True, move=True, begun_by=_card_played),
    c.StopPioneering: Handling(GOES, BY_MOVE, outdates=True, move=True),
    c.SetToll: Handling(GOES, BY_MOVE, outdates=True, move=True),
    c.AnswerToll: Handling(GOES, BY_MOVE, outdates=True, move=True, begun_by=_toll_asked),
    c.TellChest: Handling(GOES, BY_MOVE, outdates=True, move=True, follows_goal=True),
    c.Steal: Handling(ENDS, BY_MOVE, outdates=True, move=True),
})  # fmt: skip


def handling_of(command: c.Command) -> Handling:
    """A card, and what a chest asked, can be taken back: what shows a secret, undo refuses by its events."""
    card = card_of(command)
    if card is not None:
        begun_by = _card_played if card.traits.in_anothers_turn else None
        return Handling(GOES, BY_MOVE, outdates=True, move=True, begun_by=begun_by)
    answer = answer_of(command)
    if answer is not None:
        return Handling(GOES, BY_MOVE, outdates=True, move=True, begun_by=answer.begun_by, follows_goal=True)
    return HANDLING[type(command)]
