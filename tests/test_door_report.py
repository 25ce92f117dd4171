"""`report` makes one archive of the tables that people kept, says what is in it, and sends nothing."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
from click.testing import CliRunner, Result

from companion.door.commands import commands
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.reading import CardKind, SeenCard, quad_px
from vision.teaching.misreads import Misreads

QUAD = quad_px([(10, 10), (60, 10), (60, 90), (10, 90)])


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(commands, [str(one) for one in arguments])


def keep_one(data: Path) -> None:
    def lies(face: str) -> SeenCard:
        return SeenCard(Cell(1, 0), CardKind.PATH, Face.parse(face), 0.9, False, QUAD)

    image = np.zeros((120, 160, 3), np.uint8)
    misreads = Misreads(data / "misreads", lambda: (image, (lies("EW"),)), lambda: {Cell(1, 0): lies("E|W")})
    assert misreads.corrected(Cell(1, 0), Face.parse("E|W"))
    assert misreads.keep() is None


def test_one_archive_is_made_and_its_contents_are_told(tmp_path):
    keep_one(tmp_path)
    result = run("report", tmp_path / "here", "--data", tmp_path)
    assert result.exit_code == 0, result.output
    archive = tmp_path / "here" / "saboteur-tables.zip"
    assert sorted(name.rpartition(".")[2] for name in zipfile.ZipFile(archive).namelist()) == ["jpg", "json"]
    line, written = result.stdout.splitlines()
    assert line.endswith(": 1 cards; 1,0 read EW is E|W")
    assert str(archive) in written


def test_where_nothing_is_kept_it_is_said(tmp_path):
    result = run("report", tmp_path / "here", "--data", tmp_path)
    assert result.exit_code == 2
    assert not (tmp_path / "here").exists()
    assert result.stderr.count("\n") == 1


def test_an_archive_that_cannot_be_written_is_told_kindly(tmp_path):
    keep_one(tmp_path)
    (tmp_path / "here" / "saboteur-tables.zip").mkdir(parents=True)
    result = run("report", tmp_path / "here", "--data", tmp_path)
    assert result.exit_code == 2
    assert "saboteur-tables.zip" in result.stderr
