"""What a simulated player would do, from what his own phone shows and nothing else. Simple, and fond of variety."""

from __future__ import annotations

from companion.editions.ruleset import Ruleset
from companion.live.mind import Discard, Ideas, Mind, Move, digs
from companion.live.policy_cards import card_ideas, other_ideas
from companion.live.policy_maze import Holds, board_of, move_last_ideas, path_ideas
from companion.state import commands as c
from companion.views.model import View


def move(view: View, mind: Mind, rules: Ruleset, holds: Holds) -> Move:
    """The next move of the seat whose view this is and whose turn it is."""
    ideas = path_ideas(view, mind, rules, holds) if view.offers.place else Ideas()
    if view.offers.stop_pioneering:
        return _liked(ideas, mind) or c.StopPioneering()
    ideas += [*_tool_ideas(view, mind), *_maze_ideas(view, mind, holds)]
    ideas += [*card_ideas(view, mind), *other_ideas(view, mind)]
    return _liked(ideas, mind) or give_up(view)


def _liked(ideas: Ideas, mind: Mind) -> Move | None:
    best = max((weight for weight, _ in ideas), default=0.0)
    return mind.rng.choice([idea for weight, idea in ideas if weight == best]) if best > 0 else None


def give_up(view: View) -> Move:
    """Throw the dullest card away."""
    hand = view.hand_cards or ()
    dull = sorted(hand, key=lambda card: (card.what == "path" and "|" not in (card.face or ""), card.key))
    return Discard((dull[0].key,)) if dull else c.Pass(max(view.offers.discards, default=1))


def _tool_ideas(view: View, mind: Mind) -> Ideas:
    """Mend oneself first; a digger mends others now and then, a saboteur breaks what he can."""
    ideas: Ideas = []
    me, digging = view.me.seat if view.me else -1, digs(view)
    for card in view.hand_cards or ():
        if card.what == "repair":
            for target in view.offers.repair:
                weight = 9.0 if target.seat == me else 3.0 + 2 * mind.rng.random() if digging else 0.0
                ideas += [
                    (weight, c.RepairTool(target.seat, tool, card.tools)) for tool in target.tools if tool in card.tools
                ]
        if card.what == "break":
            weight = 1.0 + 3 * mind.rng.random() if digging else 3.0 + 5 * mind.rng.random()
            others = [target for target in view.offers.break_tool if target.seat != me]
            ideas += [
                (weight, c.BreakTool(target.seat, tool))
                for target in others
                for tool in target.tools
                if tool in card.tools
            ]
    return ideas


def _maze_ideas(view: View, mind: Mind, holds: Holds) -> Ideas:
    """Look at a goal that one does not know; let a dead end fall, or, as a saboteur, a good tunnel; move the last."""
    ideas, board, digging = Ideas(), board_of(view), digs(view)
    for card in view.hand_cards or ():
        if card.what == "map":
            unknown = [cell for cell in view.offers.map if cell not in mind.looked]
            ideas += [(4.0 + 3 * mind.rng.random(), c.UseMap(cell)) for cell in unknown]
        if card.what == "rockfall":
            for cell in view.offers.rockfall:
                laid = board.at(cell)
                blocks = laid is not None and laid.face is not None and not laid.face.links
                weight = 6.0 if blocks and digging else 0.0 if blocks or digging else 2.0 + cell.x * 0.6
                ideas.append((weight, c.Rockfall(cell)))
        if card.what == "move_last":
            ideas += move_last_ideas(view, mind, holds)
    return ideas
