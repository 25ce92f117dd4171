"""When the camera looks and what it tells, with a reader that never errs before the demo's table."""

import json
import threading
import time
from dataclasses import replace
from itertools import count, takewhile
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from staging import DARK, SMALL, Stage, TruthReader, later, replace_image, words

from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, Cell
from companion.sight.hints import NOTHING_SEEN, Hint
from companion.sight.settled_board import CameraState
from vision.capture.source import SOURCE, Frame, LiveSource, SourceSettings, open_source
from vision.service.camera_thread import ENDED, SEEN_NOTHING, STOPPED, CameraThread
from vision.service.watch_lines import NoTableSeen, SourceError, WatchLines, watch_source
from vision.simulate.demo_table import DemoTable
from vision.tracking.table_sight import BUMPED
from web.language import in_english


@pytest.fixture(scope="module")
def stage():
    stage = Stage()
    assert [seen.what for seen in stage.watch()] == ["board"]
    return stage


def test_a_laid_card_is_told_after_the_hand_left_and_no_look_was_at_the_hand(stage):
    stage.table.lay(Cell(1, 0), Face.parse("EW"), seat=1)
    assert words(stage.watch()) == [("covered",), ("clear",), ("laid", "1,0:EW")]
    stage.table.turn(GOAL_CELLS[0], Face.parse("NESW"), "gold", seat=8)
    assert words(stage.watch()) == [("covered",), ("clear",), ("turned", "8,-2:NESW")]
    stage.table.take(Cell(1, 0), seat=5)
    assert words(stage.watch()) == [("covered",), ("clear",), ("removed", "1,0:EW")]
    assert stage.reader.looked_at_hand == 0


def test_a_card_at_rest_is_told_within_three_pictures():
    """At ten pictures a second: still for two, agreed by the third, and 100 ms are left for the reader's work."""
    table = DemoTable(camera=SMALL, paced=False, frames_per_s=SOURCE.frames_per_s)
    stage = Stage()
    stage.table, stage.frames, stage.reader.table = table, table.frames(), table
    stage.watch()
    table.lay(Cell(1, 0), Face.parse("EW"), seat=1)
    pictures = 0
    while "laid" not in {seen.what for seen in stage.trigger.see(next(stage.frames))}:
        pictures += table.resting
        assert pictures < 20, "never told"
    assert pictures / SOURCE.frames_per_s <= 0.3
    assert stage.reader.looked_at_hand == 0


def test_deeds_asked_for_at_once_are_told_one_after_the_other():
    stage = Stage()
    stage.watch()
    stage.table.lay(Cell(1, 0), Face.parse("EW"), seat=1)
    stage.table.lay(Cell(2, 0), Face.parse("NW"), seat=6)
    hand = [("covered",), ("clear",)]
    assert words(stage.watch()) == [*hand, ("laid", "1,0:EW"), *hand, ("laid", "2,0:NW")]


def test_a_hand_that_rests_before_anything_was_read_is_waited_for():
    stage = Stage()
    stage.table.lay(Cell(1, 0), Face.parse("EW"), seat=1)
    told = stage.watch(frames=14)
    assert words(told)[0][0] == "board"
    assert len(told[0].cards) == 5
    assert stage.reader.looked_at_hand == 0


def test_a_quiet_table_is_hardly_ever_read_again(stage):
    before = stage.reader.looks
    assert stage.watch(frames=80) == []
    assert stage.reader.looks - before <= 2  # every twelve seconds


def test_the_board_can_be_asked_for_again(stage):
    stage.trigger.ask_board()
    assert [seen.what for seen in stage.watch()] == ["board"]


def test_a_new_round_takes_the_maze_away():
    stage = Stage()
    stage.watch()
    stage.table.lay(Cell(1, 0), Face.parse("NES"))
    stage.table.turn(GOAL_CELLS[2], Face.parse("NW"), "coal")
    stage.watch()
    stage.table.clear()
    assert sorted(words(stage.watch())[2:]) == [("removed", "1,0:NES"), ("turned", "8,2:None")]
    assert stage.reader.looked_at_hand == 0


def test_a_table_out_of_sight_is_lost_once_and_found_again_with_what_changed():
    stage = Stage()
    stage.watch()
    stage.reader.blind = True
    stage.trigger.ask_board()
    lost = stage.watch(frames=40)
    assert words(lost) == [("lost",)]
    assert lost[0].hints == DARK.hints
    assert stage.trigger.state is CameraState.LOST
    stage.reader.blind = False
    assert [seen.what for seen in stage.watch(frames=30)] == ["found", "board"]
    assert stage.trigger.state is CameraState.SEEING


