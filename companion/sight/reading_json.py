"""Cards and faces in the words of the command line's JSON. Nothing is read here."""

from __future__ import annotations

from typing import Any

from companion.maze.faces import Face
from companion.maze.geometry import Side
from companion.sight.reading import SeenCard


def face_json(face: Face) -> dict[str, Any]:
    """`open`, `links`, `door`, `crystals`, `ladder` as FORMATS names them."""
    return {
        "open": _letters(face.open),
        "links": [_letters(passage.sides) for passage in face.links],
        "door": face.door,
        "crystals": min(face.crystals, 1),
        "ladder": face.ladder,
    }


def card_json(card: SeenCard) -> dict[str, Any]:
    """A CELL of the command line's JSON; a face-down card has no face keys."""
    down = card.face is None
    return {
        "x": card.cell.x,
        "y": card.cell.y,
        "kind": card.kind.value,
        "face_down": down,
        **({} if card.face is None else face_json(card.face)),
        "confidence": round(card.confidence, 4),
        "uncertain": card.uncertain,
        "alternatives": [
            {**face_json(other.face), "confidence": round(other.confidence, 4)}
            for other in card.alternatives
            if other.face is not None
        ],
        "quad_px": [[round(x, 1), round(y, 1)] for x, y in card.quad_px],
    }


def _letters(sides: tuple[Side, ...]) -> str:
    return "".join(side.name for side in sides)
