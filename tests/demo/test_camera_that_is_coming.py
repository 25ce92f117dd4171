"""Until the simulated camera films, pages say that it is starting; and where it never will, that it will not."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest
from at_table import table_view
from demo_night import opened_demo

from companion.demo.app_holds import AppHolds
from companion.demo.players import Players
from companion.door.demo_evening import coming_camera, run_demo
from companion.sight.hints import Hint
from companion.views.model import CameraView


def test_before_the_simulated_camera_films_it_is_starting_and_nobody_is_told_to_do_without(tmp_path: Path) -> None:
    """For the first seconds the table read "No camera: place cards by thumb"."""
    session = opened_demo(tmp_path)
    camera = coming_camera(session)
    assert table_view(session).camera == CameraView("starting")
    camera.close()
    session.close()


def test_where_the_simulated_table_cannot_be_laid_out_nobody_reads_that_its_camera_is_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_table(**_: object) -> None:
        raise MemoryError("no room for a table")

    monkeypatch.setattr("companion.door.demo_evening.DemoTable", no_table)
    session = opened_demo(tmp_path)
    camera = coming_camera(session)
    with pytest.raises(MemoryError):
        run_demo(session, AppHolds(), camera, Players(1), Event(), 1.0)
    assert table_view(session).camera == CameraView("lost", (Hint("demo.stopped"),))
    session.close()
