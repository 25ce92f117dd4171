"""The first page of a guest: the name and the button that joins are there before anything is scrolled."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sample_views import TABLE_VIEWS
from screens import IN_SIGHT, ON_ITS_SIDE, PHONE, SMALL
from swap import swap

from web.language import languages

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", [SMALL, PHONE, ON_ITS_SIDE], ids=["320", "390", "844"])
@pytest.mark.parametrize("language", languages())
def test_a_guest_types_a_name_and_joins_without_scrolling(look, fake, language, size):
    """Six languages, a lamp and a greeting came first, and the button lay below the edge."""
    view = TABLE_VIEWS["lobby"]
    fake.table = replace(view, seats=tuple(replace(seat, taken=False) for seat in view.seats))
    page = look("/", size=size, language=language)
    page.context.clear_cookies()  # this phone never had a seat
    swap(page, "/")
    assert page.locator("#name").count() == page.locator(".join .primary").count() == 1
    assert page.evaluate(IN_SIGHT, "#name, .join .primary, label[for=name]")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
