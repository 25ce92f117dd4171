"""Any moment of random games of any box is shown to anybody without an error; whoever is waited for can act."""

from __future__ import annotations

import random

import pytest
from random_play import Table
from turns import LONG, every_other
from worlds import canonical

from companion.editions import EDITIONS, MODULES
from companion.editions.compose import conflict_of
from companion.state import pending as p
from companion.state.commands import Configure, Supply
from companion.views.model import OffersView, SeatViewer, Stage, TableViewer, View
from companion.views.project import Desk, project

CARDS = (Supply.CARDS,) * 3
APP = (Supply.APP,) * 3

Combination = tuple[str, tuple[str, ...], int, tuple[Supply, Supply, Supply]]

SAMPLE: list[Combination] = [
    ("s2-anniversary", (), 6, APP),
    ("s2-anniversary", ("wc2019", "toll-tunnel", "fashion-department"), 4, APP),
    ("s2-anniversary", ("treasure-chests", "wc2022", "wc2023"), 3, CARDS),
    ("bga-s2", ("visible-gold",), 12, APP),
    ("tournament", (), 5, APP),
    ("anniversary-2024", ("new-challenges", "treasure-chests", "tunnel-party"), 5, APP),
    ("anniversary-2024", ("new-challenges", "wc2016", "wc2017", "wc2018"), 4, CARDS),
    ("revised", ("toll-tunnel", "wc2020", "wc2021"), 3, APP),
    ("bga", ("old-mine", "selfish-dwarf", "visible-gold"), 7, APP),
    ("amigo-2004", ("wc2019", "treasure-chests"), 10, APP),
]
CHOICES = [(), *((module.key,) for module in MODULES)]
WAYS = [(5, APP), (5, CARDS), (9, APP), (9, CARDS)]
BESIDE = [(modules, [box.key for box in EDITIONS if not conflict_of(box.key, modules)]) for modules in CHOICES]
ALL: list[Combination] = [(box, modules, *way) for modules, boxes in BESIDE for box in boxes for way in WAYS]
IN_TURN = [  # each choice on every other edition, in one of the ways
    (box, modules, *WAYS[(at + place) % 4])
    for at, (modules, boxes) in enumerate(BESIDE)
    for place, box in enumerate(every_other(boxes, at))
]


def shown(table: Table, seat: int | None, since: int) -> View:
    story = tuple(enumerate(table.journal[since:]))
    viewer = TableViewer() if seat is None else SeatViewer(seat)
    return project(table.game, viewer, Desk(story=story))


def can_act(view: View) -> bool:
    """There is something on this page for whoever is waited for."""
    asked = view.stage in (Stage.ROLES, Stage.DRAFT, Stage.TELL) or view.goal is not None
    asked = asked or (view.ask is not None and view.ask.mine)
    return asked or sees_more_than_others(view) or view.offers != OffersView()


def sees_more_than_others(view: View) -> bool:
    """A goal, a chest or somebody's dwarf, until he says that he has seen enough."""
    seen = view.peek is not None and bool(view.peek.kind or view.peek.effect)
    return seen or (view.inspection is not None and view.me is not None and view.inspection.seat == view.me.seat)


def check(table: Table, seat: int | None, since: int) -> None:
    view = shown(table, seat, since)
    assert canonical(view)
    waited_for = seat in view.waiting_for or (seat is None and view.waiting_for)
    on_his_phone_alone = seat is None and isinstance(table.game.pending, p.Robbing | p.Peeking | p.Inspecting)
    assert not waited_for or on_his_phone_alone or can_act(view), (table.game.pending, seat)


@pytest.mark.parametrize(("edition", "modules", "players", "supplies"), ALL if LONG else [*SAMPLE, *IN_TURN])
def test_any_moment_is_shown_to_anybody(
    edition: str, modules: tuple[str, ...], players: int, supplies: tuple[Supply, Supply, Supply]
) -> None:
    walk(edition, modules, players, supplies, share=1.0 if LONG else 0.1)


def walk(
    edition: str, modules: tuple[str, ...], players: int, supplies: tuple[Supply, Supply, Supply], *, share: float
) -> None:
    """`share` of the moments are looked at, and the rest of the game is played only."""
    roles, goals, gold = supplies
    rng = random.Random(f"{edition}{modules}{players}")
    table = Table(random.Random(players))
    table.sit_down(players, Configure(edition, modules, roles=roles, goals=goals, gold=gold))
    seen: set[type] = set()
    while not isinstance(table.game.pending, p.GameOver):
        since = len(table.journal)
        table.step()
        if type(table.game.pending) not in seen or rng.random() < share:
            seen.add(type(table.game.pending))
            seats = (None, *range(players)) if share == 1.0 else (None, rng.randrange(players), table.game.round.turn)
            for seat in seats:
                check(table, seat, since)
    for seat in (None, *range(players)):
        check(table, seat, 0)
