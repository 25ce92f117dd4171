"""A seat's code is its owner's: in two worlds with other codes at the other seats, everybody else is sent the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from at_table import NAMES, done, opened
from sample_browser import HERE, Browser

from companion.live import places, tokens
from companion.live.session import Session
from companion.state import commands as c
from companion.views import project
from companion.views.model import SeatViewer
from web import create_app
from web.config import WebConfig

ME = 1
PHONE = ("/", "/?do=place", "/how-to-play", "/rules", "/keepsake.html", "/keepsake.txt", "/nowhere", "/poll", "/stream")
TRIES = 5  # wrong codes for a seat; as many as it really has take a minute here
TABLE = ("/table", "/table?do=phone", "/table?do=fix", "/table?do=fix-people", "/table?do=fix-phones", "/table/poll")


@dataclass
class World:
    """A table of four in which my token is always the same; the others' are this world's. `coming`: the next tokens."""

    name: str
    session: Session
    coming: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.app = create_app(self.session, WebConfig(8000, lambda: ("192.168.1.20",)))

    def browser(self, **cookies: str) -> Browser:
        client = self.app.test_client()
        for name, value in {"trial": "1", **cookies}.items():
            client.set_cookie(name, value, domain="192.168.1.20")
        return Browser(client, {"Accept-Language": "en"})

    def code(self, seat: int) -> str:
        shown = self.session.view(SeatViewer(seat)).my_code
        assert shown is not None
        return shown


@pytest.fixture
def worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[World]]:
    coming: list[str] = []
    monkeypatch.setattr(places, "CODE_TRIES", TRIES)
    monkeypatch.setattr(tokens, "new_token", lambda: coming.pop(0))
    made = []
    for name in ("first", "second"):
        world = World(name, opened(tmp_path / name, seed=1), coming)
        world.session._host_token = "the-host"  # told nobody here, and the same in both
        for seat in range(4):
            coming.append("mine" if seat == ME else f"{name}-{seat}")
            world.session.join(NAMES[seat])
        done(world.session.submit(c.ByTable(), c.StartGame(0)))
        done(world.session.submit(c.ByTable(), c.BeginPlay()))
        made.append(world)
    yield made
    for world in made:
        world.session.close()


def sent(world: World) -> list[object]:
    """All that I, the table and a stranger are sent."""
    found: list[object] = []
    for who, paths in (({"seat": "mine"}, PHONE), ({"host": "the-host"}, TABLE), ({}, ("/", "/table"))):
        for path in paths:
            browser = world.browser(**who)
            if path == "/stream":
                stream = browser.client.get(path, base_url=HERE, buffered=False)
                found.append(next(iter(stream.response)))
                stream.close()
                continue
            answer = browser.get(path)
            found.append((path, answer.status_code, sorted(answer.headers.items()), answer.data))
    return found


def answers(world: World, wanted: int, code: str, **cookies: str) -> tuple[object, ...]:
    answer = world.browser(**cookies).post("/come-back", {"seat": str(wanted), "code": code})
    headers = re.sub(r"Expires=[^;]*", "", str(sorted(answer.headers.items())))  # when it is asked, not what
    return answer.status_code, headers, answer.data


def test_nobody_is_sent_anothers_code_nor_told_by_what_he_types(worlds: list[World]) -> None:
    first, second = worlds
    assert first.code(ME) == second.code(ME) and first.code(2) != second.code(2)
    assert sent(first) == sent(second)
    for typed in ("AAAAAA", "A", "", "a" * 300, first.code(ME), "\N{SNOWMAN}"):
        assert answers(first, 2, typed) == answers(second, 2, typed), typed
    for world in worlds:  # one code was not tried by anybody: the right one is too late now
        assert answers(world, 2, world.code(2))[0] == 409
    assert answers(first, 2, first.code(2)) == answers(second, 2, second.code(2))
    assert answers(first, 3, first.code(3), seat="mine") == answers(second, 3, second.code(3), seat="mine")
    assert sent(first) == sent(second)


def test_who_comes_back_with_his_code_is_sent_and_leaves_the_others_the_same(worlds: list[World]) -> None:
    came = []
    for world in worlds:
        assert [answers(world, 3, "AAAAAA")[0] for _ in range(TRIES - 1)] == [409] * (TRIES - 1)
        world.coming.append("again")
        came.append(answers(world, 3, f" {world.code(3).lower()} "))
    assert came[0] == came[1] and came[0][0] == 303
    assert sent(worlds[0]) == sent(worlds[1])
    assert worlds[0].code(3) == worlds[1].code(3)  # of the new token


def test_a_code_that_was_sent_to_another_would_be_noticed(worlds: list[World], monkeypatch: pytest.MonkeyPatch) -> None:
    shown = project._code
    monkeypatch.setattr(project, "_code", lambda desk, me: shown(desk, None if me is None else (me + 1) % 4))
    for world in worlds:
        world.session._windows._views.clear()
    assert sent(worlds[0]) != sent(worlds[1])
