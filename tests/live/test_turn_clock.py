"""A table may choose a clock for turns: it begins with a turn, rests in a pause, and ends and tells nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

import pytest
from at_table import begun, code, done, opened, place, seat_view, table_view
from worlds import record, viewers, walk

from companion.cards.map import UseMap
from companion.live import windows
from companion.live.session import Session
from companion.live.turn_clock import TurnClock
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state.commands import BySeat, ByTable
from companion.views.model import Stage, TurnClockView

TWO_MINUTES = c.Configure("revised", turn_time_s=120)


class Hands:
    """Of a clock that goes on when it is told to."""

    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    hands = Hands()
    monkeypatch.setattr(windows, "TurnClock", partial(TurnClock, hands))
    return hands


@pytest.fixture
def session(tmp_path: Path, hands: Hands) -> Session:
    return begun(tmp_path, configure=TWO_MINUTES)


def spent(session: Session) -> int | None:
    shown = table_view(session).turn_clock
    return shown.spent_s if shown else None


def test_no_table_has_a_clock_unless_it_chose_one(tmp_path: Path) -> None:
    session = begun(tmp_path)
    assert table_view(session).setup.turn_time_s == 0
    assert table_view(session).turn_clock is None
    session.close()


def test_a_turns_clock_starts_with_the_turn_and_stands_still_at_its_end(session: Session, hands: Hands) -> None:
    assert table_view(session).turn_clock == seat_view(session, 2).turn_clock == TurnClockView(120, 0)
    hands.now_s += 50.9
    assert spent(session) == 50
    done(session.submit(BySeat(0), c.Pass(1)))
    assert spent(session) == 0
    hands.now_s += 5000
    assert table_view(session).turn_clock == TurnClockView(120, 120)
    assert table_view(session).turn == 1  # and nobody was skipped
    session.close()


def test_a_clock_is_no_news(session: Session, hands: Hands) -> None:
    """No phone is told that time goes by, and nothing of it is kept."""
    version, entries = session.version, session._ledger.next_seq
    hands.now_s += 300
    assert session.wait(version, 0) == version
    assert (session.version, session._ledger.next_seq) == (version, entries)
    session.close()


def test_what_happens_in_a_turn_does_not_start_its_clock_anew(session: Session, hands: Hands) -> None:
    hands.now_s += 30
    session.join("Zoe")
    session.online("nobody's token", True)
    session.camera("lost")
    assert spent(session) == 30
    session.close()


def test_nobody_is_hurried_in_a_pause_or_while_he_looks_at_a_goal(session: Session, hands: Hands) -> None:
    hands.now_s += 30
    done(session.submit(ByTable(), c.SetPause(True)))
    assert spent(session) is None
    hands.now_s += 600
    done(session.submit(ByTable(), c.SetPause(False)))
    assert spent(session) == 0  # the pause was long enough to forget
    done(session.submit(BySeat(0), UseMap(Cell(8, 0))))
    assert table_view(session).stage is Stage.PEEK and spent(session) is None
    session.close()


def test_nobody_is_hurried_while_printed_dwarves_and_cards_are_dealt(tmp_path: Path, hands: Hands) -> None:
    """The first player's time ran while the screen told to lay out, shuffle and deal."""
    session = begun(tmp_path, configure=c.Configure("revised", roles=c.Supply.CARDS, turn_time_s=120))
    assert table_view(session).stage is Stage.PLAY and spent(session) is None
    done(session.submit(BySeat(0), place(1, 0)))
    hands.now_s += 30
    assert spent(session) == 30
    session.close()


def test_while_somebody_else_is_asked_nobodys_turn_takes_longer(tmp_path: Path, hands: Hands) -> None:
    """Whoever had waited for the answer was told to take his time."""
    session = begun(tmp_path, configure=c.Configure("revised", ("wc2019",), turn_time_s=120))
    hands.now_s += 30
    done(session.submit(BySeat(0), place(1, 0)))
    assert table_view(session).waiting_for == (1, 2, 3) and spent(session) is None
    hands.now_s += 600
    done(session.undo(ByTable()))
    assert (table_view(session).turn, spent(session)) == (0, 30)
    hands.now_s += 20
    assert spent(session) == 50
    session.close()


def test_a_turn_that_is_taken_back_has_its_time_again(session: Session, hands: Hands) -> None:
    done(session.submit(BySeat(0), place(1, 0)))
    hands.now_s += 40
    done(session.undo(ByTable()))
    assert (table_view(session).turn, spent(session)) == (0, 0)
    session.close()


def test_the_time_that_a_table_chose_outlives_a_restart_and_another_game(tmp_path: Path, hands: Hands) -> None:
    begun(tmp_path, configure=TWO_MINUTES).close()
    session = opened(tmp_path)
    assert table_view(session).turn_clock == TurnClockView(120, 0)
    done(session.submit(ByTable(), c.NewGame()))
    assert table_view(session).setup.turn_time_s == 120
    session.close()


@pytest.mark.parametrize("seconds", [1, 14, 601, -60])
def test_a_time_that_would_hurry_people_or_tell_them_nothing_is_refused(tmp_path: Path, seconds: int) -> None:
    session = opened(tmp_path)
    assert code(session.submit(ByTable(), c.Configure("revised", turn_time_s=seconds))) == "bad_turn_time"
    session.close()


def test_the_story_opens_with_the_clock_that_was_chosen(session: Session) -> None:
    told = {line.code: dict(line.facts) for line in table_view(session).lines}
    assert told["turn_time"] == {"minutes": 2}
    session.close()


def ticking() -> Callable[[], float]:
    """A clock that goes on whenever somebody looks at it: it is one step further for any look more."""
    ticks = count(step=7)
    return lambda: float(next(ticks))


def test_a_turns_clock_tells_nobody_what_he_may_not_know(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two worlds that differ in what a viewer cannot know show him the same clock at every step."""
    monkeypatch.setattr(windows, "TurnClock", lambda: TurnClock(ticking()))
    night = record(tmp_path / "night", 5, 4, TWO_MINUTES, most=60)
    seen, differed = set(), False
    for number, viewer in enumerate(viewers(night)[:3]):
        for pair in walk(tmp_path / f"pair-{number}", night, viewer, 45, Random(number)):
            first, second = pair.first.view(viewer), pair.second.view(viewer)
            assert first == second, (viewer, pair.step)
            seen.add(first.turn_clock)
            differed |= pair.differs
    assert differed and len(seen) > 3
