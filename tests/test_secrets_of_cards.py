"""Each secret that cards of other boxes bring: other worlds differ in it, and a window that told it is noticed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import card_words as w
import pytest
from other_worlds import Commands, another_night, steps_of
from worlds import Night, record, viewers

from companion.cards import goal_swap, register
from companion.live.story import Story
from companion.rules.decide import decide, new_game
from companion.state import commands as c
from companion.state import events as e
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.views import lines, project, project_asks, project_maze, project_people, project_score
from companion.views.model import InspectionView, RoleView, SeatViewer, TheftView, View, Viewer

SECOND = c.Configure("s2-anniversary")
CHESTS = c.Configure("revised", ("treasure-chests",))
CHALLENGES = c.Configure("revised", ("new-challenges",))
PARTY = c.Configure("revised", ("tunnel-party",))
FASHION = c.Configure("s2-anniversary", ("fashion-department",))
SWAP = c.Configure("revised", ("wc2017", "new-challenges"))
HELD = c.Configure("revised", ("wc2017", "wc2019"))
TOLL = c.Configure("revised", ("toll-tunnel",))
MOST_ACTS = 300


def nights(folder: Path, configure: c.Configure, event: type) -> Iterator[tuple[Night, list[int]]]:
    """Nights in which this happened, and the acts in which it did."""
    for seed in range(25):
        night = record(folder / f"night-{seed}", seed, 4, configure, most=MOST_ACTS)
        if night.after(event):
            yield night, night.after(event)


# ---- other worlds are other worlds ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("configure", "event", "kind"), [
    (SECOND, e.NuggetStolen, c.Steal), (CHESTS, e.ChestsDealt, c.DealChests), (CHALLENGES, e.GoalsDealt, c.DealGoals),
    (PARTY, w.RolesRedealt, c.RedealRoles), (SECOND, w.HatSwapped, c.DealRoles), (SWAP, w.GoalsSwapped, w.SwapGoals),
    (TOLL, e.TollPaid, c.DealRoles),
])  # fmt: skip
def test_another_world_differs_in(tmp_path: Path, configure: c.Configure, event: type, kind: type) -> None:
    for night, acts in nights(tmp_path, configure, event):
        for viewer in viewers(night):
            me = viewer.seat if isinstance(viewer, SeatViewer) else None
            other = another_night(night, me, acts[0], random.Random(1))
            steps = [step for _, step in steps_of(night, acts[0]) if isinstance(step.command, kind)]
            if any(other.get(step.seq, step.command) != step.command for step in steps):
                return
    pytest.fail("no other world was found")


# ---- and what told them apart would be noticed ----------------------------------------------------------------------


def _first(value: Any) -> int:
    """A number for something secret."""
    return sum(ord(letter) for letter in str(value.open_for("leak")[0]))


def _chests(game: Game, board: object) -> int | None:
    return _first(game.round.chests) if game.round and game.round.chests is not None else None


def _covers(game: Game, board: object) -> int | None:
    return _first(game.round.chest_faces) if game.round and game.round.chest_faces is not None else None


def _spare(game: Game) -> tuple[tuple[str, int], ...]:
    return ((game.round.aside.open_for("leak")[0], 1),) if game.round and game.round.aside is not None else ()


def _goals_aside(game: Game) -> tuple[tuple[str, int], ...]:
    return tuple((card.kind.value, 1) for card in game.goals_aside.open_for("leak"))


def _chests_aside(game: Game) -> tuple[tuple[str, int], ...]:
    return tuple((str(effect), 1) for effect in game.chests_aside.open_for("leak"))


def _purse(game: Game, seat: int) -> int | None:
    return game.purses[seat].open_for("leak") if game.purses else None


def _own_role_to_all(game: Game, me: int | None) -> RoleView | None:
    now = game.round
    return RoleView(True, now.roles.open_for("leak")[0], False) if now and now.roles is not None else None


def _inspected_to_all(game: Game, me: int | None) -> InspectionView | None:
    pending, now = game.pending, game.round
    if not hasattr(pending, "target") or now is None or now.roles is None:
        return None
    return InspectionView(pending.seat, pending.target, now.roles.open_for("leak")[pending.target])


def _held(command: Any) -> Any:
    told = isinstance(command, w.SwapGoals) and command.swapped.open_for("leak")
    return replace(_HELD_CARD(command), turned=bool(told))


_HELD_CARD = project_asks.held_card


def _goals_told(event: w.GoalsSwapped, me: int | None) -> Any:
    return "goals_swapped", {"seat": int(event.swapped.open_for("leak"))}


Leak = tuple[c.Configure, type, Any, str, Any]

LEAKS: dict[str, Leak] = {
    "what is in a chest": (CHESTS, e.ChestsDealt, project_maze, "crystals_of", _chests),
    "what covers a chest": (CHESTS, e.ChestsDealt, project_maze, "crystals_of", _covers),
    "which chests are set aside": (CHESTS, e.ChestsDealt, project, "_pool", _chests_aside),
    "which goals are set aside": (CHALLENGES, e.GoalsDealt, project, "_pool", _goals_aside),
    "the top of the spare pile": (SECOND, e.RolesDealt, project, "_pool", _spare),
    "a new hat": (SECOND, w.HatSwapped, project_people, "role_of", _own_role_to_all),
    "a hat that the maze changed": (FASHION, e.SiteReached, project_people, "role_of", _own_role_to_all),
    "a dwarf that was dealt again": (PARTY, w.RolesRedealt, project_people, "role_of", _own_role_to_all),
    "the dwarf that somebody looks at": (SECOND, w.Inspected, project_people, "inspection_of", _inspected_to_all),
    "everybody's purse": (SECOND, e.NuggetStolen, project_people, "_public_nuggets", _purse),
    "whom a thief robbed": (
        SECOND,
        e.NuggetStolen,
        lines._LINES,
        "",
        lambda event, me: ("stole", {"target": str(event.victim.open_for("leak"))}),
    ),
    "whom a thief robbed, in the result": (
        SECOND,
        e.NuggetStolen,
        project_score,
        "theft_of",
        lambda theft, me: TheftView(theft.seat, True, theft.victim.open_for("leak")),
    ),
    "how goals were put back": (
        SWAP,
        w.GoalsSwapped,
        register._now.by_event,
        "",
        (replace(goal_swap.CARD.events[0], tell=_goals_told),),
    ),
    "how goals were put back, while the card is held": (HELD, e.CardPlayed, project_asks, "held_card", _held),
}


@pytest.mark.parametrize("secret", LEAKS)
def test_a_window_that_told_it_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, secret: str) -> None:
    configure, event, room, name, leak = LEAKS[secret]
    for night, acts in nights(tmp_path, configure, event):
        for pair in pairs(night, night.after(w.SwapGoals, command=True) if event is e.CardPlayed else acts):
            assert pair[0]() == pair[1]()
            with monkeypatch.context() as patch:
                if isinstance(room, dict):
                    patch.setitem(room, event, leak)
                else:
                    patch.setattr(room, name, leak)
                if pair[0]() != pair[1]():
                    return
    pytest.fail("nobody noticed")


def pairs(night: Night, acts: list[int]) -> Iterator[tuple[Callable[[], View], Callable[[], View]]]:
    """What each viewer is shown after some of the acts, in the first world and in another one."""
    for until in acts[:4]:
        for number, viewer in enumerate(viewers(night)):
            me = viewer.seat if isinstance(viewer, SeatViewer) else None
            worlds = told(night, until, {}), told(night, until, another_night(night, me, until, random.Random(number)))
            yield tuple(partial(_shown, story, viewer) for story in worlds)  # type: ignore[misc]


def told(night: Night, until: int, other: Commands) -> Story:
    """What has happened after the act `until`, with these other commands."""
    story = Story.begin(new_game())
    for turn in night.turns[: until + 1]:
        story = story.without(turn.gone) if turn.gone else story
        for step in turn.steps:
            command = other.get(step.seq, step.command)
            events = decide(story.game, step.by, command)
            assert not isinstance(events, Refusal)
            story = story.then(step.seq, step.by, command, events)
    return story


def _shown(story: Story, viewer: Viewer) -> View:
    return project.project(story.game, viewer, project.Desk(story=story.to_tell))
