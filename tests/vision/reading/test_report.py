"""The report of a benchmark run: one file, every wrong or unsure card beside its truth, intervals that are Wilson's."""

from __future__ import annotations

import json
import sys
import zipfile
from copy import deepcopy
from pathlib import Path

import cv2
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import report


def test_intervals_are_wilsons():
    assert report.wilson(0, 0) == (0.0, 1.0)
    assert report.wilson(8, 10) == pytest.approx((0.490, 0.943), abs=0.001)
    low, high = report.wilson(0, 20)
    assert low == 0.0
    assert high == pytest.approx(0.161, abs=0.001)


@pytest.fixture
def board(tmp_path, film):
    image, truth = film(700, True, 0, 12, "tidy", 18)
    picture = tmp_path / "a <b>.png"
    cv2.imwrite(str(picture), image)
    truth = deepcopy(truth) | {"difficulty": "easy", "markers": True}  # other tests share the film's
    picture.with_suffix(".json").write_text(json.dumps(truth), encoding="utf-8")
    said = [{**cell, "confidence": 0.97, "uncertain": False, "alternatives": []} for cell in truth["cells"]]
    return picture, truth, {"cells": said, "warnings": ["It’s rather dark."]}


def test_a_board_read_as_it_is_has_nothing_to_show(board):
    result = report.compared(*board)
    assert result["exact"]
    assert result["cases"] == []
    assert result["count"] == {"right": len(board[1]["cells"])}
    assert "None." in report.page([result])


def test_each_way_to_be_wrong_is_shown_with_its_crop_and_its_truth(board):
    picture, truth, line = board
    paths = [cell for cell in line["cells"] if cell["kind"] == "path"]
    paths[0]["uncertain"] = True
    paths[1].update(open="NESW", links=[], door=None)
    line["cells"].remove(paths[2])
    line["cells"].append({**paths[3], "x": 40})
    result = report.compared(picture, truth, line)
    assert not result["exact"]
    assert [case["outcome"] for case in result["cases"]].count("phantom") == 1
    assert {case["outcome"] for case in result["cases"]} == {"unsure", "wrong though sure", "missed", "phantom"}
    html = report.page([result])
    assert html.count("data:image/png;base64,") == 4 + 3 + 3  # crops, truths, readings
    assert "a &lt;b&gt;.png" in html
    assert "difficulty: easy" in html
    assert "http" not in html


def test_a_card_mostly_hidden_may_be_missed(board):
    picture, truth, line = board
    hidden = next(cell for cell in truth["cells"] if cell["kind"] == "path")
    hidden["visible_fraction"] = 0.3
    line["cells"] = [cell for cell in line["cells"] if (cell["x"], cell["y"]) != (hidden["x"], hidden["y"])]
    assert report.compared(picture, truth, line)["exact"]


def test_archives_of_kept_tables_are_read_like_pictures_with_their_truth(board, tmp_path, monkeypatch):
    """As `companion report` makes them: a card of which nobody has said anything does not count."""
    picture, truth, line = board
    unclear = line["cells"].pop()
    facts = {"cells": [c for c in truth["cells"] if (c["x"], c["y"]) != (unclear["x"], unclear["y"])]}
    facts["unclear"] = [[unclear["x"], unclear["y"]]]
    folder = tmp_path / "sent"
    folder.mkdir()
    with zipfile.ZipFile(folder / "saboteur-tables.zip", "w") as archive:
        archive.write(picture, "table-0123abcd.jpg")
        archive.writestr("table-0123abcd.json", json.dumps(facts))
    (folder / "other.zip").write_bytes(b"no zip")
    monkeypatch.setattr(report, "read_file", lambda *_, **__: line)
    monkeypatch.setattr(sys, "argv", ["report.py", str(folder), str(tmp_path / "x.html")])
    report.main()
    assert "<td>all</td><td>1</td><td>100.0 %" in (tmp_path / "x.html").read_text(encoding="utf-8")


def test_a_card_that_lies_nowhere_in_the_picture_has_no_crop(board):
    picture, truth, line = board
    overlooked = next(cell for cell in truth["cells"] if cell["kind"] == "path" and cell["visible_fraction"] > 0.9)
    line["cells"] = [cell for cell in line["cells"] if (cell["x"], cell["y"]) != (overlooked["x"], overlooked["y"])]
    del overlooked["quad_px"]
    (case,) = report.compared(picture, truth, line)["cases"]
    assert (case["outcome"], case["crop"]) == ("missed", None)


def test_a_folder_without_truth_ends_in_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["report.py", str(tmp_path), str(tmp_path / "x.html")])
    with pytest.raises(SystemExit, match="no pictures with their truth"):
        report.main()
