"""`read` takes many pictures at once: none is lost, whatever they are called."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.door.read import read
from vision.service.read_lines import overlay_names


def picture(file: Path, width: int = 64) -> str:
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(cv2.imencode(file.suffix, np.zeros((48, width, 3), np.uint8))[1].tobytes())
    return str(file)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_pictures_of_one_name_have_an_overlay_each(tmp_path, jobs):
    """Of `a/x.jpg b/x.jpg` only the last one was there."""
    names = ["a/x.jpg", "b/x.jpg", "b/x.png"]
    pictures = [picture(tmp_path / name, 64 + 8 * place) for place, name in enumerate(names)]
    done = CliRunner().invoke(read, [*pictures, "--jobs", jobs, "--overlay", str(tmp_path / "seen")])
    assert done.exit_code == 0, done.output
    widths = {file.name: cv2.imread(str(file)).shape[1] for file in (tmp_path / "seen").iterdir()}
    assert widths == {"x.png": 64, "x-2.png": 72, "x-3.png": 80}


@pytest.mark.parametrize(
    ("pictures", "names"),
    [
        (["x.jpg", "y.jpg"], ["x.png", "y.png"]),
        (["x.jpg", "x.png", "x-2.jpg"], ["x.png", "x-3.png", "x-2.png"]),
        (["x.jpg", "a/X.jpg"], ["x.png", "X-2.png"]),
    ],
    ids=["their own", "not that of another", "large as small"],
)
def test_an_overlay_is_called_as_its_picture_unless_another_is(pictures, names):
    assert overlay_names(pictures) == names
