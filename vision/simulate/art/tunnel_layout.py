"""Where the tunnels of a drawn card run, in units of the card's width. No paint."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.maze.faces import Face, Passage
from companion.maze.geometry import Side
from vision.arrays import Points
from vision.simulate.art.curves import (
    HEIGHT,
    INWARD,
    OUTWARD,
    Run,
    bezier,
    crossways,
    spiral,
    straight,
    toward,
    wind,
)
from vision.simulate.art.style import Style

_MOUTH = {Side.N: (0.5, 0.0), Side.E: (1.0, HEIGHT / 2), Side.S: (0.5, HEIGHT), Side.W: (0.0, HEIGHT / 2)}


@dataclass
class Tunnel:
    """A passage as drawn. `tips` are the blind ends of its runs (dead ends only)."""

    passage: Passage
    runs: list[Run]
    tips: list[Points]


def lay_tunnels(face: Face, style: Style, rng: np.random.Generator) -> list[Tunnel]:
    """The tunnels of a face, in the order they are painted; those that are not joined keep `style.gap` apart."""
    mouths = {side: _shifted_mouth(side, style, rng) for side in face.open}
    state = int(rng.integers(2**32))
    meet = plugged_together(face, style)
    half, depth, gap = style.tunnel_width / 2, 1.0, style.gap
    tunnels: list[Tunnel] = []
    for _ in range(24):
        again = np.random.default_rng(state)
        tunnels = [_lay(passage, face, mouths, half, depth, style, again) for passage in face.passages]
        if meet or not _tight(tunnels, gap):
            break
        depth *= 0.9
        half *= 0.96
        gap = max(gap * 0.97, 0.06)
    return tunnels


def plugged_together(face: Face, style: Style) -> bool:
    """Whether a card's dead ends run to the middle, where one plug closes them all."""
    return style.dead_end == "plug" and not face.links and not face.ladder


def is_bridge(face: Face) -> bool:
    return {passage.sides for passage in face.links} == {(Side.N, Side.S), (Side.E, Side.W)}


def _shifted_mouth(side: Side, style: Style, rng: np.random.Generator) -> Points:
    shift = style.mouth_shift * rng.uniform(-1, 1)
    x, y = _MOUTH[side]
    return np.array([x + shift, y] if side in (Side.N, Side.S) else [x, y + shift])


def _lay(
    passage: Passage,
    face: Face,
    mouths: dict[Side, Points],
    half: float,
    depth: float,
    style: Style,
    rng: np.random.Generator,
) -> Tunnel:
    if passage.is_dead_end and not face.ladder:
        run = _blind(passage.sides[0], face, mouths, half, depth, style, rng)
        return Tunnel(passage, [run], [run.points[-1]])
    if passage.is_dead_end:  # a ladder card with one mouth: it ends at the ladder
        run = _blind(passage.sides[0], face, mouths, half, max(depth, 1.0), style, rng)
        return Tunnel(passage, [run], [])
    if len(passage.sides) == 2:
        return Tunnel(passage, [_through(passage.sides, face, mouths, half, style, rng)], [])
    return Tunnel(passage, _junction(passage.sides, mouths, half, style, rng), [])


def _through(
    sides: tuple[Side, ...],
    face: Face,
    mouths: dict[Side, Points],
    half: float,
    style: Style,
    rng: np.random.Generator,
) -> Run:
    first, second = sides
    a, b = mouths[first], mouths[second]
    if first.opposite == second:
        bend = rng.uniform(-1, 1) * (style.wander if style.course == "wandering" else style.wander / 2)
        line = bezier(a, a + toward(first, 0.35), b + toward(second, 0.35), b)
        alone = [passage.sides[0] for passage in face.passages if passage.is_dead_end]
        push = -0.08 * np.array(OUTWARD[alone[0]]) if len(alone) == 1 and style.course != "straight" else 0.0
        window = np.sin(np.pi * np.linspace(0, 1, len(line)))[:, None]
        line = line + window * (np.array(crossways(first)) * bend + push)
    elif style.course == "straight" and len(face.links) == 1:
        corner = np.array([a[0], b[1]]) if first in (Side.N, Side.S) else np.array([b[0], a[1]])
        line = np.concatenate([straight(a, corner, 20), straight(corner, b, 20)[1:]])
    else:
        reach = rng.uniform(0.42, 0.66) if len(face.passages) > 1 else rng.uniform(0.55, 1.25)
        line = bezier(a, a + toward(first, reach), b + toward(second, reach), b)
    return wind(line, half, style, rng, blind=False)


