"""Every move that a seat may make now, each as it can be made. What buttons are made of: see options.

What is asked of people about printed cards (which goal was turned up, which role somebody had) is no move: see told.
Nor are names and who is here. Of commands that mean the same, one is given: no payer where no toll is due, no list of
the tools that are drawn on a card.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from companion.cards.asked import What
from companion.cards.register import card_named, cards, ways_to_answer
from companion.editions.cards import Tool
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.decide import decide
from companion.rules.evolve_round import playing
from companion.rules.options import Offers, options
from companion.rules.place import spots
from companion.state import commands as c
from companion.state import pending as p
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.secret import Secret
from companion.state.words import Command


def moves(
    game: Game, seat: c.SeatId, faces: Iterable[Face] | None = None, deeds: Collection[str] | None = None
) -> tuple[Command, ...]:
    """All of them, path cards first. Each is one that `decide` accepts from this seat.

    faces : of the path cards that the seat holds; None for every face in the box, as hands are physical
    deeds : likewise, of the action cards
    """
    in_hand = [card.face for card in game.ruleset.paths] if faces is None else list(faces)
    offers = options(game, seat, deeds)
    found = chain(_cards(offers), _others(game, seat, offers, deeds))
    return (*_paths(game, seat, offers, in_hand), *(move for move in found if _allowed(game, seat, move)))


def _allowed(game: Game, seat: c.SeatId, move: Command) -> bool:
    return not isinstance(decide(game, c.BySeat(seat), move), Refusal)


def _paths(game: Game, seat: c.SeatId, offers: Offers, faces: Sequence[Face]) -> Iterator[Command]:
    """What the maze has against a card `spots` knows; all else, a toll that is due, is the same for every card that
    fits, so it is judged once before each toll dwarf and payer, and once for all other cells."""
    if not offers.place:
        return
    may_lie: dict[tuple[Cell | None, c.SeatId | None], bool] = {}
    tolled = playing(game).tolled
    for face in dict.fromkeys(faces):
        for spot in spots(playing(game).board, face, game.ruleset):
            for payer in _payers(offers, spot.cell):
                move = c.PlacePath(spot.cell, spot.face, toll_payer=payer)
                where = (spot.cell if spot.cell in tolled else None, payer)
                if where not in may_lie:
                    may_lie[where] = _allowed(game, seat, move)
                if may_lie[where]:
                    yield move


def _payers(offers: Offers, cell: Cell) -> tuple[c.SeatId | None, ...]:
    """Nobody first, then whoever may pay the toll dwarf before this cell."""
    return (None, *dict(offers.pay_toll).get(cell, ()))


def _cards(offers: Offers) -> Iterator[Command]:
    for key, ways in offers.cards:
        card = card_named(key)
        said = (False, True) if card.asked_for(What.EITHER) else (False,)
        for way in ways:
            payers = _payers(offers, way.cells[0]) if card.asked_for(What.WAY) else (None,)
            yield from (card.played(way, payer=payer, yes=yes) for payer in payers for yes in said)


def _others(game: Game, seat: c.SeatId, offers: Offers, deeds: Collection[str] | None) -> Iterator[Command]:
    yield from (c.Pass(cards) for cards in offers.discards)
    yield from (c.TradeTwo(tool=one) if isinstance(one, Tool) else c.TradeTwo(mark=one) for one in offers.trade)
    yield from (c.SetToll(cell, side) for cell, side in offers.set_toll)
    yield from (c.ChooseGoal(cell) for cell in offers.choose_goal)
    if offers.veto:
        held = (card for card in cards() if card.traits.in_anothers_turn and (deeds is None or card.key in deeds))
        yield from (card.command(seat) for card in held)
        yield c.LetStand()
    if game.round is not None and game.round.roles is not None and seat not in game.round.seen_role:
        yield c.RoleSeen()
    if offers.see_result:
        yield c.SeeResult()
    yield from ways_to_answer(game, game.pending)
    answers = _ANSWERS.get(type(game.pending))
    if answers is not None:
        yield from answers(game, game.pending)


_ANSWERS: dict[type, Callable[[Game, Any], Iterable[Command]]] = {
    p.Peeking: lambda game, pending: (c.ClosePeek(),),
    p.Inspecting: lambda game, pending: (c.ClosePeek(),),
    p.TurningGoal: lambda game, pending: (c.TurnGoal(pending.cell),),
    p.LayingGoal: lambda game, pending: (c.LayGoal(pending.cell, turned) for turned in sorted(set(pending.turned))),
    p.LayingCover: lambda game, pending: (c.LayGoal(pending.cell, turned) for turned in sorted(set(pending.turned))),
    p.AskingToll: lambda game, pending: (c.AnswerToll(pays) for pays in (True, False)),
    p.Pioneering: lambda game, pending: (c.StopPioneering(),),
    p.Drafting: lambda game, pending: (c.TakeGold(index) for index in range(_left(game))),
    p.Robbing: lambda game, pending: (c.Steal(Secret(victim)) for victim in (*pending.victims, None)),
}


def _left(game: Game) -> int:
    draft = playing(game).draft
    return len(draft.values.open_for("how many cards are left to choose from is seen by everybody")) if draft else 0
