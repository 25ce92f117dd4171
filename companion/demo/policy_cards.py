"""What a simulated player does with action cards, each as its module likes it, and what he answers when asked."""

from __future__ import annotations

from collections.abc import Callable

from companion.cards.asked import PLAYER
from companion.cards.register import answer_named, answer_to, card_named
from companion.demo.mind import Mind, RatedMoves
from companion.demo.policy_maze import Holds, eyes_of
from companion.demo.settings import PAYS, VETOES
from companion.editions.cards import Mark
from companion.state import commands as c
from companion.state.commands import SeatId
from companion.state.pending import ShiftingGoal
from companion.state.secret import Secret
from companion.views.model import AskView, View


def card_ideas(view: View, mind: Mind, holds: Holds) -> RatedMoves:
    """Whatever the cards in his hand allow, each kind once, as much as each card is to his liking."""
    held, ideas = {card.what for card in view.hand_cards or ()}, RatedMoves()
    for offer in view.offers.cards:
        if offer.card in held:
            card = card_named(offer.card)
            ideas += card.liked(card, eyes_of(view, mind, holds, offer.card), offer.ways, mind.rng)
    return ideas


# ---- moves without a card of their own -------------------------------------------------------------------------------


def other_ideas(view: View, mind: Mind) -> RatedMoves:
    """Two cards for what hinders him, or a toll dwarf at some open end."""
    ideas: RatedMoves = [(2.6 + mind.rng.random(), c.TradeTwo(tool)) for tool in view.offers.trade_tools]
    if Mark.TRAPPED in view.offers.trade_marks:
        ideas.append((1.0 + 2 * mind.rng.random(), c.TradeTwo(mark=Mark.TRAPPED)))
    if view.offers.set_toll:
        end = mind.rng.choice(view.offers.set_toll)
        ideas.append((4.5 * mind.rng.random(), c.SetToll(end.cell, end.side)))
    return ideas


# ---- answers ---------------------------------------------------------------------------------


def answer(view: View, mind: Mind) -> c.Command | None:
    """What he says to View.ask; None where somebody else has to."""
    ask = view.ask
    if ask is None or not ask.mine or view.me is None:
        return None
    reply = _ANSWERS.get(ask.what)
    return reply(view, ask, mind) if reply else _to_a_chest(ask, mind)


def _to_a_chest(ask: AskView, mind: Mind) -> c.Command | None:
    """Any player, where a player is asked for; else that it is done."""
    said = answer_named(ask.what)
    if said is None or said.asks not in ((), (PLAYER,)):
        return None
    command: c.Command = said.command(mind.rng.choice(ask.seats)) if said.asks else said.command()
    return command


def _me(view: View) -> SeatId:
    return view.me.seat if view.me else -1


def _veto(view: View, ask: AskView, mind: Mind) -> c.Command:
    hand = [card_named(card.what) for card in view.hand_cards or () if card.what != "path"]
    held = next((card for card in hand if card.traits.in_anothers_turn), None)
    if held is None or mind.rng.random() >= VETOES:
        return c.LetStand()
    command: c.Command = held.command(_me(view))
    return command


def _theft(view: View, ask: AskView, mind: Mind) -> c.Command:
    return c.Steal(Secret(mind.rng.choice(ask.seats) if ask.seats else None))


def _shift(view: View, ask: AskView, mind: Mind) -> c.Command:
    goal = mind.rng.randrange(len(ask.cells))
    return answer_to(ShiftingGoal)(ask.cells[goal], mind.rng.choice(ask.ways[goal]))


# beside those who say to a chest no more than a player, or that it is done
_ANSWERS: dict[str, Callable[[View, AskView, Mind], c.Command]] = {
    "veto": _veto,
    "toll": lambda view, ask, mind: c.AnswerToll(view.offers.can_pay and mind.rng.random() < PAYS),
    "shift_goal": _shift,
    "lay_cover": lambda view, ask, mind: c.LayGoal(ask.cells[0], mind.rng.choice(ask.turned)),
    "theft": _theft,
}
