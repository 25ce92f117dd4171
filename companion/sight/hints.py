"""What a person can mend in front of the camera, as a code with its facts. The sentences stand in the catalogues."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Hint:
    """Something a person can mend. `code` is one of HINTS, `facts` are those that HINTS names for it."""

    code: str
    facts: Mapping[str, str | int] = field(default_factory=dict)


FILM_OVER = Hint("film.over")  # another camera looks: the phone that filmed is told, and sends no more

Say = Callable[[Hint], str]  # a hint's sentence in one language, from the catalogues

NOTHING_SEEN = "source.nothing_seen"  # the pictures have come to an end; beside it stands why no table was seen in them
# Why no picture comes, or none any more: that no table is seen need not be said besides.
NO_PICTURE = (
    "source.no_camera", "source.no_stream", "source.login", "source.web_page", "source.interlaced",
    "source.no_phone", "source.none_readable", "source.ended", NOTHING_SEEN, "camera.stopped", "demo.stopped",
)  # fmt: skip
NONE_TO_COME = (  # until a camera is chosen, or the program starts again
    "source.none_readable", "source.ended", NOTHING_SEEN, "camera.stopped", "demo.stopped",
)  # fmt: skip
HINTS: Mapping[str, tuple[str, ...]] = {  # every code, with the facts that go into its sentence
    # a picture that cannot be read
    "photo.none": (),
    "photo.too_often": ("seconds",),
    "photo.otherwise": (),
    "photo.not_there": (),
    "photo.another": (),
    "picture.none": (),
    "picture.incomplete": (),
    "picture.film": (),
    "picture.heic": (),
    "picture.folder": (),
    "picture.unnamed": (),
    "picture.no_file": (),
    "picture.empty": (),
    "picture.too_large": (),
    "picture.unreadable": ("reason",),  # in the words of the system
    "picture.overlay_not_written": ("reason",),
    # no table in it
    "table.too_small": ("width", "height"),  # pixels
    "table.too_dark": (),
    "table.too_bright": (),
    "table.nothing": (),
    "table.not_found": (),
    "table.mirrored": (),
    # a table that could be seen better
    "table.small": ("width",),  # of the farthest card, pixels
    "table.doors_small": ("width",),
    "table.cut_off": (),
    "table.covered": (),
    "table.turn_left": (),
    "table.turn_right": (),
    "table.turn_up": (),
    "table.turn_down": (),
    "table.dim": (),
    "table.glare": (),
    "table.burnt": (),
    "table.blurred": (),
    "table.flickers": (),
    # where pictures come from
    "source.no_camera": (),
    "source.no_phone": (),
    "source.none": (),
    "source.no_stream": (),
    "source.login": (),
    "source.web_page": (),
    "source.interlaced": (),
    "source.no_file": (),
    "source.forbidden": ("reason",),
    "source.no_pictures": (),
    "source.no_video": (),
    "source.broken_picture": ("name",),
    "source.none_readable": ("name",),  # of the last one
    "source.ended": (),
    "source.nothing_seen": (),
    "camera.bumped": (),
    "table.elsewhere": (),
    "camera.stopped": (),
    "demo.stopped": (),
    "camera.stumbled": (),
    # a phone that films the table
    "film.link_used": (),
    "film.over": (),
    "film.too_large": (),
    "film.door_shut": ("reason",),  # in the words of the system
    # corners dragged or typed by hand
    "aim.no_picture": (),
    "aim.crossed": (),
    "aim.too_small": (),
    "aim.nothing_there": (),
    "aim.unused": (),
    # taught decks
    "deck.not_a_deck": (),
    "deck.too_large": (),
    "deck.unknown": (),
    "deck.not_kept": (),
    "deck.nameless": (),
    "deck.unreadable": ("file", "reason"),
    "deck.no_labels": (),
    "deck.no_picture": (),
    "deck.no_cards": (),
    "deck.too_many": (),
    # tables that the camera misread
    "misread.not_kept": (),
    "misread.not_removed": (),
    "misread.gone": (),
}
