"""The table is found from markers, from corners, or from start card and goals alone, whatever side the camera is on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from companion.sight.hints import Hint
from companion.sight.reading import Calibration
from vision.detection.card_detector import Detections
from vision.detection.card_estimates import Presence
from vision.detection.card_probe import CardProbes, ProbedCards, detection_probe
from vision.geometry.card_pose import CardPose
from vision.geometry.dimensions import CARD_CORNERS_MM, cell_mm
from vision.geometry.landmarks import Landmark
from vision.geometry.pose_fit import fit_pose
from vision.geometry.table_pose import pose_of
from vision.registration import registered_table as room
from vision.registration.located_card import LocatedCard
from vision.registration.markers import SeenMarkers, detect_markers
from vision.registration.proof.table_proof import Evidence, TableProof
from vision.registration.registered_table import (
    RegisteredTable,
    best_explained,
    register_closely,
    register_table,
)
from vision.registration.table_clues import MIRRORED, NO_TABLE, TOO_BRIGHT, TOO_DARK, TableClues, clues_in
from web.language import in_english

NOTHING_FOUND = Detections(np.zeros((0, 4, 2)), np.zeros((0, len(Presence))))
POSE = pose_of(np.array([0.4, -0.1, 0.2, -240.0, -30.0, 900.0, np.log(980.0), -0.03]), (1280, 720))
SIDES = [(0, 12), (55, 35), (90, 20), (180, 30), (-120, 25), (-35, 45)]


def unasked(quads_px):
    pytest.fail("nobody should look")


def off_mm(table: object, truth: dict) -> float:
    """How far the worst of start and goals lies from its place in the pose that was found."""
    assert isinstance(table, RegisteredTable), table
    held = [cell for cell in truth["cells"] if cell["kind"] in ("start", "goal")]
    middles = table.pose.to_table(np.array([cell["quad_px"] for cell in held])).mean(1)
    return float(np.abs(middles - [cell_mm(Cell(cell["x"], cell["y"])) for cell in held]).max())


@pytest.mark.parametrize(("side", "tilt"), SIDES)
def test_four_markers_and_the_goals_give_the_table_from_any_side(film, true_sight, side, tilt):
    image, truth = film(side + 1000, True, side, tilt)
    table = register_table(clues_in(image), *true_sight(truth))
    assert off_mm(table, truth) < 8
    assert table.how is Calibration.MARKERS


@pytest.mark.parametrize(("side", "tilt"), SIDES)
def test_start_card_and_goals_alone_give_the_table_from_any_side(film, true_sight, side, tilt):
    image, truth = film(side + 1000, False, side, tilt)
    table = register_table(clues_in(image), *true_sight(truth))
    assert off_mm(table, truth) < 8
    assert table.how is Calibration.LAYOUT


def test_carelessly_laid_goals_are_still_a_column(film, true_sight):
    image, truth = film(31, False, 20, 20, "sloppy")
    assert off_mm(register_table(clues_in(image), *true_sight(truth)), truth) < 16


@pytest.mark.parametrize("seen", [(0, 1, 2), (1, 3), (2,)])
def test_some_of_the_markers_are_enough(film, true_sight, seen, monkeypatch):
    image, truth = film(1000, True, 0, 12)
    some = {number: quad for number, quad in detect_markers(image).right_way_round.items() if number in seen}
    monkeypatch.setattr("vision.registration.table_clues.detect_markers", lambda image: SeenMarkers(some, 0))
    table = register_table(clues_in(image), *true_sight(truth))
    assert off_mm(table, truth) < 8
    assert table.how is Calibration.MARKERS


def test_corners_dragged_roughly_by_hand_give_the_table(film, true_sight):
    image, truth = film(1090, False, 90, 20)
    quads = {(cell["x"], cell["y"]): np.array(cell["quad_px"]) for cell in truth["cells"]}
    pose = fit_pose(
        [Landmark(CARD_CORNERS_MM, tuple(cell_mm(cell)), quads[cell], 3.0, 0.05) for cell in (START_CELL, *GOAL_CELLS)],
        register_table(clues_in(image), *true_sight(truth)).pose,
    ).pose
    field = np.array([[-29, -222.5], [493, -222.5], [493, 222.5], [-29, 222.5]])
    corners = pose.project(field) + np.array([[6, -5], [-8, 4], [5, 7], [-4, -6]])
    table = register_table(clues_in(image, corners), *true_sight(truth))
    assert off_mm(table, truth) < 8
    assert table.how is Calibration.CORNERS


def test_a_picture_without_cards_holds_no_table(film):
    image, _ = film(1000, True, 0, 12)
    probes = CardProbes(detection_probe(NOTHING_FOUND), unasked)
    assert register_table(clues_in(image), NOTHING_FOUND, probes) == NO_TABLE


def test_a_probe_that_sees_no_card_finds_no_table(film, true_sight):
    image, truth = film(1000, True, 0, 12)

    def blind(quads_px):
        presence = np.tile([0.97, 0.01, 0.01, 0.005, 0.005], (len(quads_px), 1))
        return ProbedCards(presence, np.array(quads_px, float))

    detections = true_sight(truth).detections
    assert register_table(clues_in(image), detections, CardProbes(detection_probe(detections), blind)) == NO_TABLE


@pytest.mark.parametrize(("start", "back", "is_tried"), [(0.25, 0.35, False), (0.35, 0.35, True), (0.25, 0.45, True)])
def test_a_table_is_guessed_only_where_something_is_like_a_start_card_or_a_goal(
    film, true_sight, monkeypatch, start, back, is_tried
):
    """Noise and newspapers are full of what may be cards: for ten seconds tables were guessed from it."""
    image, truth = film(412, False, 0, 15, "tidy", 18)
    faint, tried = [0.0, 1 - start - back, start, back, 0.0], []
    cards = true_sight(truth).detections
    cards = replace(cards, presence=np.tile(faint, (len(cards), 1)))
    fine = lambda quads_px: ProbedCards(np.tile(faint, (len(quads_px), 1)), np.array(quads_px, float))  # noqa: E731
    monkeypatch.setattr(room, "prove", lambda *guess: tried.append(guess))
    for register in (register_table, register_closely):
        assert register(clues_in(image), cards, CardProbes(detection_probe(cards), fine)) in (NO_TABLE, None)
        assert bool(tried) == is_tried
        tried.clear()


def without(detections, *presences):
    others = ~np.isin(detections.presence.argmax(1), presences)
    return replace(detections, quads=detections.quads[others], presence=detections.presence[others])


def test_a_start_card_that_was_not_detected_is_looked_for_where_the_goals_say_it_lies(film, true_sight):
    """As at the beginning of a round on a carpet in whose pattern it is lost: no other card tells where it is."""
    image, truth = film(1000, False, 0, 12)
    sight = true_sight(truth)
    goals = without(sight.detections, Presence.START, Presence.TUNNEL)
    table = register_table(clues_in(image), goals, CardProbes(detection_probe(goals), sight.probes.fine))
    assert off_mm(table, truth) < 8
    assert any(card.cell == START_CELL for card in table.cards)


@pytest.fixture
def undetected_goals(film, true_sight):
    """On a dark carpet they were taken for other things: the clues, the truth, what was detected, and the probes."""
    image, truth = film(412, False, 0, 15, "tidy", 18)
    sight = true_sight(truth)
    cards = without(sight.detections, Presence.BACK)
    return clues_in(image), truth, cards, CardProbes(detection_probe(cards), sight.probes.fine)


def test_goals_that_nobody_detected_are_looked_for_where_the_maze_says_they_lie(undetected_goals):
    clues, truth, cards, probes = undetected_goals
    assert register_table(clues, cards, probes) == NO_TABLE
    table = register_closely(clues, cards, probes)
    assert off_mm(table, truth) < 8
    assert {card.cell for card in table.cards} >= {START_CELL, *GOAL_CELLS}


@pytest.mark.parametrize(("back", "is_table"), [(0.3, False), (0.9, True)])
def test_looked_for_closely_backs_must_be_plain_as_much_is_a_little_like_one(undetected_goals, back, is_table):
    """The third goal is under a hat; of the other two so much is seen."""
    clues, truth, cards, probes = undetected_goals
    hidden = np.array(next(cell["quad_px"] for cell in truth["cells"] if (cell["x"], cell["y"]) == GOAL_CELLS[2]))

    def doubting(quads_px, *mirrored):
        seen = probes.fine(quads_px, *mirrored)
        presence = seen.presence.copy()
        down = presence[:, Presence.BACK] > 0.5
        under = np.linalg.norm(np.asarray(quads_px).mean(1) - hidden.mean(0), axis=1) < np.ptp(hidden[:, 0])
        presence[down] = [1 - back, 0, 0, back, 0]
        presence[down & under] = [1, 0, 0, 0, 0]
        return replace(seen, presence=presence)

    assert (register_closely(clues, cards, replace(probes, fine=doubting)) is not None) == is_table


@pytest.mark.parametrize(("cost", "start", "yields"), [(30.0, 0.99, True), (30.0, 0.97, False), (5.0, 0.99, False)])
def test_a_table_whose_cards_lie_as_no_tables_do_yields_to_one_whose_start_card_is_as_plain(cost, start, yields):
    def registered(cost: float, start: float) -> RegisteredTable:
        presence = np.eye(len(Presence))[Presence.START] * start
        card = LocatedCard(START_CELL, POSE.quad(START_CELL), CardPose(0.0, 0.0, 0.0), presence)
        return RegisteredTable(Calibration.LAYOUT, TableProof(POSE, (card,), cost=cost))

    assert registered(cost, 1.0).yields_to(registered(1.0, start)) == yields


def test_looked_for_closely_a_table_has_its_start_card(undetected_goals):
    clues, _, cards, probes = undetected_goals

    def startless(quads_px, *mirrored):
        seen = probes.fine(quads_px, *mirrored)
        presence = seen.presence.copy()
        presence[:, Presence.TUNNEL] += presence[:, Presence.START]
        presence[:, Presence.START] = 0
        return replace(seen, presence=presence)

    assert register_closely(clues, cards, replace(probes, fine=startless)) is None


def test_goals_without_a_start_card_or_a_maze_are_no_table(film, true_sight):
    image, truth = film(1000, False, 0, 12)
    goals = [cell for cell in truth["cells"] if cell["kind"] == "goal"]
    assert register_table(clues_in(image), *true_sight(truth | {"cells": goals})) == NO_TABLE


def test_two_goals_that_were_turned_up_and_the_start_card_are_a_table_though_the_third_is_hidden(film, true_sight):
    image, truth = film(1000, False, 0, 12)
    seen = [cell for cell in truth["cells"] if (cell["x"], cell["y"]) != (8, 2)]
    late = [cell | {"face_down": False} if cell["kind"] == "goal" else cell for cell in seen]
    table = register_table(clues_in(image), *true_sight(truth | {"cells": late}))
    assert off_mm(table, truth) < 8


@pytest.mark.parametrize(("share", "hint"), [(0.15, NO_TABLE), (0.25, TOO_BRIGHT)])
def test_where_no_table_is_found_and_much_of_the_picture_is_white_it_was_too_bright(film, share, hint):
    image, _ = film(1000, True, 0, 12)
    lit = image.copy()
    lit[:, : round(share * image.shape[1])] = 255
    found = register_table(clues_in(lit), NOTHING_FOUND, CardProbes(detection_probe(NOTHING_FOUND), unasked))
    assert found == hint


def test_light_of_one_colour_is_not_too_bright(film):
    """A red lamp and a yellow cloth leave the darkest channel dark: what is printed can still be told."""
    image, _ = film(1000, True, 0, 12)
    red = image.copy()
    red[..., 2] = 255
    assert clues_in(red).if_none == NO_TABLE


def test_a_table_in_the_shade_of_a_bright_picture_is_found(film, true_sight):
    image, truth = film(1000, True, 0, 12)
    lit = image.copy()
    outside = np.array([cell["quad_px"] for cell in truth["cells"]])[..., 1].min()
    lit[: int(outside)] = 255
    assert off_mm(register_table(clues_in(lit), *true_sight(truth)), truth) < 8


@pytest.mark.parametrize(
    ("picture", "code"),
    [
        (np.zeros((720, 1280, 3), np.uint8), "table.too_dark"),
        (np.full((720, 1280, 3), 18, np.uint8), "table.too_dark"),
        (np.full((720, 1280, 3), 200, np.uint8), "table.nothing"),
        (np.full((720, 1280, 3), 250, np.uint8), "table.too_bright"),
        (np.full((40, 60, 3), 200, np.uint8), "table.too_small"),
    ],
)
def test_a_picture_that_shows_nothing_says_why(picture, code):
    hint = clues_in(picture)
    assert isinstance(hint, Hint)
    assert hint.code == code
    assert in_english(hint)


@pytest.mark.parametrize(("level", "is_looked_at"), [(20, True), (9, False)])
def test_a_table_at_night_is_looked_for_and_where_none_is_found_it_is_too_dark(film, level, is_looked_at):
    """A dark table on which a person sees all cards was not looked at before something bright lay there."""
    image, _ = film(1000, False, 0, 12)
    bright = np.percentile(image.max(2), 98)
    clues = clues_in((image * (level / bright)).astype(np.uint8))
    assert isinstance(clues, TableClues) == is_looked_at
    assert (clues.if_none if isinstance(clues, TableClues) else clues) == TOO_DARK
    assert clues_in(image).if_none == NO_TABLE


def test_of_two_finds_of_a_table_the_one_is_kept_that_has_more_to_show(film, true_sight):
    """At 50 degrees a second look once took another card for the start card, three columns off."""
    image, truth = film(430, False, 0, 20)
    sight = true_sight(truth)
    found = register_table(clues_in(image), *sight)
    between_cells = replace(found, proof=replace(found.proof, pose=found.pose.moved((29.0, 0.0))))
    three_columns_off = replace(
        found, proof=replace(found.proof, pose=found.pose.moved((174.0, 0.0)), score=found.proof.score - 2)
    )
    for wrong in (between_cells, three_columns_off):
        assert best_explained([found, wrong], *sight) is found
        assert best_explained([wrong, found], *sight) is found


@pytest.mark.parametrize(
    ("worth_more", "columns", "too_many", "is_taken"),
    [(1.0, 3, 0.0, False), (2.0, 3, 0.0, True), (1.0, 1, 0.0, True), (0.5, 3, 0.9, True)],
    ids=["a little more", "much more", "beside it", "its goals go on"],
)
def test_a_table_elsewhere_must_show_much_more_than_the_one_in_whose_cells_the_picture_was_laid_out(
    film, true_sight, worth_more, columns, too_many, is_taken
):
    """Laid out so, a carpet once passed for another table with a start card; but two rows beside it a crossing did."""
    image, truth = film(430, False, 0, 20)
    sight = true_sight(truth)
    found = register_table(clues_in(image), *sight)
    first = replace(found, proof=replace(found.proof, score=found.proof.score - worth_more, too_many=too_many))
    other = replace(found, proof=replace(found.proof, pose=found.pose.moved((58.0 * columns, 0.0))))
    assert best_explained([other, first], *sight) is (other if is_taken else first)


@pytest.mark.parametrize(
    ("presence", "too_many", "is_taken"),
    [
        ((0.43, 0.45, 0.0, 0.11, 0.01), 0.0, True),
        ((0.43, 0.45, 0.0, 0.11, 0.01), 0.9, False),
        ((0.11, 0.0, 0.0, 0.88, 0.01), 0.0, False),
        ((0.02, 0.98, 0.0, 0.0, 0.0), 0.0, False),
        (None, 0.0, False),
    ],
    ids=["hardly a card", "the others go on", "a back in shadow", "turned up", "not seen"],
)
def test_a_table_of_which_one_goal_hardly_is_a_card_yields_to_one_elsewhere_whose_goals_are_plain(
    film, true_sight, presence, too_many, is_taken
):
    """The middle goal and one at the end once passed, with a thing of the maze, for a row two cells on."""
    image, truth = film(430, False, 0, 20)
    sight = true_sight(truth)
    found = register_table(clues_in(image), *sight)
    one = next(card for card in found.cards if card.cell == GOAL_CELLS[2])
    rest = tuple(card for card in found.cards if card is not one)
    cards = rest if presence is None else (*rest, replace(one, presence=np.array(presence)))
    first = replace(found, proof=replace(found.proof, cards=cards, score=found.proof.score - 1))
    elsewhere = replace(found.proof, pose=found.pose.moved((174.0, 0.0)), too_many=too_many)
    other = replace(found, proof=elsewhere)
    assert best_explained([other, first], *sight) is (other if is_taken else first)


@pytest.mark.parametrize(("score", "is_told"), [(4.5, True), (2.4, False)])
def test_a_table_with_a_start_card_that_leaves_doubt_needs_more_that_speaks_for_it(film, true_sight, score, is_told):
    """A card half under a hand, and other cards half in its cells and half between them."""
    image, truth = film(430, False, 0, 20)
    sight = true_sight(truth)
    found = register_table(clues_in(image), *sight)
    goals = [card for card in found.cards if card.cell != GOAL_CELLS[0]]
    doubted = replace(found, proof=replace(found.proof, cards=tuple(goals), score=score, agreement=0.3))
    assert not doubted.proof.leaves_no_doubt
    assert best_explained([doubted], *sight) is (doubted if is_told else None)


def test_goals_that_were_all_turned_up_are_none_where_they_hardly_show_themselves(film, true_sight):
    """A carpet's squares are as much like them as any tunnel cards."""
    image, truth = film(1000, False, 0, 12)
    late = [cell | {"face_down": False} if cell["kind"] == "goal" else cell for cell in truth["cells"]]
    sight = true_sight(truth | {"cells": late})
    found = register_table(clues_in(image), *sight)
    assert isinstance(found, RegisteredTable)
    assert best_explained([found], *sight) is found

    def doubting(quads_px, *mirrored):
        seen = sight.probes.fine(quads_px, *mirrored)
        return replace(seen, presence=0.9 * seen.presence + 0.1 * np.eye(len(Presence))[Presence.NOTHING])

    assert register_table(clues_in(image), sight.detections, replace(sight.probes, fine=doubting)) == NO_TABLE
    cards = tuple(replace(card, presence=0.9 * card.presence) for card in found.cards)
    doubted = replace(found, proof=replace(found.proof, cards=cards))
    assert best_explained([doubted], *sight) is None
    worth_more = replace(doubted, proof=replace(doubted.proof, score=9.0))
    assert best_explained([worth_more, found], *sight) is found


