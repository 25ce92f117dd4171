"""A phone's mine turned to its owner's side of the table: what is pressed there is what is meant."""

from __future__ import annotations

import pytest
from sample_views import PHONE_VIEWS
from screens import PHONE, SMALL

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["320", "390"])
def test_a_place_is_chosen_in_a_mine_that_was_turned_in_the_middle_of_a_step(visit, fake, size):
    fake.phones = {1: PHONE_VIEWS["play-hand"]}
    page = visit("/?do=place&hand=11", size=size)
    page.locator(".turn-mine button").click()
    page.wait_for_selector("g.turned[transform='rotate(90)']")
    assert page.url.endswith("/?do=place&hand=11")
    page.locator(".pick[data-key=cell-5-0]").click()
    page.wait_for_selector(".ghost.chosen")
    assert page.locator(".lay-bar h3").text_content() == "5 ahead, seen from the start"
    box, ghost, bar = (page.locator(css).bounding_box() for css in (".maze-box", ".ghost.chosen", ".lay-bar"))
    assert box["y"] <= ghost["y"] and ghost["y"] + ghost["height"] <= bar["y"]


def test_without_a_script_the_mine_is_turned_too(visit, fake):
    fake.phones = {1: PHONE_VIEWS["play-hand"]}
    page = visit("/?do=place&hand=11", java_script_enabled=False)
    page.locator(".turn-mine button").click()
    assert page.locator("g.turned").get_attribute("transform") == "rotate(90)"
    assert "hand=11" in page.url
