"""Who a dwarf is, drawn by its role: shapes carry the meaning, colours come from the style sheet. No words."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from companion.editions.cards import Role

_BODY = (
    '<path class="dw-coat" d="M10 120 C12 88 30 80 50 80 C70 80 88 88 90 120 Z"/>'
    '<path class="dw-belt" d="M17 105 H83 V112 H15 Z"/><path class="dw-buckle" d="M43 103 H57 V114 H43 Z"/>'
)
_HEAD = (
    '<circle class="dw-ear" cx="24" cy="56" r="7"/><circle class="dw-ear" cx="76" cy="56" r="7"/>'
    '<path class="dw-skin" d="M26 46 H74 V66 C74 84 26 84 26 66 Z"/>'
)
_BEARD = (
    '<path class="dw-beard" d="M23 58 C24 70 36 68 41 67 C46 71 54 71 59 67 C64 68 76 70 77 58 '
    'C84 84 68 108 50 112 C32 108 16 84 23 58 Z"/>'
)
_FORKED = (
    '<path class="dw-beard" d="M23 58 C24 68 34 70 41 66 C46 69 54 69 59 66 C66 70 76 68 77 58 '
    'C84 80 74 100 62 110 L56 92 L50 104 L44 92 L38 110 C26 100 16 80 23 58 Z"/>'
)
_NOSE = '<ellipse class="dw-nose" cx="50" cy="60" rx="9" ry="7"/>'
_SMILE = '<path class="dw-line" d="M41 75 C45 81 55 81 59 75"/>'
_SMIRK = '<path class="dw-line" d="M41 78 C48 80 56 77 61 71"/>'
_EYES = '<circle class="dw-eye" cx="39" cy="52" r="3"/><circle class="dw-eye" cx="61" cy="52" r="3"/>'
_SLY = '<path class="dw-slit" d="M33 53 L45 57 C42 50 36 49 33 53 Z M67 53 L55 57 C58 50 64 49 67 53 Z"/>'
_MASK = '<path class="dw-mask" d="M22 46 C34 42 66 42 78 46 L76 60 C66 64 58 62 50 57 C42 62 34 64 24 60 Z"/>'
_HELMET = (
    '<path class="dw-hat" d="M20 46 C20 6 80 6 80 46 Z"/><path class="dw-brim" d="M14 44 H86 C86 51 80 52 74 52 H26 '
    'C20 52 14 51 14 44 Z"/>'
)
_HOOD = (
    '<path class="dw-hat" d="M18 62 C8 26 44 22 52 2 C56 20 92 28 82 62 C80 44 66 38 50 38 C34 38 20 44 18 62 Z"/>'
    '<path class="dw-fold" d="M52 4 C50 18 42 26 34 32"/>'
)
_LAMP = '<circle class="dw-glow" cx="50" cy="30" r="11"/><circle class="dw-lamp" cx="50" cy="30" r="7"/>'
_PICKAXE = (
    '<path class="dw-shaft" d="M84 118 L74 74"/>'
    '<path class="dw-iron" d="M58 84 C62 68 82 62 96 70 C84 70 70 74 58 84 Z"/>'
)
_FUSE = (
    '<circle class="dw-bomb" cx="80" cy="102" r="14"/><path class="dw-fold" d="M88 90 C92 82 96 84 97 78"/>'
    '<path class="dw-spark" d="M97 68 l2 6 6 2 -6 2 -2 6 -2 -6 -6 -2 6 -2 Z"/>'
)
_SACK = '<path class="dw-sack" d="M70 82 H90 L86 90 C98 98 98 119 88 119 H72 C62 119 62 98 74 90 Z"/>'
_COIN = (
    '<circle class="dw-lamp" cx="80" cy="104" r="11"/><path class="dw-line" d="M80 98 V110 M76 101 H84 M76 107 H84"/>'
)
_GEM = '<path class="dw-gem" d="M80 84 L93 98 L80 119 L67 98 Z"/><path class="dw-line" d="M67 98 H93"/>'
_CROWN = '<path class="dw-lamp" d="M28 40 L24 12 L38 26 L50 8 L62 26 L76 12 L72 40 Z"/>'
_BOWLER = (
    '<path class="dw-hat" d="M28 44 C26 12 74 12 72 44 Z"/>'
    '<path class="dw-brim" d="M12 43 C30 36 70 36 88 43 C80 54 20 54 12 43 Z"/>'
)
_ROUND = '<circle class="dw-sign" cx="50" cy="28" r="8"/>'
_CROSS = '<path class="dw-sign" d="M42 20 L58 36 M58 20 L42 36"/>'

_HONEST = _EYES + _BEARD + _NOSE + _SMILE
_DRAWN: dict[str, str] = {
    Role.MINER: _HEAD + _HONEST + _HELMET + _LAMP + _PICKAXE,
    Role.SABOTEUR: _HEAD + _FORKED + _MASK + _SLY + _NOSE + _SMIRK + _HOOD + _FUSE,
    Role.GREEDY: _HEAD + _SLY + _BEARD + _NOSE + _SMILE + _HELMET + _LAMP + _SACK,
    Role.BLUE: _HEAD + _HONEST + _HELMET + _ROUND + _PICKAXE,
    Role.GREEN: _HEAD + _HONEST + _HELMET + _CROSS + _PICKAXE,
    Role.BOSS: _HEAD + _HONEST + _CROWN + _PICKAXE,
    Role.PROFITEER: _HEAD + _SLY + _FORKED + _NOSE + _SMIRK + _BOWLER + _COIN,
    Role.GEOLOGIST: _HEAD + _HONEST + _HELMET + _LAMP + _GEM,
}


@cache
def dwarf_svg(role: str) -> Markup:
    """A portrait for a dark card, 100 wide and 122 high; of a role that has no drawing, a dwarf without a trade."""
    inside = _DRAWN.get(role, _HEAD + _HONEST + _HELMET)
    return Markup(
        f'<svg class="dwarf dwarf-{role}" viewBox="0 0 100 122" aria-hidden="true" focusable="false">'
        f"{_BODY}{inside}</svg>"
    )
