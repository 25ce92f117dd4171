"""The maze and its cards as drawings: shapes carry the meaning, positions carry no secret."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import pytest
from random_play import Table
from sample_views import TABLE, maze, phone

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.place import legal_placements
from companion.state.commands import Configure, GoalKind
from companion.views.model import CardView, HandCardView, MazeView
from companion.views.project_maze import maze_of
from web.language import Speech
from web.present.card_drawing import card_svg
from web.present.maze_drawing import Marks, fits, maze_svg
from web.present.page import Page
from web.present.palette import best_turn, both_ways, lying, palette
from web.present.qr import qr_svg
from web.present.selection import Selection

FACES = ["NS", "EW", "NW", "NES", "NESW", "N", "E|W", "N|E|S|W", "NS|EW", "NE|SW", "NSb", "EWg", "W^", "ESW|N*", "-"]


@pytest.mark.parametrize("face", FACES)
def test_a_card_is_well_formed_and_named(face):
    root = ElementTree.fromstring(str(card_svg(face, "a <card>")))
    assert root.attrib["aria-label"] == "a <card>"


@pytest.mark.parametrize("face", ["NSW", "NE", "N|E", "EW"])
def test_every_mouth_reaches_its_edge_and_no_other(face):
    svg = str(card_svg(face, ""))
    edges = {"N": "50 -1", "E": "101 75", "S": "50 151", "W": "-1 75"}
    assert {side for side, at in edges.items() if at in svg} == {side.name for side in Face.parse(face).open}


def test_a_dead_end_is_closed_with_rubble_and_a_through_tunnel_is_not():
    assert str(card_svg("N|S", "")).count("rubble") == 2
    assert "rubble" not in str(card_svg("NS", ""))


def test_blue_and_green_doors_differ_in_shape():
    blue, green = (re.search(r'<g class="door.*?</g>', str(card_svg(face, "")))[0] for face in ("NSb", "NSg"))
    assert "<circle" in blue and "<circle" not in green


def test_the_maze_draws_each_card_at_its_cell():
    svg = str(maze_svg(maze(), "The mine"))
    root = ElementTree.fromstring(svg)
    places = [g.attrib["transform"] for g in root if g.attrib.get("class", "").startswith("card")]
    assert len(places) == len(set(places)) == len(maze().cards)
    assert "translate(832 -308)" in places


def test_the_side_that_is_the_top_is_marked_above_the_start_card():
    svg = str(maze_svg(maze(), "", Marks(top=True)))
    left, top, *_ = map(int, re.search(r'viewBox="([^"]*)"', svg)[1].split())
    x, y = map(int, re.search(r'class="top" d="M\d+ -?\d+ L(\d+) (-?\d+)', svg).groups())
    assert left < x < 100 and top < y < top + 18
    assert 'class="top"' not in str(maze_svg(maze(), "", Marks()))


def test_a_goal_that_lies_face_down_is_one_picture():
    backs = [
        str(maze_svg(MazeView((CardView(Cell(8, 0), "goal", None, goal),), (), 8, 8, 0, 0), ""))
        for goal in (None, GoalKind.GOLD, GoalKind.COAL)
    ]
    assert len(set(backs)) == 1


def test_gold_and_coal_differ_when_they_lie_face_up():
    shown = [
        str(maze_svg(MazeView((CardView(Cell(8, 0), "goal", "NESW", kind),), (), 8, 8, 0, 0), "")) for kind in GoalKind
    ]
    assert "gold-heap" in shown[0] and "coal-heap" in shown[1]


def test_a_cell_outside_the_maze_widens_the_picture():
    far = Marks(picks={Cell(-3, 5): ("?cell=-3,5", "there")})
    left = [float(str(maze_svg(maze(), "", marks).split('viewBox="')[1]).split()[0]) for marks in (None, far)]
    assert left[1] < left[0]


def test_what_can_be_pressed_is_a_link_with_a_name():
    svg = str(maze_svg(maze(), "", Marks(picks={Cell(5, 0): ("?cell=5%2C0&x=1", 'five "right"')})))
    link = next(one for one in ElementTree.fromstring(svg) if one.tag == "a")
    assert link.attrib["href"] == "?cell=5%2C0&x=1" and link.attrib["aria-label"] == 'five "right"'


def test_only_faces_that_match_their_neighbours_come_first():
    matching, others = palette(TABLE.maze, Cell(5, 0), ("NS", "EW", "NESW", "N"))
    assert set(matching) == {"NS", "NESW", "N"}
    assert set(others) == {"EW", "S"}


def test_a_card_that_matches_only_when_turned_is_shown_turned():
    assert best_turn(TABLE.maze, Cell(5, 0), "S") is True
    assert best_turn(TABLE.maze, Cell(5, 0), "N") is False
    assert best_turn(TABLE.maze, Cell(5, 0), "EW") is False
    assert lying("S", True) == "N"


def test_a_face_down_neighbour_asks_for_nothing():
    assert fits(TABLE.maze, Cell(7, 0), ("NS", "EW")) == ("NS", "EW")


def test_both_ways_of_a_symmetric_card_are_one():
    assert both_ways(("NS", "NW", "ES")) == ("NS", "NW", "ES")


def test_the_code_to_join_has_its_quiet_zone():
    root = ElementTree.fromstring(str(qr_svg("http://192.168.1.20:8000/", "join")))
    x, y, width, height = map(int, root.attrib["viewBox"].split())
    assert (x, y) == (-4, -4) and width == height and (width - 8 - 17) % 4 == 0


@pytest.mark.parametrize("edition", ["revised", "s2-anniversary"])
def test_a_place_is_drawn_as_one_for_the_card_where_it_may_be_laid_and_nowhere_else(edition):
    table, found = Table(random.Random(5)), 0
    table.sit_down(4, Configure(edition))
    for _ in range(80):
        table.step()
        if table.game.round is None or table.game.round.ending is not None:
            continue
        board, maze = table.game.round.board, maze_of(table.game, {})
        for face in {cards.face for cards in table.game.ruleset.paths}:
            may = {spot.cell for spot in legal_placements(board, face, table.game.ruleset)}
            view = phone(maze=maze, hand_cards=(HandCardView(1, "path", str(face)),))
            page = Page(view, Speech("en"), Selection(do="place", hand=1), "/")
            assert {cell for cell in page.free_cells if cell not in page.unfit} == may, (face, maze)
            found += len(may)
    assert found > 500
