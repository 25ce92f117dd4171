"""What cards tell others of themselves: which card they lift, which it is in a simulated deck, how it is liked."""

from __future__ import annotations

from dataclasses import dataclass, field, make_dataclass, replace
from random import Random
from typing import Any

import pytest
from scene import Scene

from companion.cards.asked import CELL, GOAL, PLAYER, TOOL, TWO_GOALS, WAY, Ask, Way, What
from companion.cards.card import Card
from companion.cards.chests.shift_goal import GoalShifted
from companion.cards.deck import DeckCard, lifted, worth
from companion.cards.liking import Eyes
from companion.cards.map import MapUsed
from companion.cards.register import card_named, cards, goal_moved_by, laid_by, lifted_by, looked_at
from companion.cards.rockfall import RockFell
from companion.editions.cards import Tool
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.maze.notation import parse_board
from companion.rules.options import options
from companion.state.corrections import SetTools

MAZE = "@ EW E|W"
STRAIGHT, DEAD_END = Cell(1, 0), Cell(2, 0)


def test_a_rockfall_lifts_a_card_and_a_map_only_looks() -> None:
    fell, looked = RockFell(0, STRAIGHT, Face.parse("EW")), MapUsed(0, Cell(8, 0), shown=True)
    assert (lifted_by(fell), laid_by(fell), looked_at(fell)) == (STRAIGHT, None, None)
    assert (lifted_by(looked), laid_by(looked), looked_at(looked)) == (None, None, Cell(8, 0))


def test_a_chest_says_from_where_to_where_it_has_a_goal_moved() -> None:
    assert goal_moved_by(GoalShifted(0, Cell(8, 0), Cell(9, 0))) == (Cell(8, 0), Cell(9, 0))
    assert goal_moved_by(RockFell(0, STRAIGHT, Face.parse("EW"))) is None


@dataclass
class SmallDeck:
    laid: dict[Cell, DeckCard] = field(default_factory=dict)

    def fresh(self, deed: str | None, face: Face | None = None) -> DeckCard:
        return DeckCard(99, deed, face)


def test_the_card_that_was_laid_is_the_card_that_is_lifted_and_one_that_nobody_laid_is_a_new_one() -> None:
    deck = SmallDeck({STRAIGHT: DeckCard(7, None, Face.parse("EW"))})
    assert lifted(deck, STRAIGHT, Face.parse("EW")).key == 7  # type: ignore[arg-type]
    assert lifted(deck, STRAIGHT, Face.parse("EW")) == DeckCard(99, None, Face.parse("EW"))  # type: ignore[arg-type]


def test_dead_ends_are_thrown_away_first_then_action_cards_and_the_most_open_tunnel_last() -> None:
    crossing, straight, dead_end = (DeckCard(9, None, Face.parse(face)) for face in ("NESW", "EW", "N|E|S|W"))
    actions = [DeckCard(0, "map"), DeckCard(7, "rockfall")]
    assert sorted([crossing, *actions, straight, dead_end], key=worth) == [dead_end, *actions, straight, crossing]


@pytest.mark.parametrize(("digs", "best"), [(True, DEAD_END), (False, STRAIGHT)])
def test_a_miner_lets_a_dead_end_fall_and_a_saboteur_a_good_tunnel(digs: bool, best: Cell) -> None:
    card = card_named("rockfall")
    assert card.liked is not None
    eyes = Eyes(0, digs=digs, board=parse_board(MAZE))
    ways = next(ways for key, ways in options(Scene(board=MAZE).game, 0).cards if key == "rockfall")
    ideas = card.liked(card, eyes, ways, Random(1))
    weights = {command.cell: weight for weight, command in ideas}
    assert max(weights, key=weights.__getitem__) == best
    assert min(weights.values()) == 0.0


def test_only_maps_show_a_goal_that_cannot_be_unseen() -> None:
    assert {card.key for card in cards() if card.traits.peeks} == {"map"}


def test_only_cards_that_show_or_keep_a_secret_are_pressed_on_ones_own_phone() -> None:
    assert {card.key for card in cards() if card.traits.private} == {"map", "inspect", "goal_swap"}


