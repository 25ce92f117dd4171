"""What a simulated player would do, from what his own phone shows and nothing else. Simple, and fond of variety."""

from __future__ import annotations

from companion.demo.mind import Discard, Mind, Move, RatedMoves
from companion.demo.policy_cards import card_ideas, other_ideas
from companion.demo.policy_maze import Holds, path_ideas
from companion.editions.ruleset import Ruleset
from companion.state import commands as c
from companion.views.model import View


def move(view: View, mind: Mind, rules: Ruleset, holds: Holds) -> Move:
    """The next move of the seat whose view this is and whose turn it is."""
    ideas = path_ideas(view, mind, rules, holds) if view.offers.place else RatedMoves()
    if view.offers.stop_pioneering:
        return _liked(ideas, mind) or c.StopPioneering()
    ideas += [*card_ideas(view, mind, holds), *other_ideas(view, mind)]
    return _liked(ideas, mind) or give_up(view)


def _liked(ideas: RatedMoves, mind: Mind) -> Move | None:
    best = max((weight for weight, _ in ideas), default=0.0)
    return mind.rng.choice([idea for weight, idea in ideas if weight == best]) if best > 0 else None


def give_up(view: View) -> Move:
    """Throw the dullest card away."""
    hand = view.hand_cards or ()
    dull = sorted(hand, key=lambda card: (card.what == "path" and "|" not in (card.face or ""), card.key))
    return Discard((dull[0].key,)) if dull else c.Pass(max(view.offers.discards, default=1))