@pytest.mark.parametrize("aside_mm", [0.0, 29.0])
def test_a_table_whose_start_card_nobody_saw_is_none_where_the_other_cards_lie_between_its_cells(
    film, true_sight, aside_mm
):
    """A hand over a goal and a book over the start card once made a table half a card off, and every card wrong."""
    image, truth = film(430, False, 0, 20)
    sight = true_sight(truth | {"cells": [cell for cell in truth["cells"] if cell["kind"] != "start"]})
    found = register_table(clues_in(image), *sight)
    assert not found.proof.has_start
    laid = replace(found, proof=replace(found.proof, pose=found.pose.moved((aside_mm, 0.0))))
    assert best_explained([laid], *sight) is (None if aside_mm else laid)


def test_a_table_that_left_no_doubt_is_one_whatever_was_seen_since(film, true_sight):
    image, truth = film(430, False, 0, 20)
    sight = true_sight(truth)
    found = register_table(clues_in(image), *sight)
    assert found.proof.leaves_no_doubt
    again = replace(found, proof=replace(found.proof, pose=found.pose.moved((29.0, 0.0)), score=2.0, agreement=-0.4))
    assert best_explained([again], *sight) is None
    assert best_explained([again, found], *sight) is found
    worn = replace(found, proof=replace(found.proof, pose=again.pose))
    assert best_explained([worn], *sight) is worn


