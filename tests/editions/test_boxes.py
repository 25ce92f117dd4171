"""The boxes hold what the rulebooks count."""

from collections import Counter

import pytest

from companion.editions import MODULES
from companion.editions.boxes import (
    BASE_ACTIONS,
    BASE_GOALS,
    BASE_GOLD,
    BASE_PATHS,
    OLD_MINE_GOLD,
    SECOND_ACTIONS,
    SECOND_DWARVES,
    SECOND_PATHS,
)
from companion.editions.cards import PathCards
from companion.maze.faces import Face


def copies(cards: tuple[PathCards, ...]) -> int:
    return sum(card.copies for card in cards)


def test_the_base_box_has_40_tunnels_27_actions_and_28_gold_cards() -> None:
    assert copies(BASE_PATHS) == 40
    assert sum(card.copies for card in BASE_ACTIONS) == 27
    assert sum(card.copies for card in BASE_GOLD) == sum(card.copies for card in OLD_MINE_GOLD) == 28
    assert sum(card.nuggets * card.copies for card in BASE_GOLD) == 44


def test_actions_are_counted_by_kind() -> None:
    kinds = Counter[str]()
    for card in BASE_ACTIONS:
        kinds[card.deed] += card.copies
    assert kinds == {"break": 9, "repair": 9, "rockfall": 3, "map": 6}


def test_the_second_box_has_30_tunnels_21_actions_and_15_dwarves() -> None:
    assert copies(SECOND_PATHS) == 30
    assert sum(card.copies for card in SECOND_ACTIONS) == 21
    assert sum(count for _, count in SECOND_DWARVES) == 15


def test_the_small_boxes_hold_what_is_neither_path_nor_action_card() -> None:
    assert {module.key: dict(module.box) for module in MODULES if module.box} == {
        "toll-tunnel": {"toll_dwarves": 2, "tokens": 2},  # TOLL-01, TOLL-02
        "new-challenges": {"goals": 8},  # CHAL-01
        "treasure-chests": {"path": 7, "chests": 10},  # CHEST-01
        "wc2016": {"greedy": 2},  # WC16-01
    }


def test_of_the_two_greedy_dwarves_of_2016_one_is_shuffled_in() -> None:
    module = next(module for module in MODULES if module.key == "wc2016")
    assert module.sets["greedy_dwarves"] == 1


def test_the_second_box_has_its_special_cards() -> None:
    faces = [card.face for card in SECOND_PATHS for _ in range(card.copies)]
    assert sum(face.ladder for face in faces) == 4
    assert Counter(face.door for face in faces if face.door) == {"blue": 3, "green": 3}
    assert sum(face.crystals for face in faces) == 10
    assert sum(len(face.links) == 2 for face in faces) == 4


@pytest.mark.parametrize("cards", [BASE_PATHS, SECOND_PATHS])
def test_no_face_is_listed_twice_not_even_upside_down(cards: tuple[PathCards, ...]) -> None:
    names = [card.face.upright() for card in cards]
    assert len(set(names)) == len(names)


def test_in_the_base_box_a_dead_end_joins_nothing() -> None:
    dead = [card for card in BASE_PATHS if any(passage.is_dead_end for passage in card.face.passages)]
    assert copies(tuple(dead)) == 9
    assert all(not card.face.links for card in dead)


def test_the_stones_are_corners_one_of_each_hand() -> None:
    assert [card.face for card in BASE_GOALS] == [Face.parse("NESW"), Face.parse("NW"), Face.parse("NE")]
