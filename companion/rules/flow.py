"""Everything of a round that is not a turn: dealing, looking at roles, telling, sharing gold, going on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from companion.cards.sites.party import RolesRedealt
from companion.rules import purses, rounds
from companion.rules.course import begin_turn, go_on
from companion.rules.deals import unused_goals_due
from companion.rules.evolve import Decision, Outcome
from companion.rules.evolve_round import at, playing
from companion.rules.pay import next_thief
from companion.state import commands as c
from companion.state import events as e
from companion.state.commands import Actor, BySeat, GoalCard, GoalKind
from companion.state.game import Game
from companion.state.pending import (
    AtLobby,
    Dealing,
    DealingGold,
    Drafting,
    GameOver,
    LayingMidway,
    LookingAtRoles,
    Redealing,
    Robbing,
    SettingTable,
    TellingRoles,
)
from companion.state.refusals import Refusal

T = TypeVar("T")


# ---- dealing and looking --------------------------------------------------------------------------------------


def deal_roles(game: Game, by: Actor, command: c.DealRoles) -> Outcome:
    if not isinstance(game.pending, Dealing) or not game.pending.roles:
        return Refusal("not_now")
    roles = command.roles.open_for("the deal is checked against the pool")
    aside = command.aside.open_for("the deal is checked against the pool")
    pool = Counter({role.value: count for role, count in game.ruleset.pool(len(game.seats))})
    if len(roles) != len(game.seats) or Counter(roles) + Counter(aside) != pool:
        raise ValueError("these dwarves are not the pool of this table")
    return _ready(game, e.RolesDealt(command.roles, command.aside))


def deal_goals(game: Game, by: Actor, command: c.DealGoals) -> Outcome:
    if not isinstance(game.pending, Dealing) or not game.pending.goals:
        return Refusal("not_now")
    cards = command.cards.open_for("the deal is checked against the box")
    gold = [card for card in cards if card.kind is GoalKind.GOLD]
    aside = game.goals_aside.open_for("what lay aside is laid first")
    if len(cards) != game.ruleset.goals_laid or len(gold) != 1:
        raise ValueError("these are not as many goals as are laid, with the gold among them")
    if not _are_goals_of(game, aside, cards):
        raise ValueError("these goals are not those of the box")
    return _ready(game, e.GoalsDealt(command.cards))


def _are_goals_of(game: Game, aside: Sequence[GoalCard], dealt: Sequence[GoalCard]) -> bool:
    """Out of the box, and as many of those that lay aside as are due (CHAL-04)."""
    laid = Counter(dealt) & Counter(aside)
    due = min(unused_goals_due(game), len(aside))
    return not Counter(dealt) - Counter(game.ruleset.goals) and laid.total() == due


def deal_chests(game: Game, by: Actor, command: c.DealChests) -> Outcome:
    rules = game.ruleset
    if not isinstance(game.pending, Dealing) or not game.pending.chests:
        return Refusal("not_now")
    effects = command.effects.open_for("the deal is checked against the box")
    faces = command.faces.open_for("the deal is checked against the box")
    aside = game.chests_aside.open_for("what lay aside is laid first")
    covers = game.covers_aside.open_for("what lay aside is laid first")
    if len(effects) != rules.chests or len(faces) != rules.chests:
        raise ValueError("these are not as many chests as are laid")
    if not fresh(rules.chest_effects, aside, effects) or not fresh(rules.chest_paths, covers, faces):
        raise ValueError("these chests are not those of the box")
    return _ready(game, e.ChestsDealt(command.effects, command.faces))


def fresh(box: Sequence[T], aside: Sequence[T], dealt: Sequence[T]) -> bool:
    """Out of the box, and what lay aside in the last round before anything else (CHAL-04, CHEST-01)."""
    cards, first = Counter(dealt), Counter(aside)
    return not cards - Counter(box) and (not first - cards or not cards - first)


def role_seen(game: Game, by: BySeat, command: c.RoleSeen) -> Outcome:
    now = game.round
    if now is None or now.roles is None or isinstance(game.pending, SettingTable):
        return Refusal("not_now")
    if by.seat in now.seen_role:
        return Decision(game)
    return _ready(game, e.RoleLookedAt(by.seat))


def begin_play(game: Game, by: Actor, command: c.BeginPlay) -> Outcome:
    if not isinstance(game.pending, LookingAtRoles):
        return Refusal("not_now")
    decision = Decision(game)
    _begin_play(decision)
    return decision


def settle(decision: Decision) -> None:
    """Begin to play when nothing is left to deal and nobody is waited for."""
    pending = decision.game.pending
    dealt = isinstance(pending, Dealing) and not (pending.roles or pending.goals or pending.chests)
    if dealt or (isinstance(pending, LookingAtRoles) and not pending.waiting):
        _begin_play(decision)


def _ready(game: Game, event: e.Event) -> Outcome:
    decision = Decision(game)
    decision.tell(event)
    settle(decision)
    return decision


def _begin_play(decision: Decision) -> None:
    midway = decision.game.ruleset.midway
    if midway is not None and midway not in decision.round.board:
        decision.tell(e.MidwayAsked(midway))  # TOUR-02
        return
    decision.tell(e.PlayBegan())
    begin_turn(decision, decision.round.starter)


def lay_midway(game: Game, by: Actor, command: c.LayMidway) -> Outcome:
    pending = game.pending
    if not isinstance(pending, LayingMidway):
        return Refusal("not_now")
    if command.face.upright() not in game.ruleset.copies:
        return Refusal("no_such_face", cell=pending.cell)
    decision = Decision(game)
    decision.tell(e.MidwayLaid(pending.cell, command.face))
    _begin_play(decision)
    return decision


def redeal_roles(game: Game, by: Actor, command: c.RedealRoles) -> Outcome:
    pending, now = game.pending, game.round
    if not isinstance(pending, Redealing) or now is None or now.roles is None:
        return Refusal("not_now")
    roles = command.roles.open_for("the deal is checked against the dwarves in play")
    if Counter(roles) != Counter(now.roles.open_for("the dwarves in play are shuffled")):
        raise ValueError("these are not the dwarves in play")
    decision = Decision(game)
    decision.tell(RolesRedealt(command.roles))
    go_on(decision, pending.seat)
    return decision


# ---- the end of a round ---------------------------------------------------------------------------------------


def tell_role(game: Game, by: Actor, command: c.TellRole) -> Outcome:
    if not isinstance(game.pending, TellingRoles):
        return Refusal("not_now")
    refusal = _may_tell(game, by, command.seat)
    if refusal:
        return refusal
    if command.role not in _roles(game):
        return Refusal("unknown_role", {"role": command.role})
    told = at(playing(game).told_roles, command.seat, command.role)
    used_up = _role_used_up(game, told) if game.pending.seats else None  # then two who slipped put it right in turn
    return used_up or Decision(game, e.RoleTold(command.seat, command.role))


def agree_roles(game: Game, by: Actor, command: c.AgreeRoles) -> Outcome:
    """A slip of the last one who tells could else not be put right: gold is dealt or paid at once."""
    if not isinstance(game.pending, TellingRoles) or game.pending.seats:
        return Refusal("not_now")
    used_up = _role_used_up(game, playing(game).told_roles)
    if used_up:
        return used_up
    decision = Decision(game)
    rounds.show_roles(decision, [role for role in decision.round.told_roles if role is not None])
    return decision


def _may_tell(game: Game, by: Actor, seat: c.SeatId) -> Refusal | None:
    """A phone tells for its own seat only, the table for anybody."""
    if not game.has_seat(seat):
        return Refusal("no_such_seat")
    return Refusal("only_the_table") if isinstance(by, BySeat) and by.seat != seat else None


def _roles(game: Game) -> dict[str, int]:
    """Those that may be told, and how many dwarves of each the pool holds."""
    return {role.value: count for role, count in game.ruleset.pool(len(game.seats))}


def _role_used_up(game: Game, told: Sequence[str | None]) -> Refusal | None:
    """Where more have told a role than the pool holds dwarves of it."""
    over = ((role, most) for role, most in _roles(game).items() if told.count(role) > most)
    return next((Refusal("role_used_up", {"role": role, "most": most}) for role, most in over), None)


# ---- gold -----------------------------------------------------------------------------------------------------


def deal_gold(game: Game, by: Actor, command: c.DealGold) -> Outcome:
    if not isinstance(game.pending, DealingGold):
        return Refusal("not_now")
    values = command.values.open_for("the deal is checked against the pile")
    if len(values) != game.pending.cards or not _from(purses.gold_pile(game), values):
        raise ValueError("these gold cards are not in the pile")
    decision = Decision(game)
    rounds.deal_gold(decision, values)
    return decision


def _from(pile: Sequence[int], values: Sequence[int]) -> bool:
    return not Counter(values) - Counter(pile)


def take_gold(game: Game, by: BySeat, command: c.TakeGold) -> Outcome:
    pending, draft = game.pending, playing(game).draft if game.round else None
    if not isinstance(pending, Drafting) or draft is None:
        return Refusal("not_now")
    if by.seat != pending.seat:
        return Refusal("not_your_turn", {"seat": pending.seat})
    values = draft.values.open_for("this seat chooses one of them")
    if not 0 <= command.index < len(values):
        return Refusal("no_such_gold")
    decision = Decision(game)
    rounds.take_gold(decision, pending.seat, values[command.index])
    return decision


def tell_gold(game: Game, by: Actor, command: c.TellGold) -> Outcome:
    if not game.counts_printed_gold:
        return Refusal("not_now")
    refusal = _may_tell(game, by, command.seat)
    if refusal:
        return refusal
    box = game.ruleset.most_owned
    if not 0 <= command.nuggets <= box:
        return Refusal("bad_nuggets", {"most": box})
    told = at(game.told_gold, command.seat, command.nuggets)
    if None not in told and sum(nuggets or 0 for nuggets in told) > box:  # before, it would tell what others own
        return Refusal("too_many_nuggets", {"most": box})
    decision = Decision(game)
    decision.tell(e.GoldTold(command.seat, command.nuggets))
    nuggets = [own for own in decision.game.told_gold if own is not None]
    if len(nuggets) == len(game.seats):
        rounds.end_game(decision, tuple(nuggets))
    return decision


def steal(game: Game, by: BySeat, command: c.Steal) -> Outcome:
    pending = game.pending
    if not isinstance(pending, Robbing):
        return Refusal("not_now")
    if by.seat != pending.seat:
        return Refusal("not_your_turn", {"seat": pending.seat})
    victim = command.victim.open_for("the thief's choice is judged")
    if victim is None and pending.victims and not game.ruleset.thief_may_decline:
        return Refusal("must_steal")
    if victim is not None and victim not in pending.victims:
        return Refusal("not_among_these")
    decision = Decision(game)
    decision.tell(e.NuggetStolen(pending.seat, command.victim))
    if not next_thief(decision):
        rounds.score(decision)
    return decision


# ---- going on -------------------------------------------------------------------------------------------------


def new_game(game: Game, by: Actor, command: c.NewGame) -> Outcome:
    if isinstance(game.pending, AtLobby):
        return Refusal("not_now")
    return Decision(game, e.LobbyOpened(given_up=not isinstance(game.pending, GameOver)))
