"""Simulated tables are read exactly: every card, from any side, with markers and without."""

from __future__ import annotations

import pytest
from found_tables import read_picture

from companion.sight.reading_json import card_json
from vision.reading.reader import Reader
from vision.reading.reader import read_picture as really_read_picture

MARKED = [(0, 12), (25, 20), (180, 15), (-45, 30), (90, 15)]
BARE = [(0, 12), (-20, 25), (180, 20), (90, 15), (140, 20)]


def said(cell: dict) -> tuple:
    """What a cell says, in words that can be compared."""
    links = sorted("".join(group) for group in cell.get("links", ()))
    return cell["face_down"], cell.get("open"), tuple(links), cell.get("door"), cell.get("crystals"), cell.get("ladder")


def mistakes(image, truth: dict, reader: Reader) -> dict:
    """Cells read otherwise than they are, missed, made up, or left for a person to say."""
    cards = {(card.cell.x, card.cell.y): card for card in read_picture(image, reader=reader).cards}
    true = {(cell["x"], cell["y"]): cell for cell in truth["cells"] if cell["visible_fraction"] >= 0.5}
    wrong = dict.fromkeys(cards.keys() - {(cell["x"], cell["y"]) for cell in truth["cells"]}, "made up")
    for place, cell in true.items():
        if place not in cards:
            wrong[place] = "missed"
        elif cards[place].uncertain:
            wrong[place] = f"unsure of {said(cell)}: {card_json(cards[place])}"
        elif said(card_json(cards[place])) != said(cell):
            wrong[place] = f"{said(card_json(cards[place]))} instead of {said(cell)}"
    return wrong


@pytest.mark.parametrize(("side", "tilt"), MARKED)
def test_a_table_with_markers_is_read_exactly(film, reader, side, tilt):
    image, truth = film(side + 700, True, side, tilt, "tidy", 18)
    assert mistakes(image, truth, reader) == {}


@pytest.mark.parametrize(("side", "tilt"), BARE)
def test_a_table_without_markers_is_read_exactly(film, reader, side, tilt):
    image, truth = film(side + 720, False, side, tilt, "tidy", 18)
    assert mistakes(image, truth, reader) == {}


@pytest.mark.parametrize("cards", [0, 1, 30])
def test_few_cards_or_many_are_read_exactly(film, reader, cards):
    image, truth = film(740 + cards, True, 0, 12, "tidy", cards)
    assert mistakes(image, truth, reader) == {}


def test_casually_laid_cards_are_read_exactly(film, reader):
    image, truth = film(760, True, 10, 20, "casual", 16)
    assert mistakes(image, truth, reader) == {}


def test_the_same_picture_is_read_the_same_way_twice(film, reader):
    image, _ = film(700, True, 0, 12, "tidy", 18)
    assert really_read_picture(image, reader=reader) == really_read_picture(image, reader=reader)
