"""No word is broken in two and none juts out of its card or button, on narrow phones and in any language."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from many_people import twelve
from sample_card_views import CARD_HAND, CARD_PHONE_VIEWS, CARD_TABLE_VIEWS
from sample_views import PHONE_VIEWS, TABLE_VIEWS
from screens import EVERY, PHONE, READ_OUT, SCREEN, SPOKEN
from swap import swap
from turns import in_turn

from companion.cards.register import cards
from companion.editions import EDITIONS
from companion.editions.cards import Role
from companion.maze.geometry import Cell
from companion.views.model import EditionView, HeldView, RoleView
from web.language import Speech, languages

pytestmark = pytest.mark.browser

WIDTHS = (320, 360, 390)
SCREENS = (SCREEN, {"width": 1024, "height": 768}, PHONE)
LONG_WORDS = "de"  # whatever fits there fits in the others on a wider phone: they are looked at on the narrowest
BROKEN = """() => {
  const found = [], walker = document.createTreeWalker(document.getElementById('page'), NodeFilter.SHOW_TEXT);
  const seen = e => e.checkVisibility({visibilityProperty: false}) && !e.closest('.sr, .url, option');
  for (let node; (node = walker.nextNode());) {
    if (!seen(node.parentElement)) continue;
    const box = node.parentElement.closest('.action-card, button, .button, .chip > span');
    const edge = box ? box.getBoundingClientRect() : null, range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()], inside = it => it.left >= edge.left - 1 && it.right <= edge.right + 1;
    if (lines.length < 2 && (!edge || lines.every(inside))) continue;  // so is every word of it
    for (const word of node.data.matchAll(/[^\\s-]+/g)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const rects = [...range.getClientRects()].filter(rect => rect.width > 0);
      if (!rects.length) continue;
      if (rects.some(rect => Math.abs(rect.top - rects[0].top) > 3)) found.push('broken: ' + word[0]);
      else if (edge && (rects[0].left < edge.left - 1 || rects[0].right > edge.right + 1))
        found.push('juts out: ' + word[0]);
    }
  }
  return found;
}"""


ROLE_OUT_OF_PLACE = """() => { const card = document.querySelector('.role-hold .hold-secret');
  const edge = card.getBoundingClientRect(), dwarf = card.querySelector('.dwarf').getBoundingClientRect();
  let above = edge.top;
  return [[...card.querySelectorAll('small, b, span')].filter(e => { const text = document.createRange();
    text.selectNodeContents(e);
    const box = text.getBoundingClientRect(), from = above;
    above = box.bottom;
    return box.left < dwarf.right || box.right > edge.right || box.top < from - 4 || box.bottom > edge.bottom;
  }).map(e => e.textContent), card.parentElement.offsetHeight]; }"""  # lines stand in boxes taller than their letters


BOX_NAME_OUT_OF_PLACE = """() => [...document.querySelectorAll('.box b')].filter(e => {
  const edge = e.parentElement.getBoundingClientRect(), text = document.createRange();
  text.selectNodeContents(e);
  const box = text.getBoundingClientRect(), high = parseFloat(getComputedStyle(e).fontSize);
  return e.offsetHeight > 2 * high || box.left < edge.left || box.right > edge.right; }).map(e => e.textContent)"""


def at_every_width(page, language):
    """What is wrong at each width of a phone, by width."""
    wrong = {}
    for width in WIDTHS if EVERY or language == LONG_WORDS else WIDTHS[:1]:
        page.set_viewport_size({"width": width, "height": 740})
        wrong[width] = page.evaluate(BROKEN)
    return {width: words for width, words in wrong.items() if words}


def longest(language):
    """The cards whose names have the longest words."""
    say = Speech(language)
    return sorted(
        (card.key for card in cards()), key=lambda deed: max(map(len, say.first(f"card.{deed}", f"act.{deed}").split()))
    )[-4:]


def show(fake, page, view, step=""):
    fake.tokens, fake.phones = {"token-of-one": view.viewer.seat}, {view.viewer.seat: view}
    swap(page, f"/{step}", drawn=False)


@pytest.mark.parametrize("language", SPOKEN)
def test_no_card_of_any_box_breaks_its_name_in_the_hand_or_while_it_waits(look, fake, language):
    page = look(language=language)
    hand = CARD_PHONE_VIEWS["play-hand"]
    assert {card.what for card in CARD_HAND} >= {card.key for card in cards()}
    for step in ("", "?do=pass", "?do=place&hand=11"):
        show(fake, page, hand, step)
        assert at_every_width(page, language) == {}, step
    show(fake, page, replace(hand, offers=replace(hand.offers, discards=(1,))), "?do=pass")
    assert at_every_width(page, language) == {}
    view = CARD_PHONE_VIEWS["ask-veto"]
    for deed in longest(language):
        held = HeldView(deed, cells=(Cell(1, 0),))
        show(fake, page, replace(view, ask=replace(view.ask, held=held)))
        assert at_every_width(page, language) == {}, deed


@pytest.mark.parametrize("language", SPOKEN)
def test_no_phone_page_breaks_a_word(look, fake, language):
    """All in German; the other languages take turns with the pages."""
    page = look(language=language)
    views = {**PHONE_VIEWS, **{f"card {name}": view for name, view in CARD_PHONE_VIEWS.items()}}
    for name, view in in_turn(views.items(), language, READ_OUT):
        show(fake, page, view)
        assert at_every_width(page, language) == {}, name
    for step in ("?do=break", "?do=repair", "?do=trade", "?do=place&cell=5,0", "?do=swap_hats"):
        show(fake, page, CARD_PHONE_VIEWS["play"], step)
        assert at_every_width(page, language) == {}, step


@pytest.mark.parametrize("language", SPOKEN)
def test_the_table_screen_breaks_no_name_of_a_card_that_waits(look, fake, language):
    page = look("/table?key=the-host", size=SCREEN, language=language)
    view = CARD_TABLE_VIEWS["ask-veto"]
    for deed in longest(language):
        fake.table = replace(view, ask=replace(view.ask, held=HeldView(deed, cells=(Cell(1, 0),))))
        swap(page, "/table", drawn=False)
        assert page.evaluate(BROKEN) == [], deed


@pytest.mark.parametrize("language", EVERY or (LONG_WORDS,))
def test_the_table_screen_on_a_phone_breaks_no_word(look, fake, language):
    """Whose turn it is stood there beside the code to join, one letter below the other."""
    page = look("/table?key=the-host", size=PHONE, language=language)
    views = {**TABLE_VIEWS, **{f"card {name}": view for name, view in CARD_TABLE_VIEWS.items()}}
    for name, view in {**views, "proposal of twelve": twelve(TABLE_VIEWS["proposal"])}.items():
        fake.table = view
        swap(page, "/table", drawn=False)
        assert page.evaluate(BROKEN) == [], name


@pytest.mark.parametrize("language", languages())
def test_a_role_in_the_hand_is_read_to_its_end_beside_its_dwarf(look, fake, language):
    """What a boss is to do ran over his name and under the card's edge, and at 320 px under the dwarf, too. No card is
    taller than another's, which would tell."""
    page, heights = look(language=language), dict[tuple[str, int], set[float]]()
    for stage, role in product(("roles", "play"), Role):
        show(fake, page, replace(PHONE_VIEWS[stage], role=RoleView(True, role, False)))
        for width in WIDTHS if EVERY or language == LONG_WORDS else WIDTHS[:1]:
            page.set_viewport_size({"width": width, "height": 568})
            out_of_place, height = page.evaluate(ROLE_OUT_OF_PLACE)
            assert out_of_place == [], (stage, role, width)
            heights.setdefault((stage, width), set()).add(height)
    assert {place for place, seen in heights.items() if len(seen) > 1} == set()


