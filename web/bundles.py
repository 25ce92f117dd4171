"""Style sheets and scripts as pages fetch them: the parts of static/ joined into one file a page kind, named after what
is in it, so that a browser may keep it for ever and an update is another name. No templates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Response, abort

STATIC = Path(__file__).parent / "static"
ON_EVERY_PAGE = (
    "companion", "cards", "mine", "forms", "boxes", "labels", "rules", "dwarves", "moments", "how_to_play",
    "turn_clock",
)  # fmt: skip
STYLES = {
    "phone": ON_EVERY_PAGE,
    "table": (
        *ON_EVERY_PAGE[:4],
        "table",
        *ON_EVERY_PAGE[4:5],
        "decks",
        *ON_EVERY_PAGE[5:],
        "crowd",
        "side",
        "setup",
        "past_nights",
        "stage",
    ),
}
SCRIPTS = dict.fromkeys(STYLES, ("live", "focus", "moments", "sounds", "hold", "sight", "fields"))
FOR_EVER = "public, max-age=31536000, immutable"  # a year; what is in the file is in its name
DIGEST_CHARS = 12  # of a SHA-256, in hexadecimal: 48 bits tell any two versions apart

blueprint = Blueprint("bundles", __name__)


@dataclass(frozen=True)
class Bundle:
    """`kind`: of page, phone or table."""

    kind: str
    suffix: str
    text: str

    @property
    def name(self) -> str:
        return f"{self.kind}-{sha256(self.text.encode()).hexdigest()[:DIGEST_CHARS]}.{self.suffix}"

    @property
    def address(self) -> str:
        return f"/bundle/{self.name}"


@cache
def style_of(kind: str) -> Bundle:
    return _joined(kind, "css", STYLES[kind])


@cache
def script_of(kind: str) -> Bundle:
    return _joined(kind, "js", SCRIPTS[kind])


def _joined(kind: str, suffix: str, parts: tuple[str, ...]) -> Bundle:
    return Bundle(kind, suffix, "\n".join((STATIC / f"{part}.{suffix}").read_text(encoding="utf-8") for part in parts))


@blueprint.get("/bundle/<name>")
def bundle(name: str) -> Response:
    """What a page asks for by name; a name of another version has nothing behind it."""
    known = {one.name: one for kind in STYLES for one in (style_of(kind), script_of(kind))}
    if name not in known:
        abort(404)
    found = known[name]
    mimetype = "text/css" if found.suffix == "css" else "text/javascript"
    return Response(found.text, mimetype=mimetype, headers={"Cache-Control": FOR_EVER})
