"""Which cards of a table that is known are looked at again: those that look otherwise, and now and then all of them."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

import cv2
import numpy as np
import pytest
from filmed_tables import filmed_at_the_demo, filmed_from_above
from found_tables import Counting, loaded_reader, read_table

from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from companion.sight.hints import Hint
from companion.sight.reading import InPlay, Reading
from vision.detection.card_detector import detect_from_above
from vision.detection.card_estimates import Presence
from vision.geometry.card_pose import CardPose, quad_of
from vision.geometry.dimensions import cell_mm
from vision.reading.reader import KnownTable, Reader, TableReading
from vision.registration.located_card import refined_pose, reposed
from vision.simulate.demo_table import SEED
from vision.simulate.scene.random_boards import random_board
from vision.simulate.scene.table_scene import TableScene, lay, starting_table, take
from vision.simulate.webcam import Camera
from vision.tracking import tracker as tracker_module
from vision.tracking.tracker import TRACKER, Tracker

MAZE = {Cell(1, 0): "EW", Cell(2, 0): "NESW", Cell(2, -1): "NESW", Cell(3, 0): "NSW", Cell(2, 1): "N|E|S|W"}
CARDS = 4 + len(MAZE)
LAID = Cell(4, 0)


class CountingFaces:
    """The face network, and how many cards it was shown."""

    def __init__(self, faces):
        self._faces, self.shown, self.compared = faces, 0, faces.compared

    def signs(self, patches):
        self.shown += len(patches)
        return self._faces.signs(patches)


class Undecided(Counting):
    """It cannot tell a bare place from what lies there: a tunnel card, or something else."""

    def __init__(self, net, or_rather=Presence.TUNNEL):
        super().__init__(net)
        self._or_rather = or_rather

    def estimate(self, patches):
        told = self.net.estimate(patches)
        even = np.zeros((len(patches), len(Presence)), np.float32)
        even[:, [self._or_rather, Presence.NOTHING]] = 0.6, 0.4
        return replace(told, presence=even)


@pytest.fixture(scope="module")
def film():
    """Pictures of the table before a card is laid, with it, without another one, and with another face in its place."""
    before = starting_table(TableScene(seed=SEED))
    for cell, face in MAZE.items():
        before = lay(before, cell, Face.parse(face))
    laid = lay(before, LAID, Face.parse("EW"))
    taken = take(laid, Cell(3, 0))
    other = lay(taken, Cell(3, 0), Face.parse("EW"))
    scenes = {"before": before, "laid": laid, "taken": taken, "other": other}
    return dict(zip(scenes, filmed_at_the_demo(tuple(scenes.values())), strict=True))


@pytest.fixture(scope="module")
def reader():
    loaded = loaded_reader()
    return replace(loaded, network=Counting(loaded.network))


@pytest.fixture(autouse=True)
def found_once(monkeypatch):
    """Tables are found but once: what is tested is how they are gone on from."""
    monkeypatch.setattr("vision.tracking.tracker.read_table", read_table)


@pytest.fixture(scope="module")
def acquainted(film, reader):
    """A tracker that has found the table; each test goes on from a copy."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vision.tracking.tracker.read_table", read_table)
        tracker = Tracker(reader)
        assert len(tracker.read(film["before"]).cards) == CARDS
        return tracker


@pytest.fixture
def read(film, reader, acquainted):
    """Reads one of the pictures, and says which cells have cards and how many looks it took."""
    tracker = deepcopy(acquainted, {id(reader): reader})

    def read(name, light=1.0):
        reader.network.shown = 0
        image = np.clip(film[name] * light, 0, 255).astype(np.uint8)
        return {card.cell for card in tracker.read(image).cards}, reader.network.shown

    read.tracker = tracker
    return read


def test_after_a_card_was_laid_hardly_more_than_that_card_is_looked_at(read):
    cells, looks = read("laid")
    assert LAID in cells
    assert len(cells) == CARDS + 1
    assert looks < CARDS


def test_a_card_that_was_taken_is_missed_without_looking_at_the_others(read):
    read("laid")
    cells, looks = read("taken")
    assert Cell(3, 0) not in cells
    assert len(cells) == CARDS
    assert looks < CARDS


