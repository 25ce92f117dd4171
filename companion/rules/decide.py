"""Judge a command: what happens if it is done, or why it is not done. Nothing is changed here: see rules.evolve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.cards.register import answer_of, card_of, vetoes_in
from companion.editions import DEFAULT_EDITION
from companion.editions.compose import compose
from companion.editions.ruleset import Conflict
from companion.rules import away, between_rounds, chests, corrections, ending, flow, lobby, setting, tolls, turn, veto
from companion.rules.course import back_in_hand
from companion.rules.evolve import Decision, Outcome
from companion.state import commands as c
from companion.state.commands import Actor, ByCamera, ByDealer, BySeat, ByTable, Command
from companion.state.events import CardStood, Event, TollPaid
from companion.state.game import Game
from companion.state.pending import AskingToll, Pending, Vetoing
from companion.state.refusals import Refusal

Handler = Callable[[Game, Any, Any], Outcome]


def new_game() -> Game:
    """An empty table in the lobby, with the default edition."""
    ruleset = compose(DEFAULT_EDITION)
    if isinstance(ruleset, Conflict):
        raise ValueError(f"the default edition does not compose: {ruleset}")
    return Game(ruleset)


def decide(game: Game, by: Actor, command: Command) -> tuple[Event, ...] | Refusal:
    """The events that follow, in order, or the refusal with its reason."""
    answer = decided(game, by, command)
    return answer if isinstance(answer, Refusal) else answer.events


def decided(game: Game, by: Actor, command: Command) -> Outcome:
    """As `decide`, with the game that the events lead to, for whoever plays on with it."""
    answer = _why_not_in_a_pause(game, by, command) or _judge(game, by, command)
    if isinstance(answer, Refusal):
        return answer
    if isinstance(command, c.SetPresence) or any(not seat.is_here for seat in game.seats):
        _press_for_the_away(answer)
    return answer


def _why_not_in_a_pause(game: Game, by: Actor, command: Command) -> Refusal | None:
    """Of the players and the camera; the table may put things right, and chance finishes what was begun."""
    plays = isinstance(by, BySeat | ByCamera) and not isinstance(command, _PLAYED_IN_A_PAUSE)
    return Refusal("paused") if game.paused and plays else None


def _press_for_the_away(decision: Decision) -> None:
    """What follows because nobody waits for who is away."""
    away.pass_over(decision)
    while (press := away.press_for(decision.game)) is not None:
        seat, command = press
        more = _judge(decision.game, BySeat(seat), command)
        if isinstance(more, Refusal):
            raise ValueError(f"what is pressed for somebody away is refused: {more}")
        decision.follow(more)
        away.pass_over(decision)


def _judge(game: Game, by: Actor, command: Command) -> Outcome:
    who, handler = _handler(game, command)
    if not isinstance(by, who):
        return Refusal(_WRONG_HAND.get(who, "not_allowed"))
    if isinstance(by, BySeat) and not game.has_seat(by.seat):
        return Refusal("no_such_seat")
    answer = handler(game, by, command)
    if isinstance(answer, Refusal):
        return answer
    waiting = veto.may_come(game, command) if vetoes_in(game.ruleset) else ()
    if waiting:
        return veto.hold(game, by, command, waiting)
    if isinstance(command, _STARTERS):
        flow.settle(answer)  # printed roles and goals are not dealt; nobody waits for who becomes simulated
    if isinstance(command, _ANSWERS):
        _resume(game.pending, answer)
    return answer


def _resume(held: Pending, decision: Decision) -> None:
    """The card that waited for this answer is played now, where the answer lets it, and who has left meanwhile."""
    if not isinstance(held, Vetoing | AskingToll) or not isinstance(decision.events[-1], CardStood | TollPaid):
        return
    by = ByTable() if held.by_table else BySeat(held.seat)
    _, handler = _handler(decision.game, held.held)
    answer = handler(decision.game, by, held.held)
    if not isinstance(answer, Refusal):
        decision.follow(answer)
    elif any(seat.has_left for seat in decision.game.seats):
        back_in_hand(decision, held.seat)
    else:
        raise ValueError(f"a card that was judged is refused: {answer}")


def _handler(game: Game, command: Command) -> tuple[tuple[type, ...], Handler]:
    """Who may ask for this, and who judges it: for a card its module, entered through rules.turn or rules.veto."""
    card, question = card_of(command), answer_of(command)
    if question is not None and (card is None or isinstance(game.pending, question.pending)):
        return _PEOPLE, chests.answered
    if card is None:
        return _HANDLERS[type(command)]
    if card.traits.in_anothers_turn:
        return _PEOPLE, veto.veto
    return _ANYBODY if card.is_seen else _PEOPLE, turn.play_card


_STARTERS = (c.StartGame, c.TakeOverSeat)
_ANSWERS = (c.LetStand, c.AnswerToll)
_PLAYED_IN_A_PAUSE = (c.SetPresence, c.RenameSeat, c.RoleSeen, c.SeeResult)
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
    c.RemoveSeat: (_PEOPLE, lobby.remove_seat),
    c.MoveSeat: (_TABLE, lobby.move_seat),
    c.SetSeating: (_TABLE, lobby.set_seating),
    c.SitNext: (_PEOPLE, lobby.sit_next),
    c.TakeOverSeat: (_TABLE, lobby.take_over_seat),
    c.SetPresence: (_PEOPLE, away.set_presence),
    c.SetPause: (_TABLE, away.set_pause),
    c.SeeResult: (_SEAT, between_rounds.see_result),
    c.StartGame: (_TABLE, lobby.start_game),
    c.DealRoles: (_CHANCE, flow.deal_roles),
    c.DealGoals: (_CHANCE, flow.deal_goals),
    c.DealGold: (_CHANCE, flow.deal_gold),
    c.TickLine: (_TABLE, setting.tick_line),
    c.SetTable: ((ByTable, ByCamera, ByDealer), setting.set_table),
    c.RoleSeen: (_SEAT, flow.role_seen),
    c.BeginPlay: (_TABLE, flow.begin_play),
    c.PlacePath: (_ANYBODY, turn.place_path),
    c.ClosePeek: (_PEOPLE, turn.close_peek),
    c.Pass: (_PEOPLE, turn.pass_turn),
    c.ChooseGoal: (_PEOPLE, turn.choose_goal),
    c.TurnGoal: (_PEOPLE, turn.turn_goal),
    c.LayGoal: (_ANYBODY, turn.lay_goal),
    c.TellGoal: (_ANYBODY, turn.tell_goal),
    c.EndRound: (_TABLE, ending.end_round),
    c.TellRole: (_PEOPLE, flow.tell_role),
    c.AgreeRoles: (_PEOPLE, flow.agree_roles),
    c.TakeGold: (_SEAT, flow.take_gold),
    c.TellGold: (_PEOPLE, flow.tell_gold),
    c.NextRound: (_TABLE, between_rounds.next_round),
    c.NewGame: (_TABLE, flow.new_game),
    c.UsePrintedGoals: (_TABLE, corrections.use_printed_goals),
    c.Resync: (_TABLE, corrections.resync),
    c.SetTurn: (_TABLE, corrections.set_turn),
    c.SetPile: (_TABLE, corrections.set_pile),
    c.SetHand: (_TABLE, corrections.set_hand),
    c.SetTools: (_TABLE, corrections.set_tools),
    c.SetMarks: (_TABLE, corrections.set_marks),
    c.DealChests: (_CHANCE, flow.deal_chests),
    c.LayChests: (_TABLE, chests.lay_chests),
    c.RedealRoles: (_CHANCE, flow.redeal_roles),
    c.LayMidway: ((BySeat, ByTable, ByCamera, ByDealer), flow.lay_midway),
    c.TradeTwo: (_PEOPLE, turn.trade_two),
    c.LetStand: (_PEOPLE, veto.let_stand),
    c.StopPioneering: (_PEOPLE, turn.stop_pioneering),
    c.SetToll: (_PEOPLE, tolls.set_toll),
    c.AnswerToll: (_PEOPLE, tolls.answer_toll),
    c.TellChest: (_ANYBODY, chests.tell_chest),
    c.Steal: (_SEAT, flow.steal),
}
