"""Where a guest sits in the clockwise order is said in the lobby with one press: after whom."""

from __future__ import annotations

import html
import re
from itertools import permutations

import pytest

from companion.state import commands as c
from companion.state.commands import ByTable
from companion.views.model import TableViewer
from web.language import Speech, languages

NAMES = tuple("ABCDEFGH")  # more than a list in one column, where each has an arrow of his own


def choices(page: str) -> dict[str, str]:
    """After whom, by the place that is sent."""
    form = page.partition('class="seat-edit"')[2].partition("<fieldset>")[2].partition("</fieldset>")[0]
    return {name: to for to, name in re.findall(r'name="to" value="(\d+)">.*?</span>(\w+)</button>', form)}


def test_who_sits_after_whom_is_one_press_wherever_both_sat(table, browser):
    """A guest who had come last was moved up by one, in eleven times two presses."""
    for name in NAMES:
        table.submit(ByTable(), c.AddSeat(name))
    host = browser(host=table.host_token())
    for mover, other in permutations(NAMES, 2):
        names = [seat.name for seat in table.view(TableViewer()).seats]
        offered = choices(host.get(f"/table?do=me-{names.index(mover)}").text)
        assert sorted(offered) == sorted({*NAMES} - {mover})
        press = {"seat": str(names.index(mover)), "to": offered[other], "seen": str(table.version)}
        assert host.post("/table/do/move", press).status_code == 303
        names.remove(mover)
        names.insert(names.index(other) + 1, mover)
        assert [seat.name for seat in table.view(TableViewer()).seats] == names


@pytest.mark.parametrize("language", list(languages()))
def test_whom_a_guest_sits_after_is_asked_by_name_and_not_of_two(table, browser, language):
    host = browser(host=table.host_token(), language=language)
    for name in NAMES[:2]:
        table.submit(ByTable(), c.AddSeat(name))
    asked = Speech(language)("seat.after", name="B")
    assert asked not in html.unescape(host.get("/table?do=me-1").text)
    table.submit(ByTable(), c.AddSeat("C"))
    assert asked in html.unescape(host.get("/table?do=me-1").text)