def test_a_picture_in_which_nothing_changed_is_read_as_a_whole_for_somebody_asks(read):
    assert read("before")[1] >= CARDS


def test_the_face_network_is_shown_a_card_once_more_after_the_table_was_found_and_then_where_it_looks_otherwise(
    film, reader
):
    """Also where the table is read as a whole: the other cards look as they did."""
    faces = CountingFaces(reader.faces)
    tracker = Tracker(replace(reader, faces=faces))

    def shown(name):
        before = faces.shown
        tracker.read(film[name])
        return faces.shown - before

    assert shown("before") >= CARDS
    assert shown("before") >= CARDS
    assert shown("before") == 0
    for _ in range(TRACKER.partly + 1):
        assert 1 <= shown("laid") <= 2, "from both ends, where it is in doubt"
    assert shown("laid") == 0
    tracker.doubt()
    assert shown("laid") > CARDS


def signs_after(reader, *pictures):
    """Of each card, as they are known once these were read."""
    tracker = Tracker(reader)
    for picture in pictures:
        tracker.read(picture)
    return tracker._last.table.signs


def differ_by(one, other):
    """The most in any of their numbers. one, other : by cell"""
    return max(float(np.abs(one[cell][0] - other[cell][0]).max()) for cell in other)


@pytest.mark.parametrize("passing", ["other", "blurred"])
def test_what_the_face_network_saw_in_passing_is_forgotten_when_all_is_read_again(film, reader, passing):
    """Another card that lay there for one picture, or a camera that had not found its focus yet when the table was
    found: a card was told by it all evening."""
    blurred = cv2.GaussianBlur(film["laid"], (0, 0), 3)
    begin = [film["laid"], film["laid"], film["other"]] if passing == "other" else [blurred]
    fresh = signs_after(reader, film["laid"])
    later = signs_after(reader, *begin, *[film["laid"]] * (TRACKER.partly + 2))
    in_passing = differ_by(signs_after(reader, *begin), fresh)
    assert in_passing > 2
    assert differ_by(later, fresh) < in_passing / 2, "a corner may still lie by half a pixel where it lay"


def test_now_and_then_every_card_is_looked_at(read):
    looks = [read("laid")[1] for _ in range(TRACKER.partly + 1)]
    assert max(looks[:-1]) < CARDS < looks[-1]


def test_after_a_reading_that_cannot_be_right_every_card_is_looked_at(read):
    read("laid")
    read.tracker.doubt()
    assert read("laid")[1] > CARDS


def test_a_darker_exposure_is_no_reason_to_look_at_every_card(read):
    cells, looks = read("laid", light=0.8)
    assert LAID in cells
    assert looks < CARDS


@pytest.fixture
def fitted(monkeypatch):
    """How many cards each fit of the pose was told about."""
    told = []

    def counting(pose, cards):
        told.append(len(cards))
        return refined_pose(pose, cards)

    monkeypatch.setattr("vision.tracking.tracker.refined_pose", counting)
    return told


def test_where_every_card_keeps_its_place_the_pose_is_not_fitted_again(read, fitted):
    assert read("before")[1] >= CARDS
    assert fitted == []


def test_a_camera_that_was_nudged_has_its_pose_fitted_again(read, film, fitted):
    film["nudged"] = np.roll(film["before"], (4, 6), (0, 1))
    assert len(read("nudged")[0]) == CARDS
    assert fitted == [CARDS]
    assert len(read("nudged")[0]) == CARDS
    assert fitted == [CARDS]


def test_a_card_that_the_detector_overlooks_is_found_where_the_picture_changed(read, monkeypatch):
    """As on a carpet in whose pattern it is lost."""

    def overlooking(*where):
        seen = detect_from_above(*where)
        return replace(seen, quads=seen.quads[:0], presence=seen.presence[:0], traces=np.zeros_like(seen.traces))

    monkeypatch.setattr("vision.tracking.tracker.detect_from_above", overlooking)
    assert LAID in read("laid")[0]


class Doubting:
    """The network, but that it takes the start card for a tunnel card rather."""

    def __init__(self, net):
        self._net = net

    def estimate(self, patches):
        seen = self._net.estimate(patches)
        start = seen.presence[:, Presence.START] > 0.5
        seen.presence[start] = np.eye(len(Presence))[[Presence.TUNNEL, Presence.START]].T @ (0.75, 0.25)
        return seen


