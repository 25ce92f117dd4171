"""People as pages may see them: seats for everybody, own role, looks and hand for one. Part of views.project.

Secrets are opened here, each time for the one viewer who may know it.
"""

from __future__ import annotations

from collections.abc import Collection

from companion.editions.cards import Mark
from companion.editions.parameters import Visibility
from companion.maze.board import Kind
from companion.state import pending as p
from companion.state.commands import SeatId, Supply
from companion.state.game import Game
from companion.views import model as m


def seat_of(
    game: Game,
    seat: SeatId,
    *,
    taken: Collection[SeatId],
    online: Collection[SeatId],
    turn: SeatId | None,
    waiting: Collection[SeatId],
) -> m.SeatView:
    round_ = game.round
    shown = round_.ending.shown_roles if round_ and round_.ending else None
    told = round_.told_roles[seat] if round_ and round_.told_roles else None
    return m.SeatView(
        seat=seat,
        name=game.seats[seat].name,
        colour=game.seats[seat].colour,
        taken=seat in taken,
        online=seat in online,
        simulated=game.seats[seat].simulated,
        on_turn=turn == seat,
        ready=seat in game.pending.seen if isinstance(game.pending, p.RoundOver) else seat not in waiting,
        presence=game.seats[seat].presence,
        broken=round_.broken[seat] if round_ else (),
        hand=round_.hands[seat] if round_ else 0,
        gold_cards=_gold_cards(game, seat),
        role=shown[seat] if shown else told,
        nuggets=_public_nuggets(game, seat),
        marks=tuple(Mark(mark) for mark in round_.marks[seat]) if round_ else (),
    )


def _gold_cards(game: Game, seat: SeatId) -> int | None:
    if game.gold_supply is not Supply.APP or not game.gold:
        return None
    return len(game.gold[seat].open_for("how many cards lie before a player is seen by everybody"))


def _public_nuggets(game: Game, seat: SeatId) -> int | None:
    if game.nuggets:
        return game.nuggets[seat]
    if game.ruleset.gold_visibility is Visibility.OPEN and game.gold_supply is Supply.APP and game.gold:
        cards = game.gold[seat].open_for("gold lies open in this edition")
        return sum(cards) + game.purses[seat].open_for("gold lies open in this edition")
    return None


# ---- what one viewer may know ---------------------------------------------------------------------------------


def role_of(game: Game, me: SeatId | None) -> m.RoleView | None:
    if me is None or game.round is None or isinstance(game.pending, p.SettingTable):
        return None
    if game.round.roles is None:  # the printed card lies before him; no phone asks whether he has looked
        return m.RoleView(known=False, role=None, seen=game.roles_supply is Supply.CARDS)
    role = game.round.roles.open_for("a player looks at his own dwarf")[me]
    return m.RoleView(known=True, role=role, seen=me in game.round.seen_role)


def my_nuggets(game: Game, me: SeatId | None) -> tuple[int, ...] | None:
    if me is None or game.gold_supply is not Supply.APP or not game.gold:
        return None
    return game.gold[me].open_for("a player looks at his own gold")


def my_purse(game: Game, me: SeatId | None) -> int | None:
    if me is None or game.gold_supply is not Supply.APP or not game.purses or not game.ruleset.has_nuggets:
        return None
    return game.purses[me].open_for("a player looks into his own purse")


def peek_of(game: Game, me: SeatId | None) -> m.PeekView | None:
    """A map that looks at a goal, or at a chest with the card over it (CHEST-04)."""
    pending, round_ = game.pending, game.round
    if not isinstance(pending, p.Peeking) or round_ is None:
        return None
    hidden = m.PeekView(pending.seat, pending.cell)
    card = round_.board.at(pending.cell)
    if pending.seat != me or card is None:
        return hidden
    if card.kind is Kind.COVERED:
        return _peek_at_chest(game, hidden)
    if round_.goals is None or pending.cell not in round_.goal_cells:
        return hidden
    goal = round_.goals.open_for("this phone peeks, now")[round_.goal_cells.index(pending.cell)]
    return m.PeekView(me, pending.cell, goal.kind, str(goal.face), goal.nuggets or None)


def _peek_at_chest(game: Game, hidden: m.PeekView) -> m.PeekView:
    round_ = game.round
    if round_ is None or round_.chests is None or round_.chest_faces is None or hidden.cell not in round_.chest_cells:
        return hidden
    place = round_.chest_cells.index(hidden.cell)
    face = round_.chest_faces.open_for("this phone peeks, now")[place]
    effect = round_.chests.open_for("this phone peeks, now")[place]
    return m.PeekView(hidden.seat, hidden.cell, face=str(face), effect=effect)


def inspection_of(game: Game, me: SeatId | None) -> m.InspectionView | None:
    pending, round_ = game.pending, game.round
    if not isinstance(pending, p.Inspecting) or round_ is None:
        return None
    if pending.seat != me or round_.roles is None:
        return m.InspectionView(pending.seat, pending.target)
    role = round_.roles.open_for("this phone looks at that dwarf, now")[pending.target]
    return m.InspectionView(pending.seat, pending.target, role)
