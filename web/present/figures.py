"""What lies in the mine beside tunnels, drawn: chests, a postcard, toll dwarves, creatures on goals. No words."""

from __future__ import annotations

from functools import cache

from companion.maze.geometry import Side

AT_SIDE = {Side.N: (50, 22), Side.E: (80, 75), Side.S: (50, 128), Side.W: (20, 75)}


@cache
def chest_body() -> str:
    """On the back of a card: a chest lies under it."""
    return (
        '<g class="chest-box"><path d="M22 74 C22 44 78 44 78 74 V104 H22 Z"/>'
        '<path class="band" d="M22 74 H78 V81 H22 Z"/>'
        '<path class="band" d="M44 70 H56 V89 H44 Z"/></g>'
    )


@cache
def site_body(does: str) -> str:
    """A postcard. Its picture says what happens there: one hat for another, or a party of hats."""
    hats = ((50, 92),) if does == "new_dwarf" else ((30, 88), (68, 88), (49, 104))
    drawn = "".join(
        f'<path class="postcard-line" d="M{x - 15} {y} C{x - 15} {y - 26} {x + 15} {y - 26} {x + 15} {y} Z"/>'
        for x, y in hats
    )
    return (
        '<rect class="postcard" x="5" y="22" width="90" height="106" rx="5"/>'
        '<rect class="stamp" x="68" y="30" width="19" height="24"/>'
        f'<path class="postcard-line" d="M15 36 H52 M15 48 H44"/>{drawn}'
    )


@cache
def toll_body(side: Side) -> str:
    """A toll dwarf at the open side of a card, with a coin."""
    x, y = AT_SIDE[side]
    return (
        f'<g transform="translate({x} {y})"><path d="M-19 26 C-19 8 19 8 19 26 Z"/>'
        '<circle class="face" cx="0" cy="-2" r="12"/><path class="beard" d="M-11 0 C-10 17 10 17 11 0 Z"/>'
        '<path d="M-13 -6 C-11 -19 2 -22 3 -31 C10 -22 13 -14 13 -6 Z"/>'
        '<circle class="coin" cx="15" cy="15" r="8"/></g>'
    )


@cache
def creature_body(kind: str) -> str:
    """What lies in the middle of a goal that is neither gold nor coal; nothing for those."""
    if kind == "sack":
        return (
            '<g class="creature sack"><path d="M38 52 H62 L57 64 C80 74 84 108 64 108 H36 C16 108 20 74 43 64 Z"/>'
            '<path class="tie" d="M40 65 H60"/><circle cx="50" cy="88" r="9"/></g>'
        )
    if kind == "dragon":
        return (
            '<g class="creature dragon"><path d="M16 70 L36 60 L32 48 L52 59 C76 58 86 78 82 102 L69 88 L64 106 L50 92 '
            'L37 98 L43 84 L24 84 Z"/><circle cx="48" cy="69" r="4"/></g>'
        )
    if kind == "spider":
        legs = "".join(
            f'<path d="M50 {82 + k * 6} Q{50 - s * 24} {68 + k * 10} {50 - s * 34} {52 + k * 20}"/>'
            for s in (1, -1)
            for k in range(3)
        )
        return f'<g class="creature spider">{legs}<circle cx="50" cy="66" r="10"/><circle cx="50" cy="90" r="17"/></g>'
    return ""