def test_a_start_card_that_is_believed_for_its_place_is_so_in_the_next_look_as_well(film, reader, monkeypatch):
    found = []

    def counting(image, **known):
        found.append(read_table(image, **known))
        return found[-1]

    monkeypatch.setattr("vision.tracking.tracker.read_table", counting)
    tracker = Tracker(replace(reader, network=Doubting(reader.network)))
    for _ in range(2):
        assert len(tracker.read(film["before"]).cards) == CARDS
    assert len(found) == 1


def test_what_lay_over_a_card_when_the_table_was_found_is_not_told_any_more_later(film, reader, monkeypatch):
    def found_under_a_hand(image, **known):
        read = read_table(image, **known)
        return replace(read, reading=replace(read.reading, hints=(Hint("table.small"), Hint("table.covered"))))

    monkeypatch.setattr("vision.tracking.tracker.read_table", found_under_a_hand)
    tracker = Tracker(reader)
    told = [[hint.code for hint in tracker.read(film["before"]).hints] for _ in range(2)]
    assert told == [["table.small", "table.covered"], ["table.small"]]


def looked_at_twice(tracker, picture):
    """What is said of a picture at the second look: of a quiet table."""
    return [[hint.code for hint in tracker.read(picture).hints] for _ in range(2)][-1]


def test_a_camera_that_focuses_a_moment_later_is_not_called_blurred_any_more(film, reader):
    blurred = cv2.GaussianBlur(film["before"], (0, 0), 6)
    tracker = Tracker(reader)
    told = [looked_at_twice(tracker, picture) for picture in (blurred, film["before"], blurred)]
    assert told == [["table.blurred"], [], ["table.blurred"]]


def test_a_lamp_that_is_switched_on_later_is_heard_of_and_never_too_dark_and_too_bright_at_once(film, reader):
    dark, burnt = (np.clip(film["before"] * gain, 0, 255).astype(np.uint8) for gain in (0.25, 3.0))
    tracker = Tracker(reader)
    told = [looked_at_twice(tracker, picture) for picture in (dark, burnt, film["before"])]
    assert told == [["table.dim"], ["table.burnt"], []]


def leaning_over(picture):
    """Somebody's head and shoulders over the table, all but its rim."""
    covered = picture.copy()
    covered[20:-20, 20:-20] = (60, 200, 170)
    return covered


def test_a_table_over_which_somebody_leaned_is_gone_on_from_where_it_lay(film, reader, monkeypatch):
    tracker = Tracker(reader)
    tracker.read(film["before"])
    assert not tracker.read(leaning_over(film["before"])).found
    monkeypatch.setattr("vision.tracking.tracker.read_table", lambda image, **known: pytest.fail("it is known"))
    assert len(tracker.read(film["before"]).cards) == CARDS


def test_where_the_table_was_cleared_it_is_not_taken_to_lie_there_as_soon_as_one_thing_is_put_down(film, reader):
    """What changed is told from the picture in which the table lay, and not from one in which none was found."""
    tracker = Tracker(reader)
    start = next(card for card in tracker.read(film["before"]).cards if card.cell == START_CELL)
    cleared = np.full_like(film["before"], (90, 120, 100))
    assert not tracker.read(cleared).found
    again = cleared.copy()
    cv2.fillConvexPoly(again, np.array(start.quad_px).astype(np.int32), (235, 235, 235))
    assert not tracker.read(again).found


def askew(read):
    """A table of which the first goal was overlooked, and the others were taken for those before them."""
    table = read.table
    first, second, third = table.pose.goals
    taken_for = {second: first, third: second}
    cards = {cell: replace(table.cards[taken_for.get(cell, cell)], cell=cell) for cell in table.cards if cell != first}
    pose = refined_pose(table.pose, list(cards.values()))
    told = tuple(card for card in read.reading.cards if card.cell != first)
    estimates = {cell: table.estimates[taken_for.get(cell, cell)] for cell in cards}
    return replace(
        read, reading=replace(read.reading, cards=told), table=KnownTable(pose, reposed(pose, cards), estimates, {})
    )


