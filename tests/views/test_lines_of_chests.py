"""Whoever reaches a chest is not said to have reached a goal."""

from __future__ import annotations

from scene import Scene, path

from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state.events import GoalsReached
from companion.views.lines import line_for


def codes(scene: Scene) -> list[str]:
    said = (line_for(event, None, entry=1) for event in scene.events)
    return [line[0] for line in said if line is not None]


def test_a_chest_that_is_reached_is_told_as_a_chest() -> None:
    scene = Scene(modules=("treasure-chests",), board="@ EW")
    scene.do(path(2, 0, "NW"), by=0)
    assert "cover_turned" in codes(scene) and "goals_reached" not in codes(scene)


def test_a_goal_that_is_reached_with_a_chest_is_told_as_a_goal() -> None:
    event = GoalsReached(0, (Cell(6, 1), Cell(8, 0)), (Cell(6, 1),))
    assert line_for(event, None, entry=1) == ("goals_reached", {"seat": 0, "cells": (Cell(8, 0),)})


def test_with_printed_chests_too() -> None:
    by = (c.Supply.APP, c.Supply.CARDS, c.Supply.APP)
    scene = Scene(modules=("treasure-chests",), board="@ EW", by=by)
    scene.do(path(2, 0, "NW"), by=0)
    assert "cover_turned" in codes(scene) and "goals_reached" not in codes(scene)
