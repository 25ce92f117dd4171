"""Faces: canonical order, notation, half-turns."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.maze.faces import Door, Face, Passage
from companion.maze.geometry import Side

seeded = settings(derandomize=True, deadline=None)


@st.composite
def faces(draw: st.DrawFn) -> Face:
    """Any face: the four sides dealt to at most three tunnels or to rock, with or without door, ladder and crystal."""
    groups: dict[int, list[Side]] = {}
    for side in Side:
        tunnel = draw(st.integers(0, 3))
        if tunnel:
            groups.setdefault(tunnel, []).append(side)
    doors = st.sampled_from([None, None, Door.BLUE, Door.GREEN])
    passages = tuple(Passage(tuple(sides), draw(doors)) for sides in groups.values())
    return Face(passages, draw(st.booleans()), draw(st.integers(0, 1)))


@seeded
@given(faces())
def test_two_half_turns_are_no_turn(face: Face) -> None:
    assert face.half_turn().half_turn() == face


@seeded
@given(faces())
def test_the_notation_says_everything(face: Face) -> None:
    assert Face.parse(str(face)) == face


@seeded
@given(faces())
def test_both_ways_up_have_one_name(face: Face) -> None:
    assert face.upright() == face.half_turn().upright()
    assert hash(face) == hash(Face.parse(str(face)))


@seeded
@given(faces())
def test_open_sides_are_those_of_the_tunnels(face: Face) -> None:
    assert {side for side in Side if face.mouths >> side & 1} == set(face.open)
    assert all(face.through(1 << side) >> side & 1 for side in face.open)
    assert face.mask(None) == face.mouths


def test_tunnels_are_compared_in_any_order() -> None:
    assert Face.parse("E|NS") == Face.parse("NS|E")
    assert Face.parse("WE") == Face.parse("EW")


@pytest.mark.parametrize(("text", "is_one"), [("EW", True), ("NESW", True), ("W", False), ("NS|EW", False)])
def test_one_tunnel_goes_through_and_is_alone(text: str, is_one: bool) -> None:
    assert Face.parse(text).is_one_tunnel == is_one


@pytest.mark.parametrize("text", ["EWb", "EW*", "NESW^"])
def test_a_tunnel_with_a_door_or_a_mark_is_not_one_tunnel(text: str) -> None:
    assert not Face.parse(text).is_one_tunnel


def test_a_door_closes_its_tunnel_to_the_other_team_only() -> None:
    face = Face.parse("NSg|E")
    assert face.through(1 << Side.N, Door.GREEN) == face.through(1 << Side.N) != 0
    assert face.through(1 << Side.N, Door.BLUE) == 0
    assert face.mask(Door.BLUE) == 1 << Side.E
    assert face.mask(Door.GREEN) == face.mouths


@pytest.mark.parametrize("text", ["NX", "NN", "NS|SE", "", "*|N", "nesw"])
def test_what_is_no_face_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(ValueError, match="not a card face"):
        Face.parse(text)


@pytest.mark.parametrize(
    ("open_sides", "links", "text"),
    [("NESW", ["NS", "EW"], "NS|EW"), ("SE", None, "ES"), ("NESW", [], "N|E|S|W"), ("ESN", ["NS"], "NS|E")],
)
def test_the_words_of_the_formats_give_the_same_faces(open_sides: str, links: list[str] | None, text: str) -> None:
    assert Face.of(open_sides, links) == Face.parse(text)


@pytest.mark.parametrize(
    ("open_sides", "links", "text"), [("ESW", ["EW"], "EWb|S"), ("E", [], "Eb"), ("NS", ["NS"], "NSb")]
)
def test_a_door_stands_on_what_is_joined_or_else_on_what_ends(open_sides: str, links: list[str], text: str) -> None:
    assert Face.of(open_sides, links, door="blue") == Face.parse(text)
