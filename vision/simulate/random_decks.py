"""Random decks: far wider than the decks that exist, so that the network learns tunnels and not printings."""

from __future__ import annotations

import colorsys
from dataclasses import replace

import numpy as np

from vision.simulate.art.style import Colour, Style


def random_style(rng: np.random.Generator) -> Style:
    """Any deck that somebody might print or draw: far wider than the decks that exist."""
    style = _any_style(rng)
    return _storybook(style, rng) if rng.random() < 0.3 else style


def _storybook(style: Style, rng: np.random.Generator) -> Style:
    """A printed illustration: a pale floor between worked stones, pale creased rock, much lying about."""
    rock = _hsv(rng.normal(0.55, 0.08), rng.uniform(0.03, 0.35), rng.uniform(0.4, 0.8))
    ink = _scaled(rock, rng.uniform(0.15, 0.5))
    bright = float(np.mean(rock)) / 255
    tunnel = _hsv(rng.uniform(0.03, 0.14), rng.uniform(0, 0.2), rng.uniform(min(bright + 0.15, 0.95), 1))
    return replace(
        style,
        rock=rock,
        rock_shade=_near(rng, _scaled(rock, rng.uniform(0.6, 0.9)), 10),
        rock_ink=ink,
        rock_kind=str(rng.choice(["creased", "facets"], p=[0.8, 0.2])),
        mottle=float(rng.uniform(0.2, 0.9)),
        glow=float(rng.uniform(0.2, 0.75)),
        rock_hollows=bool(rng.random() < 0.6),
        tunnel=tunnel,
        tunnel_shade=_near(rng, _scaled(tunnel, rng.uniform(0.8, 0.97)), 12),
        tunnel_width=float(rng.uniform(0.22, 0.36)),
        course=str(rng.choice(["round", "wandering"], p=[0.3, 0.7])),
        wander=float(rng.uniform(0.02, 0.1)),
        mouth_shift=float(rng.choice([0.03, 0.08, 0.16])),
        rim=float(rng.uniform(0.03, 0.09)),
        rim_colour=_near(rng, _scaled(rock, rng.uniform(0.45, 0.9)), 12),
        rim_stones=bool(rng.random() < 0.7),
        edge=float(rng.uniform(0.01, 0.025)),
        edge_colour=ink,
        dead_end=str(rng.choice(["gap", "rubble"])),
        decor_beside=float(rng.uniform(1, 5)),
        decor_inside=float(rng.uniform(0.3, 2)),
        fade=style.fade if rng.random() < 0.5 else 0.0,
    )


def _any_style(rng: np.random.Generator) -> Style:
    """Each part of a card by itself, in a fixed order, as all of them draw from one generator."""
    light_tunnel, line_art = rng.random() < 0.87, rng.random() < 0.05
    rock, shade, ink, tunnel, tunnel_shade = _line_art(rng) if line_art else _ground(rng, light_tunnel)
    style = Style(rock=rock, rock_shade=shade, rock_ink=ink, tunnel=tunnel, tunnel_shade=tunnel_shade)
    width = _pick(rng, [(0.12, (0.06, 0.1)), (0.24, (0.1, 0.2)), (0.5, (0.2, 0.34)), (0.14, (0.34, 0.45))])
    edge = 0.0 if rng.random() < 0.3 and not line_art else float(rng.uniform(0.008, 0.045) + 0.012 * line_art)
    start_kind = str(rng.choice(["ladder", "aside", "emblem"], p=[0.5, 0.35, 0.15]))
    style = replace(style, tunnel_width=width, edge=edge, start_kind=start_kind)
    vivid_door = float(rng.uniform(0.45, 1.0))
    for part in (_with_rock, _with_tunnels, _with_walls, _with_decoration, _with_print):
        style = part(style, rng)
    style = _with_backs(_with_marks(style, vivid_door, rng), rng)
    blind = float(rng.uniform(0.2, 1.6)) if rng.random() < 0.4 and not line_art else 0.0
    return replace(style, blind_mouths=blind)


def _with_rock(style: Style, rng: np.random.Generator) -> Style:
    kinds = ["plain", "mottled", "facets", "creased", "hatched", "stones", "cracked", "bricks"]
    return replace(
        style,
        rock_kind=str(rng.choice(kinds, p=[0.13, 0.18, 0.2, 0.19, 0.09, 0.1, 0.07, 0.04])),
        mottle=_sometimes(rng, 0.8, 0, 1),
        glow=_glow(rng, style.edge),
        grain=float(rng.uniform(0, 0.3)),
    )


