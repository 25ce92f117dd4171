"""In a real browser: the camera's pictures are fetched anew while they are in sight."""

from __future__ import annotations

import pytest
from sample_views import TABLE_VIEWS
from screens import SCREEN

pytestmark = pytest.mark.browser


def test_a_picture_of_the_camera_is_fetched_anew_of_itself(visit, fake):
    fake.table = TABLE_VIEWS["lobby"]
    screen = visit("/table?key=the-host", size=SCREEN)
    with screen.expect_request(lambda asked: "/picture.jpg?t=" in asked.url):
        pass
