"""From what the network saw to ranked faces: with answers made up here, no picture."""

import numpy as np
import pytest
from looks import plain_looks

from companion.editions.boxes import BASE_PATHS, SECOND_PATHS, START
from companion.maze.faces import Face
from vision.detection.card_estimates import SIDE_PAIRS, CardEstimates, Presence
from vision.reading.card_doubt import CARD_DOUBT
from vision.recognition.face_posterior import (
    GOAL_FACES,
    all_faces,
    faces_on_table,
    identify,
)
from vision.teaching.spread_cards import is_unsure

PRINTED = sorted({face for card in BASE_PATHS + SECOND_PATHS for face in (card.face, card.face.half_turn())}, key=str)


def seen(face: Face, sure: float = 0.97, presence: Presence = Presence.TUNNEL) -> CardEstimates:
    """A look that sees every part of `face` with probability `sure`."""
    open_sides = np.array([side in face.open for side in range(4)])
    links = np.array([any({a, b} <= set(passage.sides) for passage in face.passages) for a, b in SIDE_PAIRS])
    present = np.full((1, 5), (1 - sure) / 4)
    present[0, presence] = sure
    doors = np.full((1, 3), (1 - sure) / 2)
    doors[0, {None: 0, "blue": 1, "green": 2}[face.door]] = sure
    return plain_looks(
        presence=present,
        mouths=np.where(open_sides, sure, 1 - sure)[None],
        links=np.where(links, sure, 1 - sure)[None],
        door=doors,
        crystal=np.array([sure if face.crystals else 1 - sure]),
        ladder=np.array([sure if face.ladder else 1 - sure]),
    )


@pytest.mark.parametrize("face", PRINTED, ids=str)
def test_what_is_seen_clearly_is_named_and_not_doubted(face):
    identity = identify(seen(face, 0.99))[0]
    assert identity.best.face == face
    assert not is_unsure(identity)


def test_every_printed_face_can_be_named_both_ways_up():
    assert set(PRINTED) <= set(all_faces().faces)


def test_a_dead_end_and_a_through_tunnel_that_look_alike_are_both_offered():
    look = seen(Face.parse("NS"))
    look.links[0, SIDE_PAIRS.index((0, 2))] = 0.5
    identity = identify(look)[0]
    assert is_unsure(identity)
    assert {str(candidate.face) for candidate in identity.candidates[:2]} == {"NS", "N|S"}


def test_a_crystal_that_is_seen_is_not_disbelieved_for_no_box_holding_it_there():
    """Home-made decks have crystals where no printed one has: the printed card is but one of two that it may be."""
    look = seen(Face.parse("NS"), 0.998)
    look.crystal[:] = 0.93
    best, next_best = identify(look)[0].candidates[:2]
    assert {str(best.face), str(next_best.face)} == {"NS", "NS*"}
    assert best.confidence < max(CARD_DOUBT.certain[0][1], CARD_DOUBT.clear_of_next * next_best.confidence)


def test_a_card_that_lies_face_down_has_no_face():
    identity = identify(seen(Face.of("NS"), presence=Presence.BACK))[0]
    assert identity.best.face is None
    assert not is_unsure(identity)


def test_the_start_card_is_known_even_where_its_ladder_is_not_seen():
    identity = identify(seen(Face.of("NESW"), 0.99, presence=Presence.START))[0]
    assert identity.best.face == START
    assert identity.start > 0.9


def test_away_from_the_start_a_crossing_with_something_on_it_is_a_crossing():
    look = seen(Face.of("NESW"), 0.9, presence=Presence.START)
    look.ladder[:] = 0.6
    assert identify(look)[0].best.face == START
    elsewhere = identify(look, starts=np.array([False]))[0]
    assert elsewhere.best.face == Face.of("NESW")
    assert elsewhere.start == 0


def test_an_empty_place_is_no_card_of_the_maze():
    assert identify(seen(Face.of("NS"), presence=Presence.NOTHING))[0].on_maze < 0.1
    assert identify(seen(Face.of("NS"), presence=Presence.OTHER))[0].on_maze < 0.1


def test_confidences_are_probabilities_best_first():
    for sure in (0.55, 0.8, 0.97):
        confidences = [candidate.confidence for candidate in identify(seen(Face.parse("NS|E"), sure))[0].candidates]
        assert confidences == sorted(confidences, reverse=True)
        assert 0 < sum(confidences) <= 1 + 1e-9


def test_a_face_that_no_box_holds_needs_clearer_sight_than_a_printed_one():
    unprinted, printed = (identify(seen(Face.parse(text), 0.8))[0].best.face for text in ("NSWg", "NSW"))
    assert unprinted != Face.parse("NSWg")
    assert printed == Face.parse("NSW")
    assert identify(seen(Face.parse("NSWg"), 0.995))[0].best.face == Face.parse("NSWg")


@pytest.mark.parametrize(("elsewhere", "there"), [("N|E", "NE"), ("ES|N", "ES"), ("NESW*", "NESW")])
def test_where_a_goal_lies_a_dead_end_and_a_mark_are_doubted_as_no_goal_has_them(elsewhere, there):
    look = seen(Face.parse(elsewhere), 0.92)
    named = [str(identify(look, goals=np.array([is_goal]))[0].best.face) for is_goal in (False, True)]
    assert named == [elsewhere, there]


@pytest.mark.parametrize("is_told", [True, False])
def test_a_goal_of_another_box_is_believed_where_that_box_is_in_play(is_told):
    tee = Face.parse("NEW")
    told = GOAL_FACES | {tee.upright()} if is_told else GOAL_FACES
    best = identify(seen(tee, 0.9), goals=np.array([True]), goal_faces=told)[0].best
    assert (best.face == tee) == is_told
    assert identify(seen(tee, 0.9))[0].best.face == tee


def test_a_goal_of_a_box_that_is_not_in_play_is_named_where_it_is_plainly_seen():
    assert str(identify(seen(Face.parse("NEW"), 0.99), goals=np.array([True]))[0].best.face) == "NEW"


def test_no_look_gives_no_identity():
    nothing = seen(START)[np.array([], int)]
    assert identify(nothing) == []


def table_of(*looks: CardEstimates) -> CardEstimates:
    return CardEstimates.of(looks)


def faint_third_mouth() -> CardEstimates:
    """A corner with what may be a third, shut mouth: a face that only Saboteur 2 has, or a crease in the rock."""
    look = seen(Face.parse("SW|N"), 0.9)
    look.mouths[0, 0] = 0.8
    return look


def test_a_card_that_only_saboteur_2_has_is_doubted_among_base_cards():
    table = table_of(faint_third_mouth(), *(seen(Face.parse(name)) for name in ("NS", "EW", "NESW", "N|S", "NE") * 3))
    assert str(identify(table, faces_on_table(table))[0].best.face) == "SW"


def test_a_card_that_only_saboteur_2_has_is_believed_beside_doors_and_ladders():
    second = ("NSb", "EWg", "NW^", "NESW*", "NS|EW")
    table = table_of(faint_third_mouth(), *(seen(Face.parse(name)) for name in second * 2))
    assert str(identify(table, faces_on_table(table))[0].best.face) == "SW|N"


def test_one_clear_card_of_saboteur_2_is_named_among_base_cards():
    table = table_of(seen(Face.parse("EWb"), 0.99), *(seen(Face.parse("NS"), 0.99) for _ in range(12)))
    assert str(identify(table, faces_on_table(table))[0].best.face) == "EWb"
