"""Until the simulated camera films, pages say that it is starting."""

from __future__ import annotations

from pathlib import Path

from at_table import table_view
from demo_night import opened_demo

from companion.door.demo_evening import coming_camera
from companion.views.model import CameraView


def test_before_the_simulated_camera_films_it_is_starting_and_nobody_is_told_to_do_without(tmp_path: Path) -> None:
    """For the first seconds the table read "No camera: place cards by thumb"."""
    session = opened_demo(tmp_path)
    camera = coming_camera(session)
    assert table_view(session).camera == CameraView("starting")
    camera.close()
    session.close()