def _junction(
    sides: tuple[Side, ...], mouths: dict[Side, Points], half: float, style: Style, rng: np.random.Generator
) -> list[Run]:
    ends = [(a, b) for a in sides for b in sides if a < b and a.opposite == b]
    if style.course != "straight" and len(sides) == 3 and rng.random() < 0.6:
        return _branch(ends[0], next(side for side in sides if side not in ends[0]), mouths, half, style, rng)
    spread = {"straight": 0.0, "round": 0.03, "wandering": 0.1}[style.course]
    middle = np.array([0.5, HEIGHT / 2]) + rng.uniform(-spread, spread, 2) * (0.7, 1.1)
    if style.course == "straight":
        vertical = [mouths[side][0] for side in sides if side in (Side.N, Side.S)]
        level = [mouths[side][1] for side in sides if side in (Side.E, Side.W)]
        middle = np.array([np.mean(vertical), np.mean(level)])
    runs = []
    for side in sides:
        mouth = mouths[side]
        pull = 0.0 if style.course == "straight" else rng.uniform(0.2, 0.6)
        bend = bezier(mouth, mouth + toward(side, pull), middle + (mouth - middle) * 0.3, middle)
        run = wind(bend, half, style, rng, blind=False)
        run.radii *= 1 + style.junction_bulge * np.linspace(0, 1, len(run.radii)) ** 3
        runs.append(run)
    return runs


def _branch(
    ends: tuple[Side, Side],
    third: Side,
    mouths: dict[Side, Points],
    half: float,
    style: Style,
    rng: np.random.Generator,
) -> list[Run]:
    """A tunnel that swings through the card, and one that joins it where it comes nearest or a little off."""
    a, b = (mouths[side] for side in ends)
    crossing = np.array(crossways(ends[0]))
    if third.opposite not in mouths and rng.random() < 0.6:  # far out towards the shut side, all but through it
        across = 0.5 if third in (Side.E, Side.W) else HEIGHT / 2
        room = max(across - half * (1.1 + style.width_wobble) - rng.uniform(0.04, 0.14) - style.wander / 3, 0.04)
        lean = rng.uniform(0.5, 1.5)
        far = np.array(INWARD[third]) * rng.uniform(0.6, 1.0) * room / 0.75  # a curve goes 3/4 of its handles' way
        swings = [far * lean, far * (2 - lean)]
    else:
        room = max(0.5 - 1.3 * half - 0.06 - style.wander / 2, 0.04)
        swings = [crossing * rng.uniform(-1, 1) * min(0.36, room / 0.75) for _ in ends]
    trunk = wind(
        bezier(a, a + toward(ends[0], 0.75) + swings[0], b + toward(ends[1], 0.75) + swings[1], b),
        half,
        style,
        rng,
        False,
    )
    foot = trunk.at(rng.uniform(0.38, 0.62))[0]
    mouth = mouths[third]
    side = wind(bezier(mouth, mouth + toward(third, 0.4), foot + (mouth - foot) * 0.4, foot), half, style, rng, False)
    return [side, trunk]


def _blind(
    side: Side,
    face: Face,
    mouths: dict[Side, Points],
    half: float,
    depth: float,
    style: Style,
    rng: np.random.Generator,
) -> Run:
    """A dead end: a stub, or the only tunnel of its card, which may wander or wind further in."""
    mouth = mouths[side]
    to_middle = HEIGHT / 2 if side in (Side.N, Side.S) else 0.5
    alone = len(face.passages) == 1
    if plugged_together(face, style):
        return wind(straight(mouth, np.array([0.5, HEIGHT / 2]), 24), half, style, rng, blind=False)
    if alone:
        reach = to_middle * rng.uniform(0.7, 1.5) * min(depth, 1.0)
    else:
        reach = to_middle * rng.uniform(0.55, 0.95) * depth
    reach = max(reach - half * 0.6, 0.1)
    end = mouth + np.array(INWARD[side]) * reach
    if style.course == "straight":
        return wind(straight(mouth, end, 24), half, style, rng, blind=True)
    across = np.array(crossways(side))
    if alone and rng.random() < 0.35 and half < (0.15 if side in (Side.E, Side.W) else 0.08):
        return wind(spiral(side, mouth, half, rng), half, style, rng, blind=True)
    end = end + across * rng.uniform(-1, 1) * (0.16 if alone else 0.08)
    bend = across * rng.uniform(-1, 1) * style.wander
    line = bezier(
        mouth, mouth + np.array(INWARD[side]) * reach * 0.5 + bend, end - np.array(INWARD[side]) * reach * 0.3, end
    )
    return wind(line, half, style, rng, blind=True)


def _tight(tunnels: list[Tunnel], gap: float) -> bool:
    """Whether two tunnels that are not joined come closer than `gap`, a bridge apart."""
    for i, first in enumerate(tunnels):
        for second in tunnels[i + 1 :]:
            if (
                not first.passage.is_dead_end
                and not second.passage.is_dead_end
                and _cross(first.passage, second.passage)
            ):
                continue
            for a in first.runs:
                for b in second.runs:
                    apart = np.hypot(*(a.points[:, None] - b.points[None]).transpose(2, 0, 1))
                    if float((apart - a.radii[:, None] - b.radii[None]).min()) < gap:
                        return True
    return False


def _cross(first: Passage, second: Passage) -> bool:
    return all(len(p.sides) == 2 and p.sides[0].opposite == p.sides[1] for p in (first, second))
