"""The stills by trouble: `still(stratum, seed)` draws one, and the same seed draws the same.

Cards are drawn in a random style, or scans of a printed deck are laid: the base box alone, with no bridges.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.maze.geometry import Cell
from companion.sight.reading import CardKind
from exam.cloths import PATTERNED, PLAIN
from exam.framing import Pose, box_of, clear_spots, framed, photographed
from exam.lens import Lens, Sensor
from exam.limbs import hand, head
from exam.mazes import goals_up, maze, with_bridges, with_holes
from exam.noise import Rng
from exam.obstacles import LIE_OVER_CARDS, OBSTACLES
from exam.press import Press, printed_style
from exam.room import Glare, Room, Shade, Still, paint_table, photograph
from exam.scans import ScannedDeck
from exam.solids import Part
from vision.simulate.random_decks import random_style
from vision.simulate.scene.random_boards import BASE, SECOND
from vision.simulate.scene.table_scene import CASUAL, SLOPPY, TIDY, SceneCard, TableScene

STANDS_BESIDE = ("mug", "tumbler", "bottle", "bowl", "plate", "slab", "paper", "pencil", "nuggets", "die", "coins")


@dataclass(frozen=True)
class Recipe:
    """cards: how many beside start and goals; over: how many things, hands and lights over cards."""

    grounds: Sequence[str] = tuple(PLAIN)
    cards: tuple[int, int] = (6, 28)
    holes: tuple[int, int] = (0, 0)
    goals: tuple[int, int] = (0, 0)
    second: float = 0.4  # share of tables with both boxes
    bridges: int = 0
    over: tuple[int, int] = (0, 0)
    beside: tuple[int, int] = (1, 5)
    pose: Callable[[Rng], Pose] = lambda rng: Pose.usual(rng)
    room: Callable[[Rng], Room] = lambda rng: usual_room(rng)
    sensor: Callable[[Rng], Sensor] = lambda rng: usual_sensor(rng)


def still(stratum: str, seed: int, scans: ScannedDeck | None = None) -> Still:
    return drawn(STRATA[stratum], np.random.default_rng([seed, list(STRATA).index(stratum)]), stratum, seed, scans)


def drawn(recipe: Recipe, rng: Rng, stratum: str, seed: int, scans: ScannedDeck | None = None) -> Still:
    """stratum, seed : as the truth tells them"""
    if scans:
        recipe = replace(recipe, second=0.0, bridges=0)
    kind = str(rng.choice(list(recipe.grounds)))
    scene = _laid(rng, recipe, kind, scans.box if scans else BASE)
    pose = recipe.pose(rng)
    extent = box_of(scene.cards)
    lens = photographed(rng, extent, pose) if pose.share else framed(rng, extent, pose)
    bounds = (extent[0] - rng.uniform(160, 420), extent[1] - rng.uniform(120, 350),
              extent[2] + rng.uniform(160, 420), extent[3] + rng.uniform(120, 350))  # fmt: skip
    middle = np.array([[(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2, 0]])
    scale = float(np.clip(1.35 * lens.px_per_mm(middle)[0], 1.2, 3.2))
    style = printed_style(rng) if recipe.bridges else random_style(rng)
    press = Press(style, scale, recipe.bridges > 0, scans)
    painting = paint_table(rng, kind, bounds, scale)
    press.lay(painting, _piles(rng, scene, bounds), bounds[:2])
    parts, room = _over(rng, recipe, scene, lens, recipe.room(rng))
    parts = [*_beside(rng, recipe, scene, lens, bounds), *parts]
    return photograph(rng, scene, press, (painting, bounds), lens, room, recipe.sensor(rng), parts,
                      stratum=stratum, seed=seed)  # fmt: skip


def _laid(rng: Rng, recipe: Recipe, kind: str, base: Sequence[str]) -> TableScene:
    neat = (TIDY, CASUAL, SLOPPY)[int(rng.choice(3, p=[0.35, 0.5, 0.15]))]
    table = TableScene(surface=kind, neatness=neat, seed=int(rng.integers(2**31)))
    box = (*base, *SECOND) if rng.random() < recipe.second else base
    count = int(rng.integers(recipe.cards[0], recipe.cards[1] + 1))
    holes = int(rng.integers(recipe.holes[0], recipe.holes[1] + 1))
    scene = maze(rng, table, count + holes - 2 * recipe.bridges, box)
    if recipe.bridges:
        scene = with_bridges(rng, scene, recipe.bridges, recipe.bridges)
    scene = with_holes(rng, scene, holes)
    return goals_up(rng, scene, int(rng.integers(recipe.goals[0], recipe.goals[1] + 1)))


def _piles(rng: Rng, scene: TableScene, bounds: tuple[float, float, float, float]) -> tuple[SceneCard, ...]:
    """A draw pile beside the maze, mostly."""
    if rng.random() < 0.3:
        return ()
    spot = clear_spots(rng, scene.cards, bounds, 1, 95)
    turn = rng.uniform(-0.5, 0.5) + rng.choice([0, np.pi / 2])
    return tuple(
        SceneCard(Cell(50, 50), CardKind.PATH, None, x + 0.3 * level, y - 0.3 * level, turn + rng.normal(0, 0.01), 0)
        for x, y in spot
        for level in range(8)
    )


def _beside(
    rng: Rng, recipe: Recipe, scene: TableScene, lens: Lens, bounds: tuple[float, float, float, float]
) -> list[Part]:
    """Things that stand about, none over a card as seen from straight above."""
    parts: list[Part] = []
    count = int(rng.integers(recipe.beside[0], recipe.beside[1] + 1))
    for spot in clear_spots(rng, scene.cards, bounds, count, 130):
        parts += OBSTACLES[str(rng.choice(STANDS_BESIDE))](rng, lens, spot)
    return parts


def _over(rng: Rng, recipe: Recipe, scene: TableScene, lens: Lens, room: Room) -> tuple[list[Part], Room]:
    """Hands, things, glare and shadows, each aimed at a card, none at the start card."""
    parts: list[Part] = []
    for _ in range(int(rng.integers(recipe.over[0], recipe.over[1] + 1))):
        card = scene.cards[int(rng.integers(1, len(scene.cards)))]
        spot = card.at(*rng.uniform(-0.55, 0.55, 2))
        kind = rng.choice(["hand", "thing", "glare", "shade", "head"], p=[0.36, 0.36, 0.14, 0.1, 0.04])
        if kind == "hand":
            outward = np.arctan2(spot[1], spot[0] - 230) if rng.random() < 0.6 else rng.uniform(0, 2 * np.pi)
            parts += hand(rng, spot, float(outward + rng.normal(0, 0.4)), float(rng.choice([0, 0, 30, 70])))
        elif kind == "thing":
            parts += OBSTACLES[str(rng.choice(LIE_OVER_CARDS))](rng, lens, spot)
        elif kind == "head":
            parts += head(rng, spot, float(rng.uniform(100, 220)))
        elif kind == "glare":
            glare = Glare(spot, (rng.uniform(15, 60), rng.uniform(10, 40)), rng.uniform(0, 3), rng.uniform(0.5, 1.3))
            room = replace(room, glares=(*room.glares, glare))
        else:
            shade = Shade(spot, rng.uniform(0, 3), rng.uniform(25, 160), rng.uniform(0.5, 12), rng.uniform(0.3, 0.65))
            room = replace(room, shades=(*room.shades, shade))
    return parts, room


def usual_room(rng: Rng) -> Room:
    warm = rng.normal(0, 0.08)
    return Room(
        exposure=float(rng.uniform(0.75, 1.12)),
        cast=(1 - warm, 1.0, 1 + warm),
        lamp_mm=(float(rng.uniform(-200, 700)), float(rng.uniform(-400, 400))),
        lamp=float(rng.uniform(0, 0.35)),
        slope=(float(rng.normal(0, 0.2)), float(rng.normal(0, 0.2))),
        dark_corners=float(rng.uniform(0, 0.35)),
        floor=str(rng.choice(["coarse wood", "tiles", "carpet", "felt", "linen", "lacquer"])),
    )


def dark_room(rng: Rng) -> Room:
    """Candles or one weak lamp."""
    return replace(usual_room(rng), exposure=float(rng.uniform(0.16, 0.38)), lamp=float(rng.uniform(0.2, 0.7)),
                   cast=(float(rng.uniform(0.6, 0.9)), 0.95, float(rng.uniform(1.0, 1.2))))  # fmt: skip


def usual_sensor(rng: Rng) -> Sensor:
    return Sensor(
        blur_px=float(rng.uniform(0.4, 0.9)),
        noise=float(rng.uniform(1, 4)),
        sharpened=float(rng.uniform(0, 0.8)),
        fringe=float(rng.uniform(0, 0.0007)),
        quality=int(rng.integers(70, 96)),
    )


def noisy_sensor(rng: Rng) -> Sensor:
    return replace(usual_sensor(rng), noise=float(rng.uniform(5, 11)), quality=int(rng.integers(55, 90)))


def blurred_sensor(rng: Rng) -> Sensor:
    """Out of focus, or moved."""
    if rng.random() < 0.5:
        return replace(usual_sensor(rng), blur_px=float(rng.uniform(1.6, 2.6)))
    return replace(usual_sensor(rng), shake_px=float(rng.uniform(4, 9)), shake_rad=float(rng.uniform(0, np.pi)))


STRATA: dict[str, Recipe] = {
    "plain": Recipe(),
    "patterned": Recipe(grounds=tuple(PATTERNED)),
    "goals-up": Recipe(cards=(10, 40), holes=(0, 2), goals=(1, 3)),
    "large": Recipe(cards=(40, 52), holes=(2, 5), goals=(0, 3), second=0.5),
    "half-hidden": Recipe(cards=(12, 30), over=(3, 6)),
    "printed-bridges": Recipe(cards=(14, 30), second=1.0, bridges=2),
    "dark": Recipe(room=dark_room, sensor=noisy_sensor),
    "blurred": Recipe(sensor=blurred_sensor),
    "small": Recipe(pose=lambda rng: Pose.far(rng)),
    "photo": Recipe(pose=lambda rng: Pose.snapshot(rng), beside=(3, 8)),
}