def test_a_table_is_not_said_to_be_seen_and_too_dark_to_be_seen_at_once():
    """For the second and a half after the light went out, before the table counts as lost."""
    stage = Stage()
    stage.watch()
    before, stage.reader.blind, said = stage.reader.looks, True, []
    for _ in range(30):
        frame = next(stage.frames)
        stage.trigger.see(replace_image(frame, frame.image // 40))
        said.append((stage.trigger.state, stage.trigger.sight.hints, stage.reader.looks - before))
    assert (CameraState.SEEING, (), 2) in said  # it has been looked for in vain
    assert [hints for state, hints, _ in said if state is not CameraState.LOST and hints] == []
    assert said[-1][:2] == (CameraState.LOST, DARK.hints)


def test_an_unplugged_camera_is_lost_at_once():
    stage = Stage()
    stage.watch()
    gone = Hint("source.no_camera")
    told = [seen for number in (90, 91) for seen in stage.trigger.see(Frame(number, float(number), None, gone))]
    assert words(told) == [("lost",)]
    assert told[0].hints == (gone,)
    assert words(stage.trigger.see(Frame(92, 92.0, next(stage.frames).image))) == []
    assert words(stage.trigger.see(Frame(93, 93.0, next(stage.frames).image))) == [("found",)]


def test_a_bumped_camera_is_told_as_lost_and_found_and_the_board_stays():
    stage = Stage()
    stage.table.lay(Cell(1, 0), Face.parse("EW"))
    stage.watch()
    bumped = DemoTable(camera=replace(SMALL, target_mm=(270.0, 30.0)), paced=False)
    bumped.show(stage.table.scene)
    stage.table, stage.frames, stage.reader.table = bumped, later(bumped.frames(), 100.0), bumped
    told = stage.watch(frames=60)
    assert [word for word in words(told) if word[0] not in {"covered", "clear"}] == [("lost",), ("found",)]
    assert next(seen for seen in told if seen.what == "lost").hints == (BUMPED,)


def test_a_table_read_in_other_cells_though_nothing_moved_is_not_believed():
    stage = Stage()
    stage.watch()
    read = stage.reader.read
    stage.reader.read = lambda image: shift_quads(read(image))
    stage.table.lay(Cell(1, 0), Face.parse("EW"), seat=2)
    assert words(stage.watch()) == [("covered",), ("clear",)]
    assert stage.reader.doubted
    stage.reader.read = read
    assert words(stage.watch()) == [("laid", "1,0:EW")]


def shift_quads(reading, by_px=60):
    """As if the goal column had been taken for another: every card lies elsewhere in the picture."""
    moved = (tuple((x + by_px, y) for x, y in card.quad_px) for card in reading.cards)
    return replace(
        reading, cards=tuple(replace(card, quad_px=quad) for card, quad in zip(reading.cards, moved, strict=True))
    )


def test_a_lamp_that_dims_is_no_hand_and_no_card():
    stage = Stage()
    stage.watch()
    told = []
    for share in np.linspace(1.0, 0.6, 30):
        frame = next(stage.frames)
        told += stage.trigger.see(replace_image(frame, cv2.convertScaleAbs(frame.image, alpha=float(share))))
    assert words(told) == []


def test_a_sleeve_left_on_the_table_is_waited_for_and_then_lived_with():
    stage = Stage()
    stage.watch()
    told = []
    for _ in range(60):
        frame = next(stage.frames)
        image = frame.image.copy()
        image[120:, :60] = (60, 40, 150)
        told += stage.trigger.see(replace_image(frame, image))
    assert words(told) == [("covered",), ("clear",)]
    assert stage.trigger.state is CameraState.SEEING


def write_folder(folder, stage, deed):
    """A folder as a careless photographer leaves it: still, hand, hand, still."""
    images = [next(stage.frames).image, next(stage.frames).image]
    deed(stage.table)
    moving = []
    while not stage.table.resting:
        moving.append(next(stage.frames).image)
    images += [*moving[1::2], next(stage.frames).image, next(stage.frames).image]
    for number, image in enumerate(images):
        cv2.imwrite(str(folder / f"frame_{number:02d}.png"), image)
    (folder / "frame_00.json").write_text("{}")
    (folder / "frame_01x.png").write_bytes(b"broken")


class FolderReader:
    """Reads the table's state before or after the deed from the number of the picture asked for."""

    def __init__(self, before, after):
        self.before, self.after = before, after
        self.seen = []

    def read(self, image):
        similar = [self.before, self.after]
        gaps = [float(np.abs(image.astype(int) - picture.astype(int)).mean()) for picture, _ in similar]
        self.seen.append(min(gaps))
        return similar[int(np.argmin(gaps))][1]

    def bare(self, image, cards):
        return [True for _ in cards]


def test_a_folder_tells_the_board_the_hand_and_the_card_and_ends(tmp_path):
    stage = Stage()
    before = (next(stage.frames).image, stage.table.truth())
    write_folder(tmp_path, stage, lambda table: table.lay(Cell(2, 0), Face.parse("NES"), seat=1))
    reader = FolderReader(before, (next(stage.frames).image, stage.table.truth()))
    lines = list(watch_source(str(tmp_path), reader))
    assert [line["event"] for line in lines] == ["board", "covered", "clear", "laid"]
    assert [len(line.get("cells", ())) for line in lines] == [4, 0, 0, 0]
    cell = lines[-1]["cell"]
    assert (cell["x"], cell["y"], cell["open"], cell["links"]) == (2, 0, "NES", ["NES"])
    assert max(reader.seen) < 3  # grey levels: no picture with a hand in it was read
    assert all(json.dumps(line) for line in lines)


def test_one_picture_is_a_board_and_an_end(tmp_path):
    stage = Stage()
    cv2.imwrite(str(tmp_path / "only.png"), next(stage.frames).image)
    assert [line["event"] for line in watch_source(str(tmp_path / "only.png"), stage.reader)] == ["board"]


def test_a_video_file_is_watched_by_its_own_clock(tmp_path):
    stage = Stage()
    file = tmp_path / "night.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 8.0, (320, 180))
    images = [next(stage.frames).image for _ in range(12)]
    before = (images[0], stage.table.truth())
    stage.table.lay(Cell(1, 1), Face.parse("NS"), seat=6)
    while not stage.table.resting:
        images.append(next(stage.frames).image)
    images += [next(stage.frames).image for _ in range(8)]
    for image in images:
        writer.write(image)
    writer.release()
    reader = FolderReader(before, (images[-1], stage.table.truth()))
    assert [line["event"] for line in watch_source(str(file), reader)] == ["board", "covered", "clear", "laid"]


def test_a_source_that_cannot_be_used_is_told_in_a_sentence(tmp_path):
    with pytest.raises(SourceError) as trouble:
        next(watch_source(str(tmp_path / "nothing.mp4"), TruthReader(None)))
    assert "no picture, video or folder" in in_english(trouble.value.hint)


def test_the_cameras_thread_tells_what_happens_and_keeps_a_picture():
    table = DemoTable(camera=SMALL, frames_per_s=40.0, gesture_s=0.3)
    lines, told, laid = WatchLines(), [], threading.Event()

    def tell(seen):
        told.extend(line["event"] for line in lines.of(seen))
        if "laid" in told:
            laid.set()

    watch = CameraThread(table, tell, TruthReader(table))
    watch.start()
    wait_for(lambda: "board" in told)
    table.lay(Cell(1, 0), Face.parse("EW"))
    assert laid.wait(20)
    assert told == ["board", "covered", "clear", "laid"]
    status = watch.status()
    assert status.state is CameraState.SEEING
    assert len(status.cards) == 5
    for overlay in (False, True):
        picture = cv2.imdecode(np.frombuffer(watch.picture(overlay=overlay), np.uint8), cv2.IMREAD_COLOR)
        assert picture.shape == (180, 320, 3)
    card = cv2.imdecode(np.frombuffer(watch.picture_of(Cell(1, 0)), np.uint8), cv2.IMREAD_COLOR)
    assert 20 < card.shape[0] < 120 and 15 < card.shape[1] < 120  # the card and a little around it
    assert watch.picture_of(Cell(3, 0)) is None
    image, cards = watch.settled()
    assert image.shape == watch.frame().shape
    assert {card.cell for card in cards} == {card.cell for card in status.cards}
    watch.stop()
    assert not watch.running


def test_one_thread_draws_whoever_asks(monkeypatch):
    """Fonts are unpacked for each thread that writes a word, and a web server's 48 threads kept 350 MB of them."""
    table, told, wrote = DemoTable(camera=SMALL, frames_per_s=40.0), threading.Event(), set()
    write = cv2.putText

    def notice(*how):
        wrote.add(threading.current_thread())  # kept, so that no later one has its number
        return write(*how)

    monkeypatch.setattr(cv2, "putText", notice)
    watch = CameraThread(table, lambda seen: told.set(), TruthReader(table))
    watch.start()
    assert told.wait(20)
    pictures = []
    asking = [threading.Thread(target=lambda: pictures.append(watch.picture(overlay=True))) for _ in range(4)]
    for one in asking:
        one.start()
    for one in asking:
        one.join()
    watch.stop()
    assert all(pictures) and len(pictures) == 4
    assert len(wrote) == 1


def test_whoever_aims_the_camera_sees_it_move_while_a_table_is_sought_in_an_older_picture():
    """To look in vain takes seconds; so long the picture on the page stood still, and the camera was aimed blindly."""
    number = count()

    def read():
        time.sleep(0.01)
        return True, np.full((90, 160, 3), min(40 + next(number) // 5, 250), np.uint8)  # the evening sun comes in

    camera = SimpleNamespace(read=read, release=lambda: None)
    sought, found, looked_at = threading.Event(), threading.Event(), []

    def look(image):
        looked_at.append(image.mean())
        sought.set()
        found.wait(20)
        return DARK

    source = LiveSource(lambda: camera, Hint("source.no_camera"), SourceSettings(frames_per_s=50.0))
    watch = CameraThread(source, lambda seen: None, SimpleNamespace(read=look))
    watch.start()
    try:
        assert sought.wait(20)
        wait_for(lambda: shown(watch).mean() > looked_at[0] + 5)
        assert watch.frame().mean() > looked_at[0] + 4  # so is a deck that is spread under it now
        assert len(looked_at) == 1
    finally:
        found.set()
        watch.stop()


def shown(watch):
    return cv2.imdecode(np.frombuffer(watch.picture(overlay=True), np.uint8), cv2.IMREAD_COLOR)


class Ending:
    """One picture; then no more come, or something breaks."""

    timed = False
    newest = None

    def __init__(self, *, breaks):
        self.breaks = breaks

    def frames(self):
        yield Frame(0, 0.0, np.full((90, 160, 3), 90, np.uint8))
        if self.breaks:
            raise RuntimeError("a bad day")

    def close(self):
        pass


@pytest.mark.parametrize(("breaks", "why"), [(True, STOPPED), (False, ENDED)])
def test_a_camera_whose_thread_has_ended_is_not_said_to_see(breaks, why):
    """Its pictures ended or it broke, and the page went on saying that the camera sees the table; then that the camera
    has stopped, whoever had let it see a film."""
    watch = CameraThread(Ending(breaks=breaks), lambda seen: None, TruthReader(DemoTable(camera=SMALL, paced=False)))
    assert watch.status().state is CameraState.STARTING
    watch.start()
    wait_for(lambda: not watch.running)
    assert (watch.status().state, watch.status().hints) == (CameraState.LOST, (why,))
    assert watch.picture(overlay=True) is not None


@pytest.mark.parametrize(
    ("size", "grey", "code"),
    [((10, 2000), 90, "table.too_small"), ((480, 640), 0, "table.too_dark"), ((480, 640), 90, "table.nothing")],
)
def test_pictures_in_which_no_table_is_seen_end_with_the_reason_as_watch_gives_it(tmp_path, size, grey, code):
    """They were said to have come to an end, and what they showed last to be kept, though they had shown nothing."""
    cv2.imwrite(str(tmp_path / "table.png"), np.full((*size, 3), grey, np.uint8))
    (tmp_path / "torn.png").write_bytes(b"milk")
    watch = CameraThread(open_source(str(tmp_path)), lambda seen: None)
    watch.start()
    wait_for(lambda: not watch.running)
    ended, why = watch.status().hints
    assert (watch.status().state, ended.code, why.code) == (CameraState.LOST, NOTHING_SEEN, code)
    with pytest.raises(NoTableSeen) as none:
        list(watch_source(str(tmp_path)))
    assert none.value.hint == why


def test_pictures_over_which_the_reader_stumbled_are_not_said_to_go_on_at_their_end(tmp_path):
    def stumble(image):
        raise ValueError("an odd picture")

    cv2.imwrite(str(tmp_path / "table.png"), np.full((480, 640, 3), 90, np.uint8))
    watch = CameraThread(open_source(str(tmp_path)), lambda seen: None, SimpleNamespace(read=stumble))
    watch.start()
    wait_for(lambda: not watch.running)
    assert watch.status().hints == (SEEN_NOTHING,)


def test_pictures_of_which_none_can_be_read_are_not_said_to_have_come_to_an_end(tmp_path):
    """Nor that what they showed last is kept: they never showed anything."""
    (tmp_path / "cut.png").write_bytes(b"\x89PNG")
    watch = CameraThread(open_source(str(tmp_path)), lambda seen: None, SimpleNamespace(read=lambda image: DARK))
    watch.start()
    wait_for(lambda: not watch.running)
    assert watch.status().hints == (Hint("source.none_readable", {"name": "cut.png"}),)


def test_a_camera_that_was_let_go_is_not_said_to_be_at_its_end():
    """A host who chose another camera read for a moment that the pictures of the first had come to an end."""
    frames = DemoTable(camera=SMALL, frames_per_s=40.0)
    watch = CameraThread(frames, lambda seen: None, SimpleNamespace(read=lambda image: DARK))
    watch.start()
    wait_for(lambda: watch.has_picture)
    watch.stop()
    wait_for(lambda: not watch.running)
    assert watch.status().hints == (STOPPED,)


def test_what_was_looked_at_once_is_not_told_because_the_camera_is_let_go():
    """Two looks have to agree; whoever closed the evening with a hand over the table had one of them as a fact."""
    table = DemoTable(camera=SMALL, paced=False)
    reader, told, closed = TruthReader(table), [], threading.Event()

    def frames():
        yield from takewhile(lambda frame: not reader.looks, table.frames())
        closed.wait(20)

    source = SimpleNamespace(timed=True, frames=frames, close=closed.set)
    watch = CameraThread(source, told.append, reader)
    watch.start()
    wait_for(lambda: reader.looks)
    watch.stop()
    assert (reader.looks, told, watch.running) == (1, [], False)


def test_the_cameras_thread_survives_a_reader_and_a_listener_that_fail(caplog):
    table = DemoTable(camera=SMALL, frames_per_s=40.0)
    reader = TruthReader(table)
    good, failures, told = reader.read, [1, 2, 3], []

    def read(image):
        if failures:
            failures.pop()
            raise RuntimeError("a bad day")
        return good(image)

    def tell(seen):
        told.append(seen.anew)
        raise RuntimeError("nobody listens")

    reader.read = read
    watch = CameraThread(table, tell, reader)
    watch.start()
    wait_for(lambda: told)
    watch.stop()
    assert told == [True]
    assert "A picture could not be read: RuntimeError" in caplog.text
    assert "What the camera saw was not taken: RuntimeError" in caplog.text
    assert "Traceback" not in caplog.text


def test_what_the_camera_saw_and_nobody_took_is_logged_once_with_where_and_without_the_errors_words(caplog):
    """There was only what the error said, a line for every board; the session's errors may name what is secret."""
    table = DemoTable(camera=SMALL, frames_per_s=40.0)
    told, secret = [], " ".join(("gold", "is", "there"))

    def take(seen):
        told.append(seen)
        raise LookupError(secret)

    watch = CameraThread(table, take, TruthReader(table))
    watch.start()
    for number in (1, 2):
        wait_for(lambda number=number: len(told) == number)
        watch.ask_board()
    watch.stop()
    (said,) = caplog.messages
    assert said.startswith("What the camera saw was not taken: LookupError at service/test_camera_thread.py:")
    assert secret not in caplog.text


def test_a_board_that_is_asked_for_is_waited_for_by_looks_however_long_each_takes():
    """By the clock a slow computer, which had not yet looked where the host pointed, said that nothing was there."""
    table = DemoTable(camera=SMALL, frames_per_s=40.0)
    reader = TruthReader(table)
    watch = CameraThread(table, lambda seen: None, reader)
    watch.start()
    wait_for(lambda: watch.status().cards)
    for reader.blind, comes in ((True, False), (False, True)):
        before = reader.looks
        watch.ask_board()
        assert watch.tells_within(60, looks=2) is comes
        assert reader.looks - before >= 2
    watch.stop()


def wait_for(true, seconds=20):
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.01)
    assert true()


def test_an_address_of_a_picture_and_a_ready_source_are_both_sources(tmp_path):
    table = DemoTable(camera=SMALL, paced=False)
    assert open_source(table) is table
