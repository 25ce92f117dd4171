"""Results that are kept on disk are those of this source and these arguments, and whole."""

from __future__ import annotations

import os
import shutil
import time

import disk_cache
import numpy as np
import pytest
from disk_cache import cached, digest_of_source, digest_of_value

from vision.simulate.scene.surface import draw_surface
from vision.simulate.webcam import Camera


@pytest.fixture
def counted(tmp_path):
    """A function kept in a folder of its own, and what it was asked, each time that it really answered."""
    asked = []

    def double(number):
        asked.append(number)
        return np.full(3, 2 * number), {"of": number}

    return cached(double, tmp_path), asked, tmp_path


def test_what_was_worked_out_once_is_not_worked_out_again(counted):
    double, asked, _ = counted
    (first, about), (again, about_again) = double(4), double(4)
    assert np.array_equal(first, again) and first.dtype == again.dtype
    assert about == about_again == {"of": 4}
    assert double(5)[1] == {"of": 5}
    assert asked == [4, 5]


@pytest.mark.parametrize(
    "damage",
    [lambda data: data[:-9], lambda data: b"", lambda data: data[:-9] + bytes(9)],
    ids=["cut", "empty", "torn"],
)
def test_a_damaged_result_is_worked_out_anew(counted, damage):
    double, asked, folder = counted
    double(4)
    (file,) = folder.rglob("*.pickle")
    file.write_bytes(damage(file.read_bytes()))
    assert double(4)[1] == double(4)[1] == {"of": 4}
    assert asked == [4, 4]


@pytest.mark.parametrize(("age_s", "kept"), [(0, 2), (disk_cache.STALE_S + 60, 1)])
def test_results_of_another_source_are_not_taken_and_are_removed_later(counted, monkeypatch, age_s, kept):
    """A run of other libraries beside this one lost its results, and failed."""
    double, asked, folder = counted
    double(4)
    (file,) = folder.rglob("*.pickle")
    os.utime(file.parent, (time.time() - age_s,) * 2)
    disk_cache._of_function.cache_clear()
    monkeypatch.setattr(disk_cache, "digest_of_source", lambda module: "of other source")
    double(4)
    assert asked == [4, 4]
    assert len([*folder.rglob("*.pickle")]) == kept
    disk_cache._of_function.cache_clear()


def test_a_folder_that_is_gone_or_takes_nothing_costs_no_result(counted):
    double, asked, folder = counted
    double(4)
    shutil.rmtree(folder)
    assert double(4)[1] == {"of": 4}
    shutil.rmtree(folder)
    folder.write_bytes(b"")
    assert double(4)[1] == {"of": 4}
    assert asked == [4, 4, 4]


def test_a_function_depends_on_all_that_its_module_imports_of_this_project():
    files = {path.relative_to(disk_cache.ROOT).as_posix() for path in disk_cache._sources("vision.reading.reader")}
    assert {"vision/reading/reader.py", "vision/detection/pyramid.py", "companion/maze/faces.py"} <= files
    assert "vision/tracking/tracker.py" not in files
    assert "vision/simulate/scene/surface.py" in {
        path.relative_to(disk_cache.ROOT).as_posix() for path in disk_cache._sources("filmed_tables")
    }
    assert digest_of_source(draw_surface.__module__) != digest_of_source("vision.reading.reader")


def test_arguments_are_told_apart_by_all_that_they_say():
    picture = np.arange(6, dtype=np.uint8)
    each = [
        picture, picture.reshape(2, 3), picture.astype(np.int8), picture[::-1], Camera(), Camera(height_mm=900.0),
        1, 1.0, True, "1", (1,), [1], None, {"a": 1}, {"a": 2}, frozenset({1, 2}), frozenset({1}),
    ]  # fmt: skip
    assert len({digest_of_value(one) for one in each}) == len(each)
    assert digest_of_value(picture) == digest_of_value(picture.copy())
    with pytest.raises(TypeError):
        digest_of_value(object())
