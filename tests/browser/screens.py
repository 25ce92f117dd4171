"""How large the screens are that the pages are looked at on, in CSS pixels, and whether a page has room there."""

from __future__ import annotations

from turns import LONG

from web.language import languages

PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 568}
SCREEN = {"width": 1280, "height": 800}
ON_ITS_SIDE = {"width": 844, "height": 390}
EVERY = tuple(languages()) if LONG else ()
SPOKEN = EVERY or ("es", "de")  # long sentences, and the longest words; English ones are shorter
READ_OUT = EVERY or ("en", "es")  # what axe asks does not hang on the length of words

IN_SIGHT = """css => [...document.querySelectorAll(css)].map(e => e.getBoundingClientRect())
  .every(box => box.height > 0 && box.top >= 0 && box.left >= 0 &&
                box.bottom <= innerHeight + 1 && box.right <= innerWidth)"""

ROOM = """() => {
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const seen = e => e.offsetParent !== null && getComputedStyle(e).visibility !== 'hidden';
  const small = [...document.querySelectorAll('button, a.button, a.card-button, select, summary')]
    .filter(seen).map(e => [e.className || e.tagName, e.getBoundingClientRect()])
    .filter(([name, box]) => box.width > 0 && Math.min(box.width, box.height) < 47.5)
    .map(([name, box]) => `${name} ${Math.round(box.width)}x${Math.round(box.height)}`);
  const cut = [...document.querySelectorAll('button, a.button, h1, h2, .who b, .story li')].filter(seen)
    .filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).textOverflow !== 'ellipsis' && e.clientWidth)
    .map(e => e.innerText);
  return {wide, small, cut};
}"""