@pytest.mark.parametrize(("digs", "least"), [(True, 3.0), (False, 0.0)])
def test_everybody_mends_his_own_tools_first_and_a_saboteur_no_others(digs: bool, least: float) -> None:
    scene = Scene()
    for seat in (0, 1):
        scene.do(SetTools(seat, frozenset({Tool.LAMP})))
    card = card_named("repair")
    assert card.liked is not None
    ways = next(ways for key, ways in options(scene.game, 0).cards if key == "repair")
    assert not any(way.turned for way in ways)
    ideas = card.liked(card, Eyes(0, digs=digs, held=((Tool.LAMP,),)), ways, Random(1))
    weights = {command.target: weight for weight, command in ideas}
    assert weights[0] == 9.0
    assert least <= weights[1] <= least + 2.0 * digs


def test_a_card_whose_command_has_no_field_for_what_it_asks_is_none() -> None:
    with pytest.raises(TypeError, match="UseMap has no field"):
        replace(card_named("map"), asks=(WAY,))
    with pytest.raises(ValueError, match="a yes or no has a name"):
        Ask(What.CELL, "where")


@pytest.mark.parametrize(
    ("asks", "why"),
    [
        ((Ask(What.EITHER, "swapped"), Ask(What.EITHER, "shown")), "one press says one yes or no"),
        ((CELL, GOAL), "two questions have one field"),
        ((TOOL, PLAYER), "two questions have one field"),
        ((CELL, TOOL), "tool is asked alone"),
        ((TWO_GOALS, PLAYER), "goals is asked alone"),
        ((PLAYER, WAY, Ask(What.EITHER, "shown")), "way is asked alone"),
    ],
)
def test_a_card_asks_nothing_that_no_panels_could_ask_of_one_player(asks: tuple[Ask, ...], why: str) -> None:
    names = {name: Any for ask in asks for name in ask.fields}
    command = make_dataclass("AsksTooMuch", names)
    with pytest.raises(TypeError, match=f"map: {why}"):
        replace(card_named("map"), command=command, asks=asks)


def test_of_two_tunnels_a_saboteur_lets_the_one_nearer_to_the_goals_fall() -> None:
    eyes = Eyes(0, digs=False, board=parse_board("@ EW EW"))
    ideas = card_named("rockfall").liked(
        card_named("rockfall"), eyes, [Way(cells=(Cell(x, 0),)) for x in (1, 2)], Random(1)
    )
    weights = {command.cell.x: weight for weight, command in ideas}
    assert weights[2] > weights[1] > 0.0


@pytest.mark.parametrize(("paths", "likes"), [(0, False), (1, False), (2, True), (5, True)])
def test_a_pioneer_is_liked_by_who_holds_two_path_cards_to_lay(paths: int, likes: bool) -> None:
    card = card_named("pioneer")
    found = [card.liked(card, Eyes(0, paths=paths), [Way()], Random(seed)) for seed in range(20)]
    assert all(bool(ideas) is likes for ideas in found)
    assert all(weight >= 2.0 for ideas in found for weight, _ in ideas)


def test_nobody_searches_for_a_treasure_where_nothing_was_thrown_away() -> None:
    card = card_named("treasure_finder")
    assert card.liked(card, Eyes(0), [Way()], Random(1)) == []
    assert card.liked(card, Eyes(0, discards=1), [Way()], Random(1)) != []


ANSWERS = {
    What.PLAYER: Way(seat=1),
    What.TOOL: Way(seat=0, tool=Tool.LAMP),
    What.CELL: Way(cells=(DEAD_END,)),
    What.GOAL: Way(cells=(Cell(0, 0),)),
    What.GOALS: Way(cells=(Cell(8, 0), Cell(8, 2))),
    What.WAY: Way(cells=(STRAIGHT,), turned=True),
}


@pytest.mark.parametrize("card", cards(), ids=lambda card: card.key)
def test_what_everybody_saw_of_a_card_is_the_way_in_which_it_was_played(card: Card[Any]) -> None:
    way = next((ANSWERS[ask.what] for ask in card.asks if ask.what in ANSWERS), None)
    if way is not None:
        assert card.way_of(card.played(way, yes=True)) == way
