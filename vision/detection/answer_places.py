"""Where what a network says of a card stands among its answers: it is taught in this order, and read in it."""

from __future__ import annotations

from dataclasses import dataclass

SIGNS = 96  # numbers in which the face network says what it sees of a card, before these are compared


@dataclass(frozen=True)
class FacePlaces:
    """Where logits of what is printed on a card stand.

    answers : how many there are in all
    door : none, blue, green; or, of two, blue and green: the logit of none is 0 then
    """

    answers: int
    mouths: slice
    links: slice
    door: slice
    crystal: int
    ladder: int
    plugged: int


@dataclass(frozen=True)
class CardPlaces(FacePlaces):
    """Likewise, of all that is said of a card.

    corners : no logits, but card widths
    straight : that a tunnel goes through from N to S, and from E to W, as a head of its own has it
    """

    presence: slice
    corners: slice
    in_sight: slice
    straight: slice


READING_AT = CardPlaces(
    answers=36,
    presence=slice(0, 5),
    corners=slice(5, 13),
    mouths=slice(13, 17),
    links=slice(17, 23),
    door=slice(23, 26),
    crystal=26,
    ladder=27,
    in_sight=slice(28, 33),
    straight=slice(33, 35),
    plugged=35,
)
FACES_AT = FacePlaces(
    answers=15, mouths=slice(0, 4), links=slice(4, 10), door=slice(10, 12), crystal=12, ladder=13, plugged=14
)
