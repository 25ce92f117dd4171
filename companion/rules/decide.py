"""Judge a command: what happens if it is done, or why it is not done. Nothing is changed here: see rules.evolve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.editions import DEFAULT_EDITION
from companion.editions.compose import compose
from companion.editions.ruleset import Conflict
from companion.rules import chests, corrections, ending, flow, lobby, tolls, turn, veto
from companion.rules.story import Story
from companion.state import commands as c
from companion.state.card_events import CardStood, TollPaid
from companion.state.commands import Actor, ByCamera, ByDealer, BySeat, ByTable, Command
from companion.state.events import Event
from companion.state.game import Game
from companion.state.pending import AskingToll, ChoosingDwarf, Vetoing
from companion.state.refusals import Refusal

Answer = tuple[Event, ...] | Refusal
Handler = Callable[[Game, Any, Any], Answer]


def new_game() -> Game:
    """An empty table in the lobby, with the default edition."""
    ruleset = compose(DEFAULT_EDITION)
    if isinstance(ruleset, Conflict):
        raise ValueError(f"the default edition does not compose: {ruleset}")
    return Game(ruleset)


def decide(game: Game, by: Actor, command: Command) -> Answer:
    """The events that follow, in order, or the refusal with its reason."""
    who, handler = _HANDLERS[type(command)]
    if not isinstance(by, who):
        return Refusal(_WRONG_HAND.get(who, "not_allowed"))
    if isinstance(by, BySeat) and not 0 <= by.seat < len(game.seats):
        return Refusal("no_such_seat")
    answer = handler(game, by, command)
    if isinstance(answer, Refusal):
        return answer
    waiting = veto.may_come(game, command)
    if waiting:
        return veto.hold(game, by, command, waiting)
    if isinstance(command, _STARTERS):
        return _settled(game, answer)
    return _resumed(game, answer) if isinstance(command, _ANSWERS) else answer


def _resumed(game: Game, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The card that waited for this answer is played now, where the answer lets it."""
    held = game.pending
    if not isinstance(held, Vetoing | AskingToll) or not isinstance(events[-1], CardStood | TollPaid):
        return events
    story = Story(game)
    story.tell(*events)
    by = ByTable() if held.by_table else BySeat(held.seat)
    answer = _HANDLERS[type(held.held)][1](story.game, by, held.held)
    if isinstance(answer, Refusal):
        raise ValueError(f"a card that was judged is refused: {answer}")
    return (*events, *answer)


def _settled(game: Game, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """With printed roles and goals there is nothing to deal; who becomes simulated is not waited for."""
    story = Story(game)
    story.tell(*events)
    flow.settle(story)
    return story.events


def _inspect(game: Game, by: Actor, command: c.Inspect) -> Answer:
    """By the card, or by what lay in a chest."""
    chosen = isinstance(game.pending, ChoosingDwarf)
    return chests.choose_dwarf(game, by, command) if chosen else turn.play_card(game, by, command)


_STARTERS = (c.StartGame, c.TakeOverSeat)
_ANSWERS = (c.LetStand, c.AnswerToll)
_TABLE = (ByTable,)
_CHANCE = (ByDealer,)
_PEOPLE = (BySeat, ByTable)
_ANYBODY = (BySeat, ByTable, ByCamera)
_SEAT = (BySeat,)

_WRONG_HAND: dict[tuple[type, ...], str] = {_TABLE: "only_the_table", _CHANCE: "only_chance", _SEAT: "only_a_seat"}

_HANDLERS: dict[type, tuple[tuple[type, ...], Handler]] = {
    c.Configure: (_TABLE, lobby.configure),
    c.AddSeat: (_TABLE, lobby.add_seat),
    c.RenameSeat: (_PEOPLE, lobby.rename_seat),
    c.RemoveSeat: (_TABLE, lobby.remove_seat),
    c.MoveSeat: (_TABLE, lobby.move_seat),
    c.TakeOverSeat: (_TABLE, lobby.take_over_seat),
    c.StartGame: (_TABLE, lobby.start_game),
    c.DealRoles: (_CHANCE, flow.deal_roles),
    c.DealGoals: (_CHANCE, flow.deal_goals),
    c.DealGold: (_CHANCE, flow.deal_gold),
    c.RoleSeen: (_SEAT, flow.role_seen),
    c.BeginPlay: (_TABLE, flow.begin_play),
    c.PlacePath: (_ANYBODY, turn.place_path),
    c.BreakTool: (_PEOPLE, turn.play_card),
    c.RepairTool: (_PEOPLE, turn.play_card),
    c.Rockfall: (_ANYBODY, turn.play_card),
    c.UseMap: (_PEOPLE, turn.play_card),
    c.ClosePeek: (_PEOPLE, turn.close_peek),
    c.Pass: (_PEOPLE, turn.pass_turn),
    c.ChooseGoal: (_PEOPLE, turn.choose_goal),
    c.LayGoal: (_ANYBODY, turn.lay_goal),
    c.TellGoal: (_ANYBODY, turn.tell_goal),
    c.EndRound: (_TABLE, ending.end_round),
    c.TellRole: (_PEOPLE, flow.tell_role),
    c.TakeGold: (_SEAT, flow.take_gold),
    c.TellGold: (_PEOPLE, flow.tell_gold),
    c.NextRound: (_PEOPLE, flow.next_round),
    c.NewGame: (_TABLE, flow.new_game),
    c.Resync: (_TABLE, corrections.resync),
    c.SetTurn: (_TABLE, corrections.set_turn),
    c.SetPile: (_TABLE, corrections.set_pile),
    c.SetHand: (_TABLE, corrections.set_hand),
    c.SetTools: (_TABLE, corrections.set_tools),
    c.SetMarks: (_TABLE, corrections.set_marks),
    c.DealChests: (_CHANCE, flow.deal_chests),
    c.RedealRoles: (_CHANCE, flow.redeal_roles),
    c.LayMidway: ((BySeat, ByTable, ByCamera, ByDealer), flow.lay_midway),
    c.LayThief: (_PEOPLE, turn.play_card),
    c.HandsOff: (_PEOPLE, turn.play_card),
    c.Trap: (_PEOPLE, turn.play_card),
    c.Free: (_PEOPLE, turn.play_card),
    c.Inspect: (_PEOPLE, _inspect),
    c.SwapHats: (_PEOPLE, turn.play_card),
    c.SwapHands: (_PEOPLE, turn.play_card),
    c.TradeTwo: (_PEOPLE, turn.trade_two),
    c.SwapGoals: (_PEOPLE, turn.play_card),
    c.SearchDiscards: (_PEOPLE, turn.play_card),
    c.Veto: (_PEOPLE, veto.veto),
    c.LetStand: (_PEOPLE, veto.let_stand),
    c.ReverseTurns: (_PEOPLE, turn.play_card),
    c.Pioneer: (_PEOPLE, turn.play_card),
    c.StopPioneering: (_PEOPLE, turn.stop_pioneering),
    c.MoveLast: (_ANYBODY, turn.play_card),
    c.SetToll: (_PEOPLE, tolls.set_toll),
    c.AnswerToll: (_PEOPLE, tolls.answer_toll),
    c.TellChest: (_ANYBODY, chests.tell_chest),
    c.ShiftGoal: (_ANYBODY, chests.shift_goal),
    c.TakeCard: (_PEOPLE, chests.take_card),
    c.FinishChore: (_PEOPLE, chests.finish_chore),
    c.Steal: (_SEAT, flow.steal),
}
