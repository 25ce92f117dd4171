"""Pages beside the game: aiming, decks, past nights, kept pictures, the keepsake; what they need, typed by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from sample_school import School
from sample_views import TABLE_VIEWS, FakeSession

from companion.maze.geometry import Cell
from companion.sight.misread import Correction, Misread
from companion.sight.taught import CardShown, DeckLine
from companion.views import model as m
from companion.views.keepsake import KeptMove, KeptRound
from companion.views.past_nights import Person
from web.config import WebConfig

PICTURE = cv2.imencode(".jpg", np.full((180, 320, 3), 60, np.uint8))[1].tobytes()
CROP = cv2.imencode(".png", np.full((60, 40, 3), 90, np.uint8))[1].tobytes()
CARDS = (CardShown("s1", ("EW", "NS"), False), CardShown("s2", ("NESW", "down"), True),
         CardShown("s3", ("NE",), False, "NE"), CardShown("s4", ("SW",), False, ""))  # fmt: skip


@dataclass
class Nights:
    """Past nights that are typed by hand."""

    kept: tuple[Person, ...] = (Person("Ana", 3, 7, 4, 31, 88, 2, 1), Person("Bartholomew", 12, 30, 0, 9, 140, 9, 0))

    def people(self) -> tuple[Person, ...]:
        return self.kept

    def wipe(self) -> bool:
        return False


@dataclass
class Misreads:
    """Kept pictures of misread tables, typed by hand; one is offered where `is_offered`."""

    is_offered: bool = False
    asks: bool = True
    most: int = 30

    def kept(self) -> tuple[Misread, ...]:
        cells = (
            Correction(Cell(1, 0), "EW", "E|W"),
            Correction(Cell(2, 0), None, "NESW"),
            Correction(Cell(9, 2), "N", None),
        )
        return (Misread("table-0123abcd", 18, 2, cells), Misread("table-4567abcd", 4, 0, cells[:1]))

    def offered(self) -> Misread | None:
        return self.kept()[0] if self.is_offered else None

    def picture(self, key: str) -> bytes:
        return PICTURE


@dataclass
class Film:
    """A phone in the camera's place, which nobody looks through."""

    is_looked_through = False

    def begin(self) -> None:
        return None

    def take(self, jpeg: bytes) -> None:
        return None

    def end(self) -> None:
        return None


class LongNight(FakeSession):
    """A session whose game is over, with all that is kept of it."""

    def keepsake(self) -> tuple[KeptRound, ...]:
        over = TABLE_VIEWS["game-over"]
        moves = tuple(KeptMove(line, over.maze) for line in over.lines if over.maze)
        return (KeptRound(1, moves, over.result), KeptRound(2, moves[:2]))


def rich_config(school: School, nights: Nights, misreads: Misreads) -> WebConfig:
    """Everything that a table screen may lead to."""
    school.crop = lambda key: CROP  # type: ignore[method-assign]
    return WebConfig(
        0, demo=True, read_again=lambda: None, latest_jpeg=lambda: PICTURE, aim=lambda corners: None, school=school,
        nights=nights, misreads=misreads, cameras=lambda: (0, 2), use_camera=lambda source: None,
        film=Film(), open_secure_door=lambda: 8443,
    )  # fmt: skip


def side_states(school: School, nights: Nights, misreads: Misreads) -> Iterator[tuple[str, m.View, str]]:
    """(name, the table's view, address), each after what it needs was put there."""
    play, over = TABLE_VIEWS["play"], TABLE_VIEWS["game-over"]
    blind = replace(play, camera=m.CameraView("lost"))
    yield "decks", play, "/table/decks"
    school.waiting = CARDS[:2]
    yield "decks-offers", play, "/table/decks"
    school.lesson = DeckLine("Red", 12, 7, False)
    yield "lesson", play, "/table/decks"
    yield "lesson-blind", blind, "/table/decks"
    school.cards = CARDS
    yield "lesson-cards", play, "/table/decks"
    yield "lesson-one", play, "/table/decks?about=s2"
    school.cards = CARDS[2:]
    yield "lesson-done", play, "/table/decks"
    yield "past-nights", over, "/table/nights"
    nights.kept = ()
    yield "past-nights-none", over, "/table/nights"
    yield "aim-blind", replace(play, camera=m.CameraView("lost")), "/table/aim"
    yield "film", play, "/table/film"
    yield "misreads", play, "/table/misreads"
    misreads.is_offered = True
    yield "misread-offer", play, "/table"
    misreads.is_offered = False
    yield "camera", TABLE_VIEWS["lobby"], "/table?do=camera"
    yield "fix-camera", play, "/table?do=fix-camera"
