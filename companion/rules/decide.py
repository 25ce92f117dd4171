"""Judge a command: what happens if it is done, or why it is not done. Nothing is changed here: see rules.evolve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.editions import DEFAULT_EDITION
from companion.editions.compose import compose
from companion.editions.ruleset import Conflict
from companion.rules import corrections, flow, lobby, turn
from companion.rules.story import Story
from companion.state import commands as c
from companion.state.commands import Actor, ByCamera, ByDealer, BySeat, ByTable, Command
from companion.state.events import Event
from companion.state.game import Game
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
    if isinstance(answer, Refusal) or not isinstance(command, _STARTERS):
        return answer
    return _settled(game, answer)


def _settled(game: Game, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """With printed roles and goals there is nothing to deal; who becomes simulated is not waited for."""
    story = Story(game)
    story.tell(*events)
    flow.settle(story)
    return story.events


_STARTERS = (c.StartGame, c.TakeOverSeat)
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
    c.BreakTool: (_PEOPLE, turn.break_tool),
    c.RepairTool: (_PEOPLE, turn.repair_tool),
    c.Rockfall: (_ANYBODY, turn.rockfall),
    c.UseMap: (_PEOPLE, turn.use_map),
    c.ClosePeek: (_PEOPLE, turn.close_peek),
    c.Pass: (_PEOPLE, turn.pass_turn),
    c.ChooseGoal: (_PEOPLE, turn.choose_goal),
    c.LayGoal: (_ANYBODY, turn.lay_goal),
    c.TellGoal: (_ANYBODY, turn.tell_goal),
    c.EndRound: (_TABLE, flow.end_round),
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
}
