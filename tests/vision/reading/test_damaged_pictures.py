"""Whatever is handed in, broken or odd, is answered with a reading or with a kind sentence; nothing is raised."""

from __future__ import annotations

import json
import os

import cv2
import numpy as np
import pytest
from damage import claims, damaged_file, damaged_picture, four_inks, moving, packed
from found_tables import read_picture, read_table
from turns import LONG

from vision.service.read_lines import read_file
from web.language import in_english

EACH = range(500 if LONG else 14)  # of these, in two ways


@pytest.fixture(autouse=True)
def each_read_once(monkeypatch):
    monkeypatch.setattr("vision.service.read_lines.read_table", read_table)


@pytest.fixture
def table(film) -> np.ndarray:
    image, _ = film(700, True, 0, 12, "tidy", 18)
    return cv2.resize(image, (800, 450), interpolation=cv2.INTER_AREA)


def is_kind(sentence: str) -> bool:
    words = sentence.split()
    odd = ("Traceback", "error:", "cv2", "numpy", "None", "Errno")
    return len(words) > 2 and sentence[0].isupper() and sentence[-1] in ".?" and not any(o in sentence for o in odd)


@pytest.mark.parametrize("seed", EACH)
def test_a_damaged_file_gets_a_kind_sentence(tmp_path, reader, table, capfd, seed):
    file = tmp_path / "picture.jpg"
    file.write_bytes(damaged_file(table, np.random.default_rng([1, seed])))
    line = read_file(file, in_english, reader=reader)
    assert line["found"] or line["warnings"]
    assert all(map(is_kind, line["warnings"]))
    assert line["found"] or not line["cells"]
    json.dumps(line)
    capfd.readouterr()  # what the picture library mutters about broken files


@pytest.mark.parametrize("seed", EACH)
def test_a_damaged_picture_gets_a_kind_sentence(reader, table, seed):
    reading = read_picture(damaged_picture(table, np.random.default_rng([2, seed])), reader=reader)
    assert reading.found or reading.hints
    assert reading.found or not reading.cards
    assert all(is_kind(in_english(hint)) for hint in reading.hints)


def test_a_picture_for_printers_a_moving_one_and_one_with_alpha_are_read_like_any(tmp_path, reader, table):
    plain = {(card.cell, card.face) for card in read_picture(table, reader=reader).cards}
    alpha = np.dstack([table, np.full(table.shape[:2], 200, np.uint8)])
    files = {
        "inks.jpg": four_inks(table),
        "moving.png": moving(table, ".png"),
        "alpha.png": packed(alpha, ".png"),
        "deep.png": packed(table.astype(np.uint16) * 257, ".png"),
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
        line = read_file(tmp_path / name, in_english, reader=reader)
        assert line["found"], name
        assert len(line["cells"]) >= len(plain) - 2, name


def test_a_small_file_that_claims_to_be_huge_costs_no_memory(tmp_path, reader, capfd):
    (tmp_path / "bomb.png").write_bytes(claims(100_000, 100_000))
    assert "too large" in read_file(tmp_path / "bomb.png", in_english, reader=reader)["warnings"][0]
    capfd.readouterr()


def test_a_device_or_a_pipe_is_not_waited_for(tmp_path, reader):
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes in this system's folders")
    os.mkfifo(tmp_path / "pipe.png")
    assert "Can’t open" in read_file(tmp_path / "pipe.png", in_english, reader=reader)["warnings"][0]
