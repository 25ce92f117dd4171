"""Cards and faces in the words of the command line's JSON, which scripts rely on. Nothing is read here.

A card as it lies: `x` (towards the goals) and `y` (down) from the start card; `kind`: start, path, goal, covered;
`face_down`, and unless it is true the keys of its face; `confidence` from 0 to 1, `uncertain` where a person would be
asked, `alternatives`, best first: faces with their confidence; `quad_px`: its N-W, N-E, S-E, S-W corner in the picture.

A face: `open`, the sides with a tunnel mouth, such as "NES"; `links`, the groups of them that are joined, ["NS", "EW"]
for a bridge, and a side in none is a dead end; `door`: blue, green or null; `crystals`: 0 or 1; `ladder`: a boolean.
"""

from __future__ import annotations

from typing import Any

from companion.maze.faces import Face
from companion.maze.geometry import Side
from companion.sight.reading import SeenCard


def face_json(face: Face) -> dict[str, Any]:
    """`open`, `links`, `door`, `crystals`, `ladder`."""
    return {
        "open": _letters(face.open),
        "links": [_letters(passage.sides) for passage in face.links],
        "door": face.door,
        "crystals": min(face.crystals, 1),
        "ladder": face.ladder,
    }


def card_json(card: SeenCard) -> dict[str, Any]:
    """A face-down card has no keys of a face."""
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
