"""The host says on the table screen which camera looks, and mends what he typed."""

from __future__ import annotations

from typing import Any

import pytest
from sample_views import TABLE_VIEWS, FakeSession
from screens import SCREEN

from companion.sight.hints import Hint
from web.config import WebConfig

pytestmark = pytest.mark.browser


@pytest.fixture
def config() -> WebConfig:
    return WebConfig(0, cameras=lambda: (0,), use_camera=lambda source: Hint("source.no_file"))


@pytest.mark.parametrize(("stage", "panel"), [("lobby", "camera"), ("play", "fix-camera")])
def test_an_address_that_gives_no_picture_stays_in_its_field(
    visit: Any, fake: FakeSession, stage: str, panel: str
) -> None:
    """Its panel closed, or stood there empty, and the whole address had to be typed again for one letter."""
    fake.table = TABLE_VIEWS[stage]
    page = visit("/table?key=the-host", size=SCREEN)
    page.goto(f"{page.url}?do={panel}")
    field = page.locator("input[name=source]")
    field.fill("nothing.mp4")
    page.locator("[data-key=choose-camera] form.inline button").click()
    page.wait_for_selector(".notice")
    assert field.input_value() == "nothing.mp4"
    page.locator(".notice [data-dismiss]").click()
    page.wait_for_function("() => !document.querySelector('.notice')")
    assert field.input_value() == "nothing.mp4"
    assert field.bounding_box()["width"] > 200  # most of an address is seen