def test_a_table_that_was_taken_to_lie_askew_is_found_anew_as_it_lacks_a_goal(film, reader, monkeypatch):
    asked = []

    def first_askew(image, **how):
        asked.append(image)
        read = read_table(image, **how)
        return askew(read) if len(asked) == 1 else read

    monkeypatch.setattr("vision.tracking.tracker.read_table", first_askew)
    tracker = Tracker(reader)
    assert len(tracker.read(film["before"]).cards) == CARDS - 1
    whole = {card.cell for card in read_table(film["before"], reader=reader).reading.cards}
    assert [{card.cell for card in tracker.read(film["before"]).cards} for _ in range(3)] == [whole] * 3
    assert len(asked) == 2


def with_a_flower(read: TableReading, askew_mm: tuple[float, float], twist_rad: float) -> TableReading:
    """The same, with what is no card where one will be laid."""
    table = read.table
    x_mm, y_mm = cell_mm(LAID) + askew_mm
    lies = CardPose(float(x_mm), float(y_mm), twist_rad)
    flower = replace(table.cards[Cell(3, 0)], cell=LAID, pose=lies, quad_px=quad_of(table.pose, lies))
    seen = ({**known, LAID: known[Cell(3, 0)]} for known in (table.estimates, table.signs))
    return replace(read, table=KnownTable(table.pose, {**table.cards, LAID: flower}, *seen))


def test_a_card_that_is_laid_on_what_was_taken_for_one_is_seen_where_it_lies(film, reader, monkeypatch):
    """On a carpet a flower lay under it: sought from where that lay it was found askew, and taken for none."""
    before = with_a_flower(read_table(film["before"], reader=reader), (14.0, 0.0), 0.1)
    monkeypatch.setattr("vision.tracking.tracker.read_table", lambda image, **how: before)
    tracker = Tracker(reader)
    assert LAID not in {card.cell for card in tracker.read(film["before"]).cards}
    seen = {card.cell: card for card in tracker.read(film["laid"]).cards}
    true = {card.cell: card for card in read_table(film["laid"], reader=reader).reading.cards}
    assert seen[LAID].face == true[LAID].face
    flower, laid = before.table.signs[LAID], tracker._last.table.signs[LAID]
    assert np.abs(flower[0] - laid[0]).max() > 2
    assert np.array(seen[LAID].quad_px) == pytest.approx(np.array(true[LAID].quad_px), abs=1.5)


def test_a_card_that_is_not_read_in_one_look_is_read_in_the_next(film, reader, monkeypatch):
    """A finger lay over it, or it was taken for none: where nothing changes nobody would look for it again."""
    tracker, missed, cards = Tracker(reader), Cell(3, 0), Reader.cards
    whole = {card.cell for card in tracker.read(film["before"]).cards}

    def overlooking(*seen):
        return tuple(card for card in cards(*seen) if card.cell != missed)

    with monkeypatch.context() as patch:
        patch.setattr(Reader, "cards", overlooking)
        assert {card.cell for card in tracker.read(film["laid"]).cards} == (whole | {LAID}) - {missed}
    assert {card.cell for card in tracker.read(film["laid"]).cards} == whole | {LAID}


def test_a_table_that_is_seen_without_a_goal_is_looked_for_anew_in_one_look_of_four(film, reader, monkeypatch):
    tracker, without, asked = Tracker(reader), film["before"].copy(), []
    goal = next(card for card in tracker.read(without).cards if card.cell == GOAL_CELLS[-1])
    x, y = np.mean(goal.quad_px, axis=0).astype(int)
    plain = np.median(without[y - 90 : y + 90, x - 90 : x + 90], axis=(0, 1))
    cv2.circle(without, (int(x), int(y)), 70, plain.tolist(), -1)

    def counted(image, **how):
        asked.append(image)
        return read_table(image, **how)

    monkeypatch.setattr("vision.tracking.tracker.read_table", counted)
    for _ in range(8):
        assert GOAL_CELLS[-1] not in {card.cell for card in tracker.read(without).cards}
    assert len(asked) == 2


