"""A card that the camera saw go: what may have taken it, for people to say. Nothing is done by itself."""

from __future__ import annotations

from companion.cards.asked import Way
from companion.cards.register import AnyCard, cards
from companion.live.known import Known
from companion.live.proposal import Choice, Does, Proposal, ProposalKind, WaitsFor
from companion.maze.geometry import Cell
from companion.rules.decide import decide
from companion.state.commands import BySeat, SeatId
from companion.state.game import Game
from companion.state.refusals import Refusal


def asked_about_gone(game: Game, seat: SeatId, cell: Cell, known: Known) -> Proposal:
    """A card of the box took it, or it was taken back. What asks for more than the cell is played from its panel."""
    takers = (card for card in cards() if card.seen_whole and card.key in game.ruleset.deeds)
    choices, seats = [_taken(game, seat, key, card, cell) for key, card in enumerate(takers)], {seat}
    refusal = next((one.refusal for one in choices), None) if all(one.refusal for one in choices) else None
    if cell == known.last:
        choices.append(Choice(len(choices), Does.UNDO, None, 1.0))
        seats |= set() if known.mover is None else {known.mover}
    return Proposal(ProposalKind.REMOVED, cell, tuple(choices), WaitsFor.UNEXPECTED, refusal, frozenset(seats))


def _taken(game: Game, seat: SeatId, key: int, card: AnyCard, cell: Cell) -> Choice:
    command = card.played(Way(cells=(cell,)))
    outcome = decide(game, BySeat(seat), command)
    refusal = outcome if isinstance(outcome, Refusal) else None
    return Choice(key, Does.CARD, None, 1.0, command=command, refusal=refusal, card=card.key)
