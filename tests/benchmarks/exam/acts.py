"""What happens at a filmed table, frame by frame: hands lay, take, move and turn cards; people lean in; the lamp."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from exam.filmed_table import FilmedTable
from exam.lens import Lens
from exam.limbs import hand, head
from exam.noise import Rng
from exam.obstacles import OBSTACLES
from exam.room import Room
from exam.solids import Part
from vision.simulate.scene.table_scene import SceneCard, TableScene

Place = tuple[float, float]
Pictures = Iterator[np.ndarray]
COMES, WORKS = 6, 4  # frames of a hand's way, and over the card
OUTSIDE_MM = 700.0  # from the middle of the table to where people sit


class Person:
    """Sits somewhere; the hand looks the same all evening."""

    def __init__(self, seed: int, seat_rad: float, middle_mm: Place) -> None:
        self._seed = seed
        self._seat = (middle_mm[0] + 1.25 * OUTSIDE_MM * np.cos(seat_rad), middle_mm[1] + OUTSIDE_MM * np.sin(seat_rad))

    def reach(self, spot: Place, near: float) -> tuple[Place, list[Part]]:
        """The hand at a share of its way to a spot."""
        spread = np.array(spot) - np.array(self._seat)
        tip = np.array(self._seat) + spread * near
        arm = self._hand(tip, spread, 45 * (1 - near) + 4)
        return (float(tip[0]), float(tip[1])), arm

    def lean(self, over: Place, near: float) -> list[Part]:
        """Head and shoulders; they come as far as the table's rim or a little over the cards."""
        at = np.array(self._seat) * (1 - 0.62 * near) + np.array(over) * 0.62 * near
        return head(np.random.default_rng(self._seed), (float(at[0]), float(at[1])), 260.0)

    def _hand(self, tip: np.ndarray, spread: np.ndarray, up_mm: float) -> list[Part]:
        back = float(np.arctan2(-spread[1], -spread[0]))
        rng = np.random.default_rng(self._seed)
        return hand(rng, (float(tip[0]), float(tip[1])), back, up_mm, "pinching")


def eased(step: int, steps: int) -> float:
    t = (step + 1) / steps
    return t * t * (3 - 2 * t)


def carried(card: SceneCard, spot: Place, tip: Place) -> SceneCard:
    return replace(card, x_mm=card.x_mm + tip[0] - spot[0], y_mm=card.y_mm + tip[1] - spot[1])


def gesture(
    table: FilmedTable, who: Person, spot: Place, during: Callable[[], None], held: SceneCard | None = None,
    taken: SceneCard | None = None,
) -> Pictures:  # fmt: skip
    """A hand goes to a spot, there `during` happens, and back. held, taken: the card in it on the way in and out."""
    for step in range(COMES):
        tip, arm = who.reach(spot, eased(step, COMES))
        yield table.frame(arm, carried(held, spot, tip) if held else None)
    for step in range(WORKS):
        if step == WORKS // 2:
            during()
        yield table.frame(who.reach(spot, 1.0)[1])
    for step in range(COMES):
        tip, arm = who.reach(spot, 1 - eased(step, COMES))
        yield table.frame(arm, carried(taken, spot, tip) if taken else None)


def grip(card: SceneCard) -> Place:
    return card.at(0.1, 0.25)


def laid(table: FilmedTable, who: Person, card: SceneCard, after: TableScene) -> Pictures:
    yield from gesture(table, who, grip(card), lambda: table.show(after), held=card)


def taken(table: FilmedTable, who: Person, card: SceneCard, after: TableScene) -> Pictures:
    yield from gesture(table, who, grip(card), lambda: table.show(after), taken=card)


def turned(table: FilmedTable, who: Person, card: SceneCard, after: TableScene) -> Pictures:
    yield from gesture(table, who, card.at(0.0, 0.05), lambda: table.show(after))


