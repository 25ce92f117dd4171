"""Style sheets, scripts and the icon as pages fetch them: the parts of static/ joined into one file a page kind, named
after what is in it, so that a browser may keep it for ever and an update is another name. They are told from memory:
a browser that hangs up leaves no file open. No templates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Response, abort

STATIC = Path(__file__).parent / "static"
STYLES = {  # the later sheet wins: the table's has the phone's, in their order, and its own where they belong
    "phone": (
        "companion", "cards", "mine", "forms", "boxes", "labels", "rules", "dwarves", "moments", "how_to_play",
        "turn_clock", "setting", "held_seats",
    ),
    "table": (
        "companion", "cards", "mine", "forms", "table", "boxes", "decks", "labels", "rules", "dwarves", "moments",
        "how_to_play", "turn_clock", "setting", "crowd", "side", "setup", "past_nights", "film_table", "stage",
        "held_seats",
    ),
    "film": ("companion", "forms", "rules", "film"),
}  # fmt: skip
SCRIPTS = {
    **dict.fromkeys(
        ("phone", "table"),
        ("taps", "morph", "live", "pictures", "focus", "moments", "sounds", "hold", "sight", "fields", "photo"),
    ),
    "aim": ("aim",),
    "film": ("film",),
}
MIMETYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
FOR_EVER = "public, max-age=31536000, immutable"  # a year; what is in the file is in its name
DIGEST_CHARS = 12  # of a SHA-256, in hexadecimal: 48 bits tell any two versions apart

blueprint = Blueprint("bundles", __name__)


@dataclass(frozen=True)
class Bundle:
    """`kind`: of page, phone or table; or what it is for, where only one page needs it or all need the same."""

    kind: str
    suffix: str
    text: str

    @cached_property
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


@cache
def icon() -> Bundle:
    return _joined("icon", "svg", ("icon",))


@cache
def _by_name() -> dict[str, Bundle]:
    every = (*(style_of(kind) for kind in STYLES), *(script_of(kind) for kind in SCRIPTS), icon())
    return {one.name: one for one in every}


def _joined(kind: str, suffix: str, parts: tuple[str, ...]) -> Bundle:
    return Bundle(kind, suffix, "\n".join((STATIC / f"{part}.{suffix}").read_text(encoding="utf-8") for part in parts))


@blueprint.get("/bundle/<name>")
def bundle(name: str) -> Response:
    """What a page asks for by name; a name of another version has nothing behind it."""
    found = _by_name().get(name)
    if found is None:
        abort(404)
    return Response(found.text, mimetype=MIMETYPES[found.suffix], headers={"Cache-Control": FOR_EVER})
