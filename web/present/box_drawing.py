"""A box on the set-up page: cards that only it has, fanned out over its edge. This project's own pictures. No words."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from web.present.card_drawing import back_body, card_body, start_body, treasure_body

_TURNS = (-16, 0, 16)  # degrees, of the three cards from left to right
_BOX = (
    '<path class="box-front" d="M10 62 H140 L134 96 H16 Z"/><path class="box-edge" d="M6 56 H144 V66 H6 Z"/>'
    '<path class="box-mark" d="M75 70 L86 80 L75 91 L64 80 Z"/>'
)


@cache
def box_svg(shelf: str) -> Markup:
    """`shelf`: base, second or tournament, as in box_offers."""
    cards = "".join(
        f'<g class="card lit" transform="translate({30 + 45 * at} 66) rotate({turn}) scale(.44) translate(-50 -125)">'
        f'{body}<rect class="edge" width="100" height="150" rx="7"/></g>'
        for at, (turn, body) in enumerate(zip(_TURNS, _shown(shelf), strict=True))
    )
    return Markup(
        f'<svg class="box-picture" viewBox="0 0 150 98" aria-hidden="true" focusable="false">{cards}{_BOX}</svg>'
    )


def _shown(shelf: str) -> tuple[str, str, str]:
    if shelf == "second":
        return card_body("EWb"), card_body("NSg|E"), card_body("NESW*")
    if shelf == "base":
        return card_body("NESW") + start_body(), back_body(), card_body("NESW") + treasure_body("gold")
    return card_body("NESW"), card_body("NESW") + treasure_body("gold"), card_body("NSW")