def moved(
    table: FilmedTable, who: Person, old: SceneCard, new: SceneCard, without: TableScene, after: TableScene
) -> Pictures:
    """Lifted from one place and laid in another, without leaving the table."""
    start, end = grip(old), grip(new)
    for step in range(COMES):
        yield table.frame(who.reach(start, eased(step, COMES))[1])
    table.show(without)
    for step in range(COMES):
        share = eased(step, COMES)
        spot = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
        yield table.frame(who.reach(spot, 1.0)[1], carried(new, end, spot))
    table.show(after)
    yield table.frame(who.reach(end, 1.0)[1])
    for step in range(COMES):
        yield table.frame(who.reach(end, 1 - eased(step, COMES))[1])


def leaning(table: FilmedTable, who: Person, over: Place, meanwhile: list[Pictures], after: int = 5) -> Pictures:
    """Somebody leans in, others do something meanwhile, he sits back."""
    for step in range(COMES):
        yield table.frame(who.lean(over, eased(step, COMES)))
    name = "leaning"
    table.put(name, who.lean(over, 1.0))
    for pictures in meanwhile:
        yield from pictures
    for _ in range(after):
        yield table.frame()
    table.put(name, None)
    for step in range(COMES):
        yield table.frame(who.lean(over, 1 - eased(step, COMES)))


def passes(table: FilmedTable, who: Person, spot: Place) -> Pictures:
    yield from gesture(table, who, spot, lambda: None)


def put_down(table: FilmedTable, who: Person, name: str, kind: str, spot: Place, seed: int) -> Pictures:
    """A thing is put down and stays."""
    parts = OBSTACLES[kind](np.random.default_rng(seed), table.lens, spot)
    yield from gesture(table, who, spot, lambda: table.put(name, parts))


def cleared(table: FilmedTable, who: Person, name: str, spot: Place) -> Pictures:
    yield from gesture(table, who, spot, lambda: table.put(name, None))


def bumped(table: FilmedTable, lens: Lens, frames: int = 3) -> Pictures:
    """The camera, or the table, is pushed: it swings a little and stands elsewhere."""
    first = table.lens
    for step in range(frames):
        share = (1.35, 0.8, 1.0)[min(step, 2)]
        eye = np.array(first.eye_mm) * (1 - share) + np.array(lens.eye_mm) * share
        aim = np.array(first.aim_mm) * (1 - share) + np.array(lens.aim_mm) * share
        roll = first.roll_rad * (1 - share) + lens.roll_rad * share
        table.carry(replace(lens, eye_mm=tuple(eye.tolist()), aim_mm=tuple(aim.tolist()), roll_rad=roll))
        yield table.frame()
    table.carry(lens)
    yield table.frame()


def relit(table: FilmedTable, room: Room, frames: int = 1) -> Pictures:
    """Switched at once, or over some frames as dusk and exposure do it."""
    first = table.room
    for step in range(frames):
        share = (step + 1) / frames
        between = {
            name: tuple(np.array(getattr(first, name)) * (1 - share) + np.array(getattr(room, name)) * share)
            if isinstance(getattr(room, name), tuple)
            else getattr(first, name) * (1 - share) + getattr(room, name) * share
            for name in ("exposure", "cast", "lamp_mm", "lamp", "slope", "dark_corners")
        }
        table.relight(replace(first, **between))
        yield table.frame()


def another_lens(rng: Rng, lens: Lens, hard: bool) -> Lens:
    """After a push: some millimetres and degrees, or a zoom; `hard` up to five degrees."""
    size = 2.5 if hard else 1.0
    aim = np.array(lens.aim_mm) + rng.normal(0, 9 * size, 2)
    eye = np.array(lens.eye_mm) + rng.normal(0, 8 * size, 3)
    zoom = float(1 + rng.normal(0, 0.012 * size))
    return replace(lens, aim_mm=tuple(aim.tolist()), eye_mm=tuple(eye.tolist()), fov_rad=lens.fov_rad * zoom,
                   roll_rad=lens.roll_rad + float(rng.normal(0, 0.018 * size)))  # fmt: skip
