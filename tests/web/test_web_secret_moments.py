"""Each moment, title and message comes alike to whoever may not know what differs, before it and when it is shown."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from known_viewer import Known, browser
from sample_browser import HERE
from worlds import Night, opened, perform, record, viewers, walk

from companion.live.session import Session
from companion.state import commands as c
from companion.views.model import SeatViewer, TableViewer, View, Viewer
from web.present.moments import PageMoment, moments_of

OFTEN = 5  # of what happens all the time, so many are passed over for one that is looked at
PAGES = {
    "seat": ("/", "/how-to-play", "/keepsake.html", "/keepsake.txt", "/poll"),
    "host": ("/table", "/table?do=phone", "/keepsake.txt", "/table/poll"),
}


@dataclass(frozen=True)
class Told:
    """A night, and which kinds of moments were new in each of its acts, on anybody's page."""

    night: Night
    fresh: list[set[str]]

    def first(self, kind: str) -> int:
        return next(at for at, kinds in enumerate(self.fresh) if kind in kinds)

    def last(self, kind: str) -> int:
        return max(at for at, kinds in enumerate(self.fresh) if kind in kinds)

    def looked_at(self) -> set[int]:
        """The acts of which pages are compared: what is rare always, and what stood there before it."""
        often = [at for at, kinds in enumerate(self.fresh) if kinds and kinds <= {"laid", "turn"}]
        rare = {at for at, kinds in enumerate(self.fresh) if kinds - {"laid", "turn"}}
        return rare | {at - 1 for at in rare} | set(often[::OFTEN])


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    folder = tmp_path_factory.mktemp("night")
    night = record(folder / "night", 3, 4, c.Configure("anniversary-2024"), come_and_go=True)
    session, known, fresh = opened(folder / "again", seed=3), set[str](), []
    for act in night.acts:
        perform(session, act)
        views = [session.view(viewer) for viewer in (TableViewer(), SeatViewer(0))]
        words = {word for view in views for word in moments_of(view, _is_asked(view))}
        fresh.append({word.split(":")[0] for word in words - known})
        known = words
    session.close()
    return Told(night, fresh)


def _is_asked(view: View) -> bool:
    return view.me is not None and view.me.seat in view.waiting_for


def test_the_night_has_every_moment(told: Told) -> None:
    assert set().union(*told.fresh) == set(PageMoment)


@pytest.mark.slow
@pytest.mark.parametrize("viewer", [TableViewer(), SeatViewer(3)], ids=["table", "seat"])
def test_no_page_tells_more_when_a_moment_comes_or_before_it(tmp_path: Path, told: Told, viewer: Viewer) -> None:
    """As long as dwarves and goals of the first round or the last are hidden, and then gold."""
    rng = random.Random(str(viewer))
    for kind, until in (("unmask", told.first("unmask")), ("unmask", told.last("unmask")), ("end", told.last("end"))):
        differs = compare(tmp_path / f"{until}", told, viewer, until - 1, rng)
        assert differs or kind != "unmask"


def compare(folder: Path, told: Told, viewer: Viewer, until: int, rng: random.Random) -> bool:
    """Two worlds that this viewer cannot tell apart up to here: what is sent, in which order. Whether they differ."""
    versions: tuple[list[int], list[int]] = ([], [])
    acts = told.looked_at() | {until}
    for pair in walk(folder, told.night, viewer, until, rng):
        for heard, session in zip(versions, (pair.first, pair.second), strict=True):
            heard.append(session.version)
        if pair.step in acts:
            first, second = (sent(session, viewer) for session in (pair.first, pair.second))
            for one, other in zip(first, second, strict=True):
                assert one == other, (viewer, pair.step)
    assert versions[0] == versions[1]  # as often and in the same order: all that a stream tells
    return pair.differs


def sent(session: Session, viewer: Viewer) -> list[object]:
    """Status, headers and bytes of each page, and the first message of the stream."""
    cookie = "seat" if isinstance(viewer, SeatViewer) else "host"
    me, found = browser(session, viewer, cookie), []
    for path in PAGES[cookie]:
        answer = me.get(path)
        found.append((path, answer.status_code, sorted(answer.headers.items()), answer.data))
    stream = me.client.get("/stream" if cookie == "seat" else "/table/stream", base_url=HERE, buffered=False)
    found.append((sorted(stream.headers.items()), next(iter(stream.response))))
    stream.close()
    return found


# ---- the test can fail --------------------------------------------------------------------------------------------

SEEN: list[str] = []  # the dwarves of the game whose page is being made


def _dwarves(session: Session) -> str:
    now = session._ledger.story.game.round
    return " ".join(now.roles.open_for("a test leaks")) if now is not None and now.roles is not None else ""


def _leaking_view(self: Known, viewer: Viewer) -> View:
    SEEN[:] = [_dwarves(self._session)]
    return self._session.view(viewer)


def _first_is_a_saboteur(*_: Any) -> bool:
    return SEEN[0].startswith("saboteur")


LEAKS: dict[str, tuple[str, Callable[..., Any]]] = {
    "a moment": ("web.present.page.moments_of", lambda view, mine: ("unmask:1",) if _first_is_a_saboteur() else ()),
    "the title, a buzz": ("web.present.page.Page.called", property(_first_is_a_saboteur)),
    "a phone that is silent": ("web.present.page.Page.hushed", property(_first_is_a_saboteur)),
    "the order": ("web.present.page.Page.maze_words", property(lambda page: sorted(SEEN[0].split(), key=SEEN[0].find))),
    "a length": ("web.present.sentences.Sentences.line", lambda words, line: "." * SEEN[0].find("saboteur")),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_page_that_told_it_early_would_be_noticed(
    tmp_path: Path, told: Told, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    where, leaking = LEAKS[leak]
    monkeypatch.setattr(Known, "view", _leaking_view, raising=False)
    monkeypatch.setattr(where, leaking)
    with pytest.raises(AssertionError):
        for number, viewer in enumerate(viewers(told.night)[:4]):
            compare(tmp_path / f"{number}", told, viewer, told.first("unmask") - 1, random.Random(number))
