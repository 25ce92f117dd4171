"""Position, record and moves of a running game, as text, are the same in worlds that one viewer cannot tell apart."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from other_worlds import another_night, steps_of
from turns import LONG
from worlds import Night, record, viewers

from companion import Position
from companion.editions import EDITIONS, MODULES
from companion.editions.compose import conflict_of
from companion.live.story import Story
from companion.position import typed
from companion.position.hands import Hands
from companion.rules.decide import decide, new_game
from companion.rules.evolve import fold
from companion.state import commands as c
from companion.state import events as e
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.views import project_moves, seen
from companion.views.model import SeatViewer, Viewer
from companion.views.project import Desk, project

EVERY = [
    *((box.key, ()) for box in EDITIONS),
    *(
        (boxes[at % len(boxes)], (module.key,))
        for at, module in enumerate(MODULES)
        if (boxes := [box.key for box in EDITIONS if not conflict_of(box.key, (module.key,))])
    ),
]
MORE = [
    ("s2-anniversary", ("wc2017", "wc2019", "toll-tunnel", "treasure-chests")),
    ("revised", ("wc2016", "wc2018", "wc2022", "wc2023", "treasure-chests", "tunnel-party")),
]
PRINTED = [
    c.Configure("amigo-2004", gold=c.Supply.CARDS),
    c.Configure("revised", roles=c.Supply.CARDS, goals=c.Supply.CARDS, gold=c.Supply.CARDS),
    c.Configure("s2-anniversary", ("wc2017",), goals=c.Supply.CARDS),
]
CHOSEN = [*(c.Configure(box, modules) for box, modules in [*EVERY, *MORE]), *PRINTED]
NIGHTS = [(one, seed) for one in CHOSEN for seed in range(8 if LONG else 1 if one.modules else 2)]
MOST_ACTS = 2000 if LONG else 200
LOOKS = 12 if LONG else 5  # of one viewer, at each night


def worlds(night: Night, viewer: Viewer, until: int, rng: random.Random) -> Iterator[tuple[Story, Story]]:
    """Both, after each act."""
    other = another_night(night, seat_of(viewer), until, rng)
    first = second = Story.begin(new_game())
    for at in range(until + 1):
        if gone := night.turns[at].gone:
            first, second = first.without(gone), second.without(gone)
        for step in night.turns[at].steps:
            command = other.get(step.seq, step.command)
            events = decide(second.game, step.by, command)
            assert not isinstance(events, Refusal)
            first = first.then(step.seq, step.by, step.command, step.events)
            second = second.then(step.seq, step.by, command, events)
        yield first, second


def seat_of(viewer: Viewer) -> int | None:
    return viewer.seat if isinstance(viewer, SeatViewer) else None


def written(story: Story, viewer: Viewer) -> list[str]:
    """All that this viewer may read of it as text."""
    me, steps = seat_of(viewer), story.steps
    if story.game.round is None:
        return []
    view = None if me is None or me >= len(story.game.seats) else project(story.game, viewer, Desk())
    began = max(at for at, step in enumerate(steps) if isinstance(step.command, c.StartGame))
    lobby = fold(story.start, (event for step in steps[:began] for event in step.events))
    told = [(step.by, step.command, step.events) for step in steps[began:]]
    begin = steps[began].command
    assert isinstance(begin, c.StartGame)
    texts = [typed.written_position(story.game, None, (), view), seen.seen_record(lobby, begin.starter, told)]
    game = lobby
    for by, command, events in told:
        own_gold = isinstance(command, c.TakeGold) and by == c.BySeat(me if me is not None else -1)
        if not isinstance(by, c.ByDealer) and not own_gold:  # of two that are alike, either world may take another
            texts.append(project_moves.move_line(game, by, command, me))
        game = fold(game, events)
    return texts


@pytest.mark.slow
@pytest.mark.parametrize(("configure", "seed"), NIGHTS)
def test_position_record_and_moves_tell_each_viewer_only_what_may_be_known(
    tmp_path: Path, configure: c.Configure, seed: int
) -> None:
    night = record(tmp_path / "night", 700 + seed, 5 + seed % 3, configure, most=MOST_ACTS)
    different = compare(night, seed)
    assert different or configure.goals is c.Supply.CARDS


def compare(night: Night, seed: int) -> int:
    """How many pairs of different worlds were looked at, for every viewer at a moment of its own."""
    looked = 0
    for number, viewer in enumerate(viewers(night)):
        rng = random.Random(f"{seed} {number}")
        until = rng.randrange(len(night.acts) // 4, len(night.acts))
        looks = {until, *rng.sample(range(until + 1), min(LOOKS, until + 1))}
        truth = {step.seq: step.command for _, step in steps_of(night, until)}
        for at, (first, second) in enumerate(worlds(night, viewer, until, rng)):
            if at in looks:
                assert written(first, viewer) == written(second, viewer), (viewer, at)
                looked += any(truth[step.seq] != step.command for step in second.steps)
    return looked


@pytest.mark.parametrize("edition", [box.key for box in EDITIONS])
def test_hands_and_pile_of_a_dealt_game_are_in_no_text_of_another_player(edition: str) -> None:
    rng = random.Random(edition)
    at = Position.deal(edition, ["Ada", "Bo", "Cy", "Di", "Ed"], seed="5")
    for step in range(60):
        offered = at.legal()
        if not offered:
            break
        if step % 9 == 0:
            for me in (None, *range(5)):
                assert texts_of(at, me) == texts_of(otherwise(at, me, rng), me)
        at = at.play(rng.choice(offered))


def texts_of(at: Position, me: int | None) -> list[str]:
    moves = [at.notation(move, viewer=-1 if me is None else me) for move in at.legal() if me == at.turn]
    return [str(at), at.text(me), at.record(me), repr(at), *moves]


def otherwise(at: Position, me: int | None, rng: random.Random) -> Position:
    """Dealt from another seed, with the same cards in this hand, and mixed ones everywhere else."""
    hands = at.hands
    assert isinstance(hands, Hands)
    mixed = hands.copy()
    pot = [card for seat, hand in enumerate(hands.hands) if seat != me for card in hand] + hands.pile + hands.aside
    rng.shuffle(pot)
    mixed.hands = [hand if seat == me else [pot.pop() for _ in hand] for seat, hand in enumerate(hands.hands)]
    mixed.pile, mixed.aside = [pot.pop() for _ in hands.pile], pot
    return replace(at, hands=mixed, start=replace(at.start, seed="another"))


# ---- the test can fail ----------------------------------------------------------------------------------------------


def roles_of(game: Game) -> str:
    now = game.round
    return "" if now is None or now.roles is None else " ".join(now.roles.open_for("a test leaks"))


@pytest.mark.parametrize("leak", ["position", "record", "moves"])
def test_a_text_that_told_a_secret_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    night = record(tmp_path / "night", 3, 4, c.Configure("anniversary-2024", ("wc2017",)), most=200)
    if leak == "position":
        monkeypatch.setattr(typed, "_of_the_game", lambda game: iter([("ended", roles_of(game))]))
    elif leak == "record":
        monkeypatch.setattr(seen._Telling, "_closers", lambda self, before, move: iter([roles_of(self.game)]))
    else:
        monkeypatch.setattr(project_moves, "_said", lambda game, me, command, *, knows: iter([roles_of(game)]))
    with pytest.raises(AssertionError):
        compare(night, 1)


def test_what_was_told_of_printed_gold_and_how_goals_were_swapped_waits_for_the_end_of_the_game() -> None:
    """The record of a running game with printed cards told both to whoever read it."""
    at = Position.begin("revised", "Ada, Bo, Cy", modules="wc2017", printed=True)
    swapped = at.play(next(move for move in at.legal() if at.notation(move) == "Ada swap_goals top middle yes"))
    assert "swap_goals top middle ?" in swapped.record() and Position.from_record(swapped.record()).turn == 1
    rng = random.Random(4)
    while not any(isinstance(event, e.GoldTold) for event in at.events):
        at = at.play(rng.choice(at.legal()))
    told = next(event for event in at.events if isinstance(event, e.GoldTold))
    assert not at.is_over and "owns" not in at.record() + str(at)
    assert "waits     TellingGold" in str(Position.parse(str(at)))
    while not at.is_over:
        at = at.play(at.legal()[0])
    assert f"owns {at.players[told.seat]} {told.nuggets}" in at.record()
