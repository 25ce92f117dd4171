"""From the code that was scanned to a seat in two presses, and to the first role in one more."""

from __future__ import annotations

import pytest
from card_night import Deal
from card_phones import Phone

from companion.state import commands as c

pytestmark = pytest.mark.browser

COUNTED = """addEventListener('pointerdown', () =>
  sessionStorage.setItem('presses', Number(sessionStorage.getItem('presses') || 0) + 1), true)"""
PRESSES = "Number(sessionStorage.getItem('presses') || 0)"


def test_a_guest_sits_after_two_presses_and_sees_his_role_after_one_more(night, chromium):
    table_of = night(Deal(("miner", "saboteur", "miner", "miner")))
    table_of.table_does(c.Configure("anniversary-2024"))
    zoe = Phone(chromium, "about:blank", "Zoe", "", "en", None)
    table_of.screens.append(zoe)
    zoe.context.add_init_script(COUNTED)
    zoe.page.goto(table_of.url)
    zoe.url = table_of.url
    zoe.page.locator("#name").click()
    zoe.page.keyboard.type("Zoe")
    zoe.page.locator("form.join button.primary").click()
    zoe.has("header.strip")
    assert zoe.page.evaluate(PRESSES) <= 2
    table_of.table_does(c.StartGame(0))
    assert zoe.under_the_thumb("role") == zoe.say("role.miner")
    assert zoe.page.evaluate(PRESSES) <= 3