def test_a_table_whose_own_cards_lie_as_no_tables_do_is_none_but_where_markers_tell_it(film, true_sight):
    image, truth = film(430, False, 0, 20)
    sight = true_sight(truth)
    found = register_table(clues_in(image), *sight)
    askew = replace(found, proof=replace(found.proof, cost=11.0 * len(found.cards)))
    assert found.is_plain and not askew.is_plain
    assert best_explained([askew], *sight) is None
    between_cells = replace(found, proof=replace(found.proof, cost=7.0 * len(found.cards), agreement=0.5))
    assert best_explained([between_cells], *sight) is None
    marked = replace(askew, how=Calibration.MARKERS)
    assert best_explained([marked], *sight) is marked


@pytest.mark.parametrize(("aside", "plain"), [(0.0, True), (0.5, False)])
def test_a_table_with_a_goal_missing_is_plain_only_where_the_other_cards_lie_in_its_cells(
    film, true_sight, aside, plain
):
    image, truth = film(1000, False, 0, 12)
    seen = [cell for cell in truth["cells"] if (cell["x"], cell["y"]) != (8, 2)]
    beside = [moved_aside(cell, aside) if cell["kind"] == "path" else cell for cell in seen]
    assert register_table(clues_in(image), *true_sight(truth | {"cells": beside})).is_plain == plain