TINY = """() => [...document.querySelectorAll('.acts b')].filter(e => parseFloat(getComputedStyle(e).fontSize) < 12)
  .map(e => e.innerText)"""


@pytest.mark.parametrize("language", languages())
def test_what_a_card_does_is_read_on_its_button_however_many_there_are(look, fake, language):
    """In three columns of 320 px "Schatzfinder" had letters of 9 px."""
    page = look(language=language)
    show(fake, page, CARD_PHONE_VIEWS["play"])
    assert page.locator(".acts.many .act-button").count() > 12
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate(TINY) == [], width


OUT_OF_ITS_CARD = """() => [...document.querySelectorAll(
    '.gold-card small, .gold-card b, .gold-card .icon, .gold-cards > button')].filter(e => {
  const own = e.closest('.gold-card, button').getBoundingClientRect(), text = document.createRange();
  const card = (e.closest('.hold') || e.closest('.panel')).getBoundingClientRect();
  text.selectNodeContents(e);
  const ink = (e.matches('.icon') ? e : text).getBoundingClientRect();
  return ink.left < own.left - 1 || ink.right > own.right + 1 || ink.top < card.top || ink.bottom > card.bottom;
}).map(e => e.textContent || 'a picture')"""


@pytest.mark.parametrize("language", languages())
def test_gold_to_choose_from_stands_in_its_cards_and_its_buttons(look, fake, language):
    """Three German buttons ran into one another, and "Goldstücke" was broken. Up to eight different cards, as a box to
    come may have."""
    page, draft = look(language=language), PHONE_VIEWS["draft"]
    for many in (1, 2, 3, 5, 8):
        show(fake, page, replace(draft, draft=replace(draft.draft, cards=tuple(range(many, 0, -1)))))
        assert page.locator(".gold-card").count() == many
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate(BROKEN) + page.evaluate(OUT_OF_ITS_CARD) == [], (many, width)
            assert page.evaluate("document.documentElement.scrollWidth") == width, many


@pytest.mark.parametrize("language", EVERY or ("en", LONG_WORDS))
def test_the_cover_of_the_gold_is_as_tall_whatever_lies_under_it(look, fake, language):
    page, draft, heights = look(language=language), PHONE_VIEWS["draft"], set()
    for gold in ((3, 1), (1, 2), (3, 2), (3, 1, 2), (1, 2, 3), (2, 3, 1)):
        show(fake, page, replace(draft, draft=replace(draft.draft, cards=gold)))
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 740})
            heights.add((len(gold), width, page.locator("[data-key=draft] .hold").bounding_box()["height"]))
    assert len(heights) == 2 * len(WIDTHS)


@pytest.mark.parametrize("language", EVERY or ("en", LONG_WORDS))  # the English word is the longest
def test_a_box_keeps_its_name_on_one_line_where_it_is_chosen(look, fake, language):
    """On a laptop the tick of "Tournament" stood above it."""
    page = look("/table?key=the-host", language=language)
    boxes = tuple(EditionView(box.key, 3, 10) for box in EDITIONS)
    for chosen in boxes:
        setup = replace(TABLE_VIEWS["lobby"].setup, editions=boxes, edition=chosen.key)
        fake.table = replace(TABLE_VIEWS["lobby"], setup=setup)
        swap(page, "/table", drawn=False)
        for size in SCREENS:
            page.set_viewport_size(size)
            assert page.locator(".box").count() == 3
            assert page.evaluate(BOX_NAME_OUT_OF_PLACE) == [], (size, chosen.key)
