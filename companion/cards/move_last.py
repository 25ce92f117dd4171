"""Move the path card that was laid last, turned by 180 degrees or as it lay (WC23)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from random import Random

from companion.cards.asked import WAY, Way
from companion.cards.card import Card, Happening, to_all
from companion.cards.deck import Deck, lifted
from companion.cards.liking import Eyes, Ideas, Playable
from companion.maze.board import Kind, Placement
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules import place
from companion.rules.evolve_round import played, playing, tolls_without
from companion.state.commands import BeforeToll, SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.refusals import Refusal

KEY = "move_last"


@dataclass(frozen=True)
class MoveLast(BeforeToll, word="move_last"):
    """Move the path card that was laid last, turned by 180 degrees or as it lay (WC23)."""

    cell: Cell
    turned: bool = False
    toll_payer: SeatId | None = None


@dataclass(frozen=True)
class CardMoved(Event, word="card_moved"):
    """`face` as it lies in its new cell."""

    seat: SeatId
    origin: Cell
    cell: Cell
    face: Face


def judge(game: Game, seat: SeatId, play: MoveLast) -> Refusal | None:
    """WC23: the card is lifted, then judged like any other."""
    now, last = playing(game), last_path(game)
    if last is None:
        return Refusal("last_card_gone")
    origin, face = last
    if play.cell == origin:
        return Refusal("same_place", cell=play.cell)
    standing = {toll.front for toll in now.tolls if toll.cell != origin}
    tolled = () if play.toll_payer is not None else standing
    way = face.half_turn() if play.turned else face
    reasons = place.judge(now.board.without(origin), play.cell, way, game.ruleset, tolled=tolled)
    return Refusal("illegal_placement", {"seat": seat}, reasons, play.cell) if reasons else None


def last_path(game: Game) -> tuple[Cell, Face] | None:
    """The path card that was laid last, where it lies there still: its cell, and its face as it lies."""
    now = playing(game)
    last = now.board.at(now.last_cell) if now.last_cell is not None else None
    if last is None or last.kind is not Kind.PATH or last.face is None:
        return None
    return last.cell, last.face


def happen(game: Game, seat: SeatId, play: MoveLast) -> tuple[Event, ...]:
    last = last_path(game)
    if last is None:
        raise ValueError("there is no card to move")
    origin, face = last
    return (CardMoved(seat, origin, play.cell, face.half_turn() if play.turned else face),)


def ways(game: Game, seat: SeatId) -> Iterable[Way]:
    """Wherever the card may go, once it is lifted; before a toll dwarf it needs a payer."""
    last = last_path(game)
    if last is None:
        return ()
    origin, face = last
    spots = place.legal_placements(playing(game).board.without(origin), face, game.ruleset)
    return (Way(cells=(spot.cell,), turned=spot.turned) for spot in spots if spot.cell != origin)


def change(game: Game, event: CardMoved) -> Game:
    now = playing(game)
    board = now.board.without(event.origin).with_card(Placement(event.cell, event.face))
    left = tolls_without(game, event.origin)
    left["tolls"] = tuple(toll for toll in left["tolls"] if toll.front != event.cell)
    return played(game, event.seat, 1, board=board, last_cell=event.cell, **left)


def hands(deck: Deck, event: CardMoved) -> None:
    deck.discards.append(deck.play(event.seat, KEY))
    deck.laid[event.cell] = lifted(deck, event.origin, event.face)


def liked(card: Playable, eyes: Eyes, ways: Sequence[Way], rng: Random) -> Ideas:
    """It goes where it helps most, or hurts."""
    lies = eyes.board.at(eyes.newest) if eyes.newest is not None else None
    if lies is None or lies.face is None:
        return []
    lifted, ideas = eyes.board.without(lies.cell), Ideas()
    for way in ways:
        face = lies.face.half_turn() if way.turned else lies.face
        if eyes.free(way.cells[0]):
            gain = eyes.gain(lifted.with_card(Placement(way.cells[0], face)))
            ideas.append((1.5 + (gain if eyes.digs else -gain) + rng.random(), card.played(way)))
    return ideas


CARD = Card(
    KEY, MoveLast, judge, happen,
    asks=(WAY,),
    ways=ways,
    events=(
        Happening(
            CardMoved, change, to_all("card_moved", "seat", "origin", "cell"), hands,
            lifts=attrgetter("origin"), lays=attrgetter("cell"),
        ),
    ),
    liked=liked,
    rules=("WC23",),
)  # fmt: skip