def moved_aside(cell: dict, widths: float) -> dict:
    quad = np.array(cell["quad_px"])
    return cell | {"quad_px": (quad + (quad[1] - quad[0]) * widths).tolist()}


@pytest.mark.parametrize("way", [0, 1], ids=["up and down", "left and right"])
def test_a_mirrored_picture_is_told_by_its_markers_as_every_bend_would_be_read_wrongly(film, way):
    image, _ = film(1031, True, 0, 12)
    assert clues_in(np.flip(image, way).copy()) == MIRRORED
    assert clues_in(np.rot90(image).copy()) != MIRRORED


def test_one_marker_alone_is_not_enough_to_call_a_picture_mirrored(film, monkeypatch):
    image, _ = film(1031, True, 0, 12)
    assert detect_markers(np.flip(image, 1).copy()).mirrored == 4
    monkeypatch.setattr("vision.registration.table_clues.detect_markers", lambda image: SeenMarkers({}, 1))
    assert clues_in(image) != MIRRORED


@pytest.mark.parametrize(
    ("start", "agreement", "is_told"),
    [(None, 0.9, False), (0.6, 0.2, False), (0.6, 0.9, True), (0.99, 0.2, True)],
    ids=["goals alone", "a card that may be any crossing", "... but all others lie in its cells", "a plain one"],
)
def test_what_was_guessed_from_a_start_card_is_nothing_without_it(
    film, true_sight, monkeypatch, start, agreement, is_told
):
    image, truth = film(430, False, 0, 20)
    sight = true_sight(truth)
    found = register_table(clues_in(image), *sight).proof
    presence = np.eye(len(Presence))[Presence.START] * (start or 0.0)
    cards = [replace(card, presence=presence) if card.cell == START_CELL else card for card in found.cards]
    kept = tuple(card for card in cards if start is not None or card.cell != START_CELL)
    proof = replace(found, cards=kept, agreement=agreement)
    monkeypatch.setattr(room, "_best_proof", lambda hypotheses, evidence: proof)
    told = room._proved_with_start(Evidence(sight.detections, sight.probes), clues_in(image))
    assert (told is proof) == is_told
