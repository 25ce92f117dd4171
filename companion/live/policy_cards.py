"""What a simulated player does with the cards of other boxes, and what he answers when they ask. Fond of variety."""

from __future__ import annotations

from collections.abc import Callable

from companion.editions.cards import Deed, Mark
from companion.live.mind import Ideas, Mind, digs
from companion.live.settings import PAYS, VETOES
from companion.state import commands as c
from companion.state.commands import SeatId
from companion.state.secret import Secret
from companion.views.model import AskView, View

Choose = Callable[[View, Mind], Ideas]

# ---- cards that aim at a player ---------------------------------------------------------------------------------


def _seats(view: View, deed: Deed) -> tuple[SeatId, ...]:
    return next((people.seats for people in view.offers.people if people.deed is deed), ())


def _me(view: View) -> SeatId:
    return view.me.seat if view.me else -1


def _thief(view: View, mind: Mind) -> Ideas:
    return [(2.0 + 2 * mind.rng.random(), c.LayThief()) for _ in _seats(view, Deed.THIEF)]


def _hands_off(view: View, mind: Mind) -> Ideas:
    others = (seat for seat in _seats(view, Deed.HANDS_OFF) if seat != _me(view))
    return [(3.0 + 2 * mind.rng.random(), c.HandsOff(seat)) for seat in others]


def _trap(view: View, mind: Mind) -> Ideas:
    eager = 1.0 if digs(view) else 3.0
    return [(eager + 4 * mind.rng.random(), c.Trap(seat)) for seat in _seats(view, Deed.TRAP)]


def _free(view: View, mind: Mind) -> Ideas:
    mine = {_me(view): 9.0}
    return [(mine.get(seat, 6.0 if digs(view) else 0.0), c.Free(seat)) for seat in _seats(view, Deed.FREE)]


def _at_somebody(deed: Deed, command: type[c.Inspect | c.SwapHats | c.SwapHands], liked: float) -> Choose:
    def ideas(view: View, mind: Mind) -> Ideas:
        return [(liked + 2 * mind.rng.random(), command(seat)) for seat in _seats(view, deed)]

    return ideas


# ---- championship cards ---------------------------------------------------------------------------------


def _goal_swap(view: View, mind: Mind) -> Ideas:
    if len(view.offers.swap_goals) < 2:
        return []
    cells = tuple(mind.rng.sample(view.offers.swap_goals, 2))
    return [(2.5 + 3 * mind.rng.random(), c.SwapGoals(cells, Secret(mind.rng.random() < 0.6)))]


def _search(view: View, mind: Mind) -> Ideas:
    return [(2.5 + 4 * mind.rng.random(), c.SearchDiscards())] if view.offers.search and view.discards else []


def _reverse(view: View, mind: Mind) -> Ideas:
    return [(3.0 + 4 * mind.rng.random(), c.ReverseTurns())] if view.offers.reverse else []


def _pioneer(view: View, mind: Mind) -> Ideas:
    paths = sum(card.what == "path" for card in view.hand_cards or ())
    return [(2.0 + 3 * mind.rng.random(), c.Pioneer())] if view.offers.pioneer and paths > 1 else []


_CARDS: dict[Deed, Choose] = {
    Deed.THIEF: _thief,
    Deed.HANDS_OFF: _hands_off,
    Deed.TRAP: _trap,
    Deed.FREE: _free,
    Deed.INSPECT: _at_somebody(Deed.INSPECT, c.Inspect, 2.0),
    Deed.SWAP_HATS: _at_somebody(Deed.SWAP_HATS, c.SwapHats, 1.0),
    Deed.SWAP_HANDS: _at_somebody(Deed.SWAP_HANDS, c.SwapHands, 2.0),
    Deed.GOAL_SWAP: _goal_swap,
    Deed.TREASURE_FINDER: _search,
    Deed.REVERSE: _reverse,
    Deed.PIONEER: _pioneer,
}


def card_ideas(view: View, mind: Mind) -> Ideas:
    """Whatever the cards in his hand allow, each kind once."""
    held = {card.what for card in view.hand_cards or ()}
    return [idea for deed, ideas in _CARDS.items() if deed.value in held for idea in ideas(view, mind)]


# ---- moves without a card of their own -------------------------------------------------------------------------------


def other_ideas(view: View, mind: Mind) -> Ideas:
    """Two cards for what hinders him, or a toll dwarf at some open end."""
    ideas: Ideas = [(2.6 + mind.rng.random(), c.TradeTwo(tool)) for tool in view.offers.trade_tools]
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
    return reply(view, ask, mind) if reply else None


def _veto(view: View, ask: AskView, mind: Mind) -> c.Command:
    held = any(card.what == Deed.VETO.value for card in view.hand_cards or ())
    return c.Veto(_me(view)) if held and mind.rng.random() < VETOES else c.LetStand()


def _theft(view: View, ask: AskView, mind: Mind) -> c.Command:
    return c.Steal(Secret(mind.rng.choice(ask.seats) if ask.seats else None))


_ANSWERS: dict[str, Callable[[View, AskView, Mind], c.Command]] = {
    "veto": _veto,
    "toll": lambda view, ask, mind: c.AnswerToll(view.offers.can_pay and mind.rng.random() < PAYS),
    "choose_dwarf": lambda view, ask, mind: c.Inspect(mind.rng.choice(ask.seats)),
    "take_card": lambda view, ask, mind: c.TakeCard(mind.rng.choice(ask.seats)),
    "shift_goal": lambda view, ask, mind: c.ShiftGoal(mind.rng.choice(ask.cells)),
    "chore": lambda view, ask, mind: c.FinishChore(),
    "lay_cover": lambda view, ask, mind: c.LayGoal(ask.cells[0], mind.rng.choice(ask.turned)),
    "theft": _theft,
}
