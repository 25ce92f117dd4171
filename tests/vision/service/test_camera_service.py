"""The camera of the evening: one source after the other, and what is told of it between them."""

from __future__ import annotations

from pathlib import Path

from vision.service.camera_service import CameraService

PICTURE = str(Path(__file__).parents[3] / "fixtures" / "pictures" / "table.png")


def test_between_two_sources_no_camera_looks_so_that_nothing_of_the_first_is_taken_for_the_second():
    states: list[str] = []
    camera = CameraService(lambda seen: None, lambda state, hints, has_picture: states.append(state))
    camera.use(PICTURE)
    first = len(states)
    camera.use(PICTURE)
    camera.use(None)
    camera.close()
    assert states[0] == "off" and "off" in states[first:-1] and states[-1] == "off"
    assert set(states) > {"off"}