def _with_tunnels(style: Style, rng: np.random.Generator) -> Style:
    return replace(
        style,
        tunnel_mottle=_sometimes(rng, 0.7, 0, 0.8),
        width_wobble=_sometimes(rng, 0.7, 0, 0.22),
        course=str(rng.choice(["straight", "round", "wandering"], p=[0.22, 0.38, 0.4])),
        wander=float(rng.uniform(0.0, 0.09)),
        ragged=_sometimes(rng, 0.7, 0, 0.03),
        mouth_shift=float(rng.choice([0.0, 0.03, 0.07, 0.12], p=[0.3, 0.35, 0.25, 0.1])),
        junction_bulge=_sometimes(rng, 0.4, 0, 0.6),
    )


def _with_walls(style: Style, rng: np.random.Generator) -> Style:
    return replace(
        style,
        rim=_sometimes(rng, 0.4, 0.03, 0.1),
        rim_colour=_near(rng, style.rock if rng.random() < 0.5 else style.rock_ink, 25),
        rim_stones=bool(rng.random() < 0.3),
        edge_colour=_near(rng, style.rock_ink, 25) if rng.random() < 0.85 else _near(rng, style.tunnel, 60),
        edge_twice=bool(rng.random() < 0.12),
        shadow=_sometimes(rng, 0.45, 0.1, 0.8),
        dead_end=str(rng.choice(["gap", "rubble", "plug"], p=[0.5, 0.36, 0.14])),
        gap=float(rng.uniform(0.06, 0.2)),
    )


def _with_decoration(style: Style, rng: np.random.Generator) -> Style:
    return replace(
        style,
        rails=float(rng.choice([0.0, 0.4, 1.0], p=[0.82, 0.12, 0.06])),
        decor_beside=_sometimes(rng, 0.75, 0, 5),
        decor_inside=_sometimes(rng, 0.65, 0, 2),
        decor_vivid=float(rng.uniform(0, 0.7)),
    )


def _with_print(style: Style, rng: np.random.Generator) -> Style:
    return replace(
        style,
        border=_sometimes(rng, 0.4, 0.008, 0.07),
        border_colour=_border(rng),
        corner=float(rng.choice([0.0, 0.03, 0.05, 0.08], p=[0.2, 0.3, 0.3, 0.2])),
        fade=_sometimes(rng, 0.2, 0.05, 0.55),
        fade_colour=_hsv(rng.random(), rng.uniform(0, 0.25), rng.uniform(0.5, 1)),
    )


def _with_marks(style: Style, vivid_door: float, rng: np.random.Generator) -> Style:
    """Doors, crystals, ladders, the start card; and the light of a back, which has its turn between them."""
    return replace(
        style,
        door_kind=str(rng.choice(["planks", "slab", "arch", "bars"])),
        blue=_hsv(rng.uniform(0.55, 0.68), vivid_door, rng.uniform(0.35, 1)),
        green=_hsv(rng.uniform(0.25, 0.42), vivid_door, rng.uniform(0.3, 0.9)),
        crystal=_hsv(rng.choice([0.5, 0.53, 0.56, 0.6, 0.84, 0.9]), rng.uniform(0.25, 1), rng.uniform(0.75, 1)),
        back_light=_back_light(rng),
        crystal_kind=str(rng.choice(["gem", "star", "cluster"])),
        ladder=_hsv(rng.uniform(0.02, 0.13), rng.uniform(0.2, 0.9), rng.uniform(0.2, 0.9)),
        start_rock=_start_rock(rng, style.start_kind),
    )


def _with_backs(style: Style, rng: np.random.Generator) -> Style:
    return replace(
        style,
        back_goal=_back_goal(rng),
        back_path=_hsv(rng.random(), rng.uniform(0, 0.6), rng.uniform(0.15, 0.8)),
        back_kind=str(rng.choice(["tools", "cross", "mark", "rings", "plain", "lattice"])),
        box_mark=bool(rng.random() < 0.6),
    )


def _back_light(rng: np.random.Generator) -> Colour | None:
    if rng.random() < 0.4:
        return _hsv(rng.uniform(0.02, 0.16), rng.uniform(0.2, 0.9), rng.uniform(0.4, 1))
    return None


def _back_goal(rng: np.random.Generator) -> Colour:
    if rng.random() < 0.5:
        return _hsv(rng.uniform(0, 1), rng.uniform(0.05, 0.8), rng.uniform(0.1, 0.7))
    return _hsv(rng.uniform(0.03, 0.12), rng.uniform(0.3, 0.8), rng.uniform(0.15, 0.6))