def test_a_table_with_a_napkin_on_its_start_card_is_followed(film, reader, monkeypatch):
    tracker = Tracker(reader)
    start = next(card for card in tracker.read(film["before"]).cards if card.cell == START_CELL)
    covered = film["before"].copy()
    cv2.fillConvexPoly(covered, np.array(start.quad_px).astype(np.int32), (235, 235, 235))
    monkeypatch.setattr("vision.tracking.tracker.read_table", lambda image, **known: pytest.fail("it is known"))
    cells = {card.cell for card in tracker.read(covered).cards}
    assert len(cells - {START_CELL}) == CARDS - 1
    assert len(tracker.read(film["before"]).cards) == CARDS


def test_where_the_network_cannot_tell_a_place_is_bare_that_has_the_tables_colours(film, reader):
    tracker = Tracker(reader)
    cards = {card.cell: card for card in tracker.read(film["laid"]).cards}
    tracker.read(film["taken"])
    tracker._reader = replace(reader, network=Undecided(reader.network))
    assert tracker.bare(film["taken"], [cards[Cell(3, 0)], cards[LAID]]) == [True, False]


def test_a_hole_that_looks_like_a_back_is_bare_unless_a_card_lay_face_down_there(film, reader):
    """Seen with a printed deck on a mat: a place just left looked like a back, and the card was not told as taken."""
    tracker = Tracker(reader)
    taken = next(card for card in tracker.read(film["laid"]).cards if card.cell == Cell(3, 0))
    tracker.read(film["taken"])
    for rather, up, down in ((Presence.BACK, True, False), (Presence.OTHER, False, False)):
        tracker._reader = replace(reader, network=Undecided(reader.network, rather))
        assert tracker.bare(film["taken"], [taken, replace(taken, face=None)]) == [up, down]
    assert tracker.bare(film["taken"], []) == []


def test_cards_that_lead_out_of_what_was_looked_at_are_followed_at_once(reader):
    """Two are laid northward together, the second two cells beyond the maze."""
    before = random_board(np.random.default_rng(5), 14, TableScene(surface="wood"))
    after = lay(lay(before, Cell(1, -3), Face.parse("NESW")), Cell(1, -4), Face.parse("NESW"))
    camera = Camera(width_px=1920, height_px=1080, height_mm=1350)
    tracker = Tracker(reader)
    *_, last = [tracker.read(image) for image in filmed_from_above(camera, (before, before, after), 2.2, 5)]
    assert {Cell(1, -3), Cell(1, -4)} <= {card.cell for card in last.cards}


DRAGGED = np.array([[10.0, 10], [310, 10], [310, 170], [10, 170]])  # in the smaller of two pictures


def meanwhile(monkeypatch, name, deed):
    """The deed is done by another thread, so to speak, whenever the tracker has called this."""
    does = getattr(tracker_module, name)

    def does_so(*given, **named):
        done = does(*given, **named)
        deed()
        return done

    monkeypatch.setattr(tracker_module, name, does_so)


@pytest.mark.parametrize("while_it", ["corners_in_size", "read_table"])
def test_corners_that_are_dragged_while_a_picture_is_read_hold_from_the_next_one_on(reader, monkeypatch, while_it):
    """Where the pictures' size changed just then, those from before were put in their place."""
    tracker, used = Tracker(reader), []

    def look(image, *, reader, corners=None):
        used.append(corners.tolist())
        return TableReading(Reading(None, (), ()))

    monkeypatch.setattr(tracker_module, "read_table", look)
    tracker.use_corners(DRAGGED)
    tracker.read(np.zeros((180, 320, 3), np.uint8))
    meanwhile(monkeypatch, while_it, lambda: tracker.use_corners(DRAGGED + 5))
    tracker.read(np.zeros((360, 640, 3), np.uint8))
    tracker.read(np.zeros((360, 640, 3), np.uint8))
    assert tracker.has_corners
    assert used == [corners.tolist() for corners in (DRAGGED, 2 * DRAGGED, DRAGGED + 5)]


def test_a_game_that_is_told_while_the_table_is_looked_for_is_looked_for_with_the_next_picture(
    film, reader, monkeypatch
):
    """It went on from where the cards lay for the game before."""
    tracker, looks = Tracker(reader), []
    meanwhile(monkeypatch, "read_table", lambda: looks.append(None) or tracker.use_game(InPlay(GOAL_CELLS)))
    tracker.read(film["before"])
    tracker.read(film["before"])
    assert len(looks) == 2
