"""Rounds as films: `round_of(stratum, seed)` lays a table, places a camera and says what happens, act by act."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import radians

import numpy as np

from companion.maze.geometry import GOAL_CELLS, START_CELL
from exam import acts
from exam.cheap_camera import CheapCamera
from exam.cloths import PATTERNED, PLAIN
from exam.filmed_table import FilmedTable
from exam.framing import Box, Pose, corners_of, framed
from exam.lamps import FlickeringLamp
from exam.lens import Lens
from exam.mazes import TREASURE, next_card, shuffled, spots_of, ways
from exam.noise import Rng
from exam.press import Press
from exam.room import Room
from exam.scans import ScannedDeck
from exam.strata import usual_room
from vision.simulate.random_decks import random_style
from vision.simulate.scene.random_boards import BASE, SECOND
from vision.simulate.scene.table_scene import (
    CASUAL,
    TIDY,
    SceneCard,
    TableScene,
    card_at,
    fits,
    lay,
    nudge,
    starting_table,
    take,
    turn_goal,
)

REACH = ((-1, 9), (-2, 2))
FIELD: Box = (-95.0, -240.0, 565.0, 240.0)  # that the camera sees, with room for the sloppiest cards
BOUNDS: Box = (-420.0, -520.0, 900.0, 520.0)
LITTLE = ("mug", "die", "nuggets", "coins", "pencil", "napkin", "slab", "tumbler")


@dataclass(frozen=True)
class FilmRecipe:
    """How often what happens, and where."""

    acts: Mapping[str, float]
    grounds: Sequence[str] = tuple(PLAIN)
    exposure: float = 1.0
    noise: float = 2.0
    flicker: float = 0.0  # of the lamp: see exam.lamps
    gaps_s: tuple[float, float] | None = None  # from one picture to the next, where it varies


LAYING = {"lay": 14.0, "turn": 1.5, "take": 1.5, "pass": 1.0}
FILMS: dict[str, FilmRecipe] = {
    "calm": FilmRecipe(LAYING),
    "crowded": FilmRecipe({**LAYING, "two": 6.0, "pass": 3.0, "lean": 3.0}),
    "lamp": FilmRecipe({**LAYING, "lamp": 5.0, "dusk": 2.0}, exposure=0.8, noise=3.0),
    "bumps": FilmRecipe({**LAYING, "bump": 3.0, "push": 2.5, "bumped lay": 2.5}),
    "rockfalls": FilmRecipe({**LAYING, "take": 7.0, "move": 5.0, "nudge": 2.0}),
    "things": FilmRecipe({**LAYING, "put": 6.0, "clear": 3.0}),
    "carpet": FilmRecipe({**LAYING, "take": 3.0, "bump": 2.0, "put": 1.0}, grounds=tuple(PATTERNED)),
    "night": FilmRecipe({**LAYING, "put": 3.0, "lamp": 1.5, "take": 3.0}, ("coarse wood",), exposure=0.45, noise=4.5),
    "flicker 5": FilmRecipe({**LAYING, "take": 3.0}, flicker=0.05),
    "flicker 10": FilmRecipe({**LAYING, "take": 3.0}, flicker=0.1),
    "flicker 20": FilmRecipe({**LAYING, "take": 3.0}, flicker=0.2),
    "turned phone": FilmRecipe({**LAYING, "turned": 4.0}),
    "variable rate": FilmRecipe({**LAYING, "take": 3.0}, gaps_s=(0.03, 0.3)),
}


@dataclass(frozen=True)
class Act:
    """play: its pictures, to be asked for once and in order; before, after: the table. pushed: the camera was moved"""

    kind: str
    play: Callable[[], Iterator[np.ndarray]]
    before: TableScene
    after: TableScene
    pushed: bool = False


@dataclass
class Round:
    """acts: taken one after the other, each planned when it is asked for"""

    table: FilmedTable
    recipe: FilmRecipe
    rng: Rng
    bag: list[str]
    people: list[acts.Person]
    things: dict[str, tuple[float, float]] = field(default_factory=dict)

    def acts(self, count: int) -> Iterator[Act]:
        kinds, weights = list(self.recipe.acts), np.array(list(self.recipe.acts.values()))
        for number in range(count):
            kind = str(self.rng.choice(kinds, p=weights / weights.sum()))
            act = PLANS[kind](self) if number > 1 else plan_lay(self)
            if act := act or plan_lay(self) or plan_take(self):
                yield act

    @property
    def scene(self) -> TableScene:
        return self.table.scene

    def person(self) -> acts.Person:
        return self.people[int(self.rng.integers(len(self.people)))]

    def paths(self) -> list[SceneCard]:
        return [card for card in self.scene.cards if card.cell != START_CELL and card.cell not in GOAL_CELLS]

    def is_free(self, spot: tuple[float, float], away_mm: float = 75.0) -> bool:
        return all(np.hypot(x - spot[0], y - spot[1]) > away_mm for x, y in self.things.values())


def round_of(stratum: str, seed: int, scans: ScannedDeck | None = None, cheap: bool = False) -> Round:
    """scans : of a printed deck, laid instead of drawn cards; the base box alone. cheap : filmed by a CheapCamera"""
    recipe = FILMS[stratum]
    rng = np.random.default_rng([seed, 100 + list(FILMS).index(stratum)])
    kind = str(rng.choice(list(recipe.grounds)))
    neat = (TIDY, CASUAL)[int(rng.integers(2))]
    scene = starting_table(TableScene(surface=kind, neatness=neat, seed=int(rng.integers(2**31))))
    side = rng.normal(0, 0.3) + (np.pi if rng.random() < 0.3 else 0)
    pose = Pose(radians(float(rng.uniform(4, 34))), float(side), (1280, 720), 0.97)
    lens = framed(rng, FIELD, pose)
    scale = float(np.clip(1.3 * lens.px_per_mm(np.array([[227.0, 0.0, 0.0]]))[0], 1.0, 3.0))
    usual = usual_room(rng)
    room = replace(usual, exposure=usual.exposure * recipe.exposure)
    press = Press(random_style(rng), scale, scans=scans)
    camera: CheapCamera | FlickeringLamp | None = CheapCamera(np.random.default_rng([seed, 77])) if cheap else None
    if recipe.flicker:
        camera = FlickeringLamp(np.random.default_rng([seed, 78]), recipe.flicker)
    table = FilmedTable(rng, scene, press, BOUNDS, lens, room, recipe.noise, camera)
    both = rng.random() < 0.4
    box = scans.box if scans else (*BASE, *SECOND) if both else BASE
    seats = rng.uniform(0, 2 * np.pi) + np.linspace(0, 2 * np.pi, 6)[:5]
    people = [acts.Person(int(rng.integers(2**31)), float(seat), (227.0, 0.0)) for seat in seats]
    return Round(table, recipe, rng, shuffled(rng, box) + shuffled(rng, box), people)


def plan_lay(game: Round) -> Act | None:
    scene = game.scene
    after = _with_card(game, scene)
    if after is None:
        return None
    card, who = after.cards[-1], game.person()
    return Act("lay", lambda: acts.laid(game.table, who, card, after), scene, after)


def _with_card(game: Round, scene: TableScene) -> TableScene | None:
    for _ in range(6):
        found = next_card(game.rng, scene, game.bag, REACH)
        if found is None:
            return None
        after = lay(scene, *found)
        if game.is_free((after.cards[-1].x_mm, after.cards[-1].y_mm)):
            return after
    return None


def plan_two(game: Round) -> Act | None:
    """Two cards laid while somebody leans over."""
    scene = game.scene
    first = _with_card(game, scene)
    second = _with_card(game, first) if first else None
    if first is None or second is None:
        return None
    people, one, other = (
        [game.people[int(number)] for number in game.rng.permutation(5)],
        first.cards[-1],
        second.cards[-1],
    )

    def play() -> Iterator[np.ndarray]:
        hands = [acts.laid(game.table, people[0], one, first), acts.laid(game.table, people[1], other, second)]
        yield from acts.leaning(game.table, people[2], (one.x_mm, one.y_mm), hands)

    return Act("two", play, scene, second)


def plan_lean(game: Round) -> Act:
    card, who = game.scene.cards[int(game.rng.integers(len(game.scene.cards)))], game.person()
    return Act("lean", lambda: acts.leaning(game.table, who, (card.x_mm, card.y_mm), [], 12), game.scene, game.scene)


def plan_take(game: Round) -> Act | None:
    """A rockfall."""
    paths, who, scene = game.paths(), game.person(), game.scene
    if len(paths) < 3:
        return None
    card = paths[int(game.rng.integers(len(paths)))]
    after = take(scene, card.cell)
    return Act("take", lambda: acts.taken(game.table, who, card, after), scene, after)


def plan_move(game: Round) -> Act | None:
    paths, who, scene = game.paths(), game.person(), game.scene
    for number in game.rng.permutation(len(paths)):
        card = paths[int(number)]
        without = take(scene, card.cell)
        for cell in spots_of(without, REACH):
            if cell != card.cell and card.face and fits(without, cell, card.face):
                put = replace(lay(without, cell, card.face).cards[-1], seed=card.seed)
                after = replace(without, cards=(*without.cards, put), handled=without.handled + 1)
                if game.is_free((put.x_mm, put.y_mm)):
                    return Act("move", lambda: acts.moved(game.table, who, card, put, without, after), scene, after)  # noqa: B023
    return None


def plan_turn(game: Round) -> Act | None:
    scene, who = game.scene, game.person()
    down = [cell for cell in GOAL_CELLS if card_at(scene, cell).face is None]
    if not down or len(game.paths()) < 5:
        return None
    cell = down[int(game.rng.integers(len(down)))]
    text, goal = TREASURE[(len(down) + scene.seed) % 3]
    both = ways(game.rng, text)
    after = turn_goal(scene, cell, next((face for face in both if fits(scene, cell, face)), both[0]), goal)
    card = card_at(scene, cell)
    return Act("turn", lambda: acts.turned(game.table, who, card, after), scene, after)


def plan_nudge(game: Round) -> Act | None:
    """A sleeve brushes a card."""
    paths, who, scene = game.paths(), game.person(), game.scene
    if not paths:
        return None
    card = paths[int(game.rng.integers(len(paths)))]
    x, y, twist = game.rng.normal(0, 3.0), game.rng.normal(0, 3.0), game.rng.normal(0, 0.04)
    after = nudge(scene, card.cell, float(x), float(y), float(twist))
    return Act("nudge", lambda: acts.turned(game.table, who, card, after), scene, after)


def plan_pass(game: Round) -> Act:
    card, who = game.scene.cards[int(game.rng.integers(len(game.scene.cards)))], game.person()
    return Act("pass", lambda: acts.passes(game.table, who, acts.grip(card)), game.scene, game.scene)


def plan_put(game: Round) -> Act | None:
    """A thing is put down beside the maze; now and then over the rim of a card."""
    rng, scene, who = game.rng, game.scene, game.person()
    over = rng.random() < 0.3
    for _ in range(60):
        card = scene.cards[int(rng.integers(len(scene.cards)))]
        spot = card.at(*rng.uniform(-0.6, 0.6, 2)) if over else tuple(rng.uniform(FIELD[:2], FIELD[2:]).tolist())
        away = min(np.hypot(one.x_mm - spot[0], one.y_mm - spot[1]) for one in scene.cards)
        if game.is_free(spot) and (over or away > 95):
            name, kind, seed = f"thing {len(game.things)}", str(rng.choice(LITTLE)), int(rng.integers(2**31))
            game.things[name] = spot
            return Act("put", lambda: acts.put_down(game.table, who, name, kind, spot, seed), scene, scene)  # noqa: B023
    return None


def plan_clear(game: Round) -> Act | None:
    if not game.things:
        return None
    name = list(game.things)[int(game.rng.integers(len(game.things)))]
    spot, who = game.things.pop(name), game.person()
    return Act("clear", lambda: acts.cleared(game.table, who, name, spot), game.scene, game.scene)


def plan_bump(game: Round, hard: bool = False) -> Act:
    lens = _pushed(game, hard)
    return Act("push" if hard else "bump", lambda: acts.bumped(game.table, lens), game.scene, game.scene, pushed=True)


def _pushed(game: Round, hard: bool) -> Lens:
    """Where the camera stands then; the whole field is still in its picture."""
    for _ in range(40):
        lens = acts.another_lens(game.rng, game.table.lens, hard)
        pixels = lens.project(corners_of(FIELD)) / (lens.width_px, lens.height_px)
        if pixels.min() > 0 and pixels.max() < 1:
            return lens
    return game.table.lens


def plan_bumped_lay(game: Round) -> Act | None:
    """The camera is bumped while a hand lays a card."""
    laid = plan_lay(game)
    if laid is None:
        return None
    lens = _pushed(game, False)

    def play() -> Iterator[np.ndarray]:
        for number, picture in enumerate(laid.play()):
            if number == 8:
                game.table.carry(lens)
            yield picture

    return replace(laid, kind="bumped lay", play=play, pushed=True)


def plan_turned(game: Round) -> Act:
    """The phone is turned: its pictures are upright from now on, or wide again."""
    old = game.table.lens
    pose = Pose(radians(float(game.rng.uniform(4, 34))), 0.0, (old.height_px, old.width_px), 0.97)
    lens = framed(game.rng, FIELD, pose)
    return Act("turned", lambda: acts.bumped(game.table, lens), game.scene, game.scene, pushed=True)


def plan_lamp(game: Round, frames: int = 1) -> Act:
    """Switched on or off, or changed slowly."""
    old: Room = game.table.room
    other = usual_room(game.rng)
    room = replace(old, lamp=float(game.rng.uniform(0.0, 0.9)), lamp_mm=other.lamp_mm, cast=other.cast,
                   exposure=old.exposure * float(game.rng.uniform(0.7, 1.25)))  # fmt: skip
    room = replace(room, exposure=float(np.clip(room.exposure, 0.3, 1.2)))
    return Act("lamp", lambda: acts.relit(game.table, room, frames), game.scene, game.scene)


PLANS: dict[str, Callable[[Round], Act | None]] = {
    "lay": plan_lay, "two": plan_two, "lean": plan_lean, "take": plan_take, "move": plan_move, "turn": plan_turn,
    "nudge": plan_nudge, "pass": plan_pass, "put": plan_put, "clear": plan_clear, "bump": plan_bump,
    "push": lambda game: plan_bump(game, True), "bumped lay": plan_bumped_lay, "lamp": plan_lamp,
    "turned": plan_turned, "dusk": lambda game: plan_lamp(game, 25),
}  # fmt: skip