def _sometimes(rng: np.random.Generator, share: float, low: float, high: float) -> float:
    """An amount on a share of the decks, none of it on the others."""
    return float(rng.uniform(low, high)) if rng.random() < share else 0.0


def _ground(rng: np.random.Generator, light_tunnel: bool) -> tuple[Colour, Colour, Colour, Colour, Colour]:
    """Rock, its shade and ink, and a tunnel that stands out from it by brightness, as a legible card's does."""
    hue = rng.random() if rng.random() < 0.6 else rng.uniform(0.45, 0.65)  # slate is the favourite
    saturation = rng.choice([rng.uniform(0, 0.2), rng.uniform(0.15, 0.5), rng.uniform(0.4, 0.9)], p=[0.5, 0.38, 0.12])
    contrast = rng.choice([rng.uniform(0.14, 0.3), rng.uniform(0.2, 0.75)], p=[0.35, 0.65])
    if light_tunnel:
        rock_value = rng.uniform(0.1, 0.98 - contrast)
        tunnel_value = min(1.0, rock_value + contrast)
    else:
        tunnel_value = rng.uniform(0.05, 0.5)
        rock_value = min(1.0, tunnel_value + max(contrast, 0.25))
    rock = _hsv(hue, saturation, rock_value)
    tunnel_hue = rng.uniform(0.02, 0.16) if rng.random() < 0.7 else rng.random()
    tunnel = _hsv(tunnel_hue, rng.uniform(0, 0.35) if rng.random() < 0.85 else rng.uniform(0.3, 0.8), tunnel_value)
    change = rng.uniform(0.5, 0.95) if rng.random() < 0.7 else rng.uniform(1.02, 1.25)
    shade = _near(rng, _scaled(rock, change), 12)
    ink = _near(rng, _scaled(rock, rng.uniform(0.1, 0.75)), 12)
    return rock, shade, ink, tunnel, _near(rng, _scaled(tunnel, rng.uniform(0.75, 1.1)), 18)


def _line_art(rng: np.random.Generator) -> tuple[Colour, Colour, Colour, Colour, Colour]:
    """A pen on paper: rock and tunnel alike, only the walls are drawn."""
    paper = _hsv(rng.random(), rng.uniform(0, 0.15), rng.uniform(0.7, 1))
    ink = _hsv(rng.random(), rng.uniform(0, 0.6), rng.uniform(0, 0.3))
    return paper, _scaled(paper, 0.9), ink, _near(rng, paper, 12), _near(rng, paper, 12)


def _start_rock(rng: np.random.Generator, kind: str) -> Colour | None:
    if kind != "emblem" and rng.random() < 0.5:
        return None
    return _hsv(rng.random(), rng.uniform(0.2, 0.7), rng.uniform(0.15, 0.8))


def _glow(rng: np.random.Generator, edge: float) -> float:
    """Rock may come near the tunnel's brightness only where a wall is drawn between the two."""
    if rng.random() < 0.45:
        return 0.0
    return float(rng.uniform(0.1, 0.8) if edge > 0.014 else rng.uniform(0.05, 0.35))


def _border(rng: np.random.Generator) -> Colour:
    kind = rng.random()
    if kind < 0.45:
        return _hsv(rng.uniform(0, 1), rng.uniform(0, 0.12), rng.uniform(0.8, 1))
    if kind < 0.75:
        return _hsv(rng.uniform(0, 1), rng.uniform(0, 0.3), rng.uniform(0, 0.25))
    return _hsv(rng.uniform(0, 1), rng.uniform(0, 0.8), rng.uniform(0.2, 0.9))


def _pick(rng: np.random.Generator, ranges: list[tuple[float, tuple[float, float]]]) -> float:
    weights = np.array([weight for weight, _ in ranges])
    low, high = ranges[int(rng.choice(len(ranges), p=weights / weights.sum()))][1]
    return float(rng.uniform(low, high))


def _hsv(hue: float, saturation: float, value: float) -> Colour:
    red, green, blue = colorsys.hsv_to_rgb(
        float(hue) % 1, float(np.clip(saturation, 0, 1)), float(np.clip(value, 0, 1))
    )
    return (int(blue * 255), int(green * 255), int(red * 255))


def _scaled(colour: Colour, factor: float) -> Colour:
    blue, green, red = (int(np.clip(channel * factor, 0, 255)) for channel in colour)
    return blue, green, red


def _near(rng: np.random.Generator, colour: Colour, spread: float) -> Colour:
    blue, green, red = (int(np.clip(channel + rng.uniform(-spread, spread), 0, 255)) for channel in colour)
    return blue, green, red
