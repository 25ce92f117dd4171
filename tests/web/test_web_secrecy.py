"""Two worlds that differ only in what a viewer may not know give him the same bytes: pages, streams and errors."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from known_viewer import PHONE_PAGES, TABLE_PAGES, browser
from sample_browser import HERE
from turns import in_turn
from werkzeug.datastructures import MultiDict
from worlds import Night, Pair, asked_for_computers, record, viewers, walk

from companion.live.session import Session
from companion.rules.decide import decide
from companion.state import commands as c
from companion.state import events as e
from companion.state.commands import Supply
from companion.state.refusals import Refusal
from companion.views.model import SeatViewer, TableViewer, Viewer
from web import create_app
from web.config import WebConfig
from web.forms import seat_verbs, table_verbs

PRESSES: tuple[tuple[str, dict[str, str]], ...] = (
    ("place", {"cell": "8,0", "face": "NESW"}),
    ("place", {"cell": "2,1", "face": "N|E"}),
    ("rockfall", {"cell": "8,2"}),
    ("map", {"cell": "8,-2"}),
    ("choose-goal", {"cell": "8,0"}),
    ("lay-goal", {"cell": "8,0"}),
    ("tell-goal", {"cell": "8,0", "kind": "gold", "face": "NESW"}),
    ("tell-role", {"seat": "0", "role": "saboteur"}),
    ("agree-roles", {}),
    ("take-gold", {"index": "0"}),
    ("pass", {"discards": "9"}),
    ("break", {"target": "1:lamp"}),
    ("see-result", {}),
    ("set-hand", {"seat": "9", "cards": "3"}),
    ("steal", {"seat": "0"}),
    ("inspect", {"seat": "0"}),
    ("goal-swap", {"cell": "2,2", "swapped": "1"}),
    ("answer-toll", {"pays": "1"}),
    ("tell-chest", {"cell": "2,-1", "face": "NS", "effect": "1"}),
    ("map", {"cell": "2,-1"}),
    ("swap-hats", {"seat": "1"}),
    ("veto", {"seat": "1"}),
    ("let-stand", {}),
    ("shift-goal", {"cell": "8,0"}),
    ("take-card", {"seat": "2"}),
    ("move-last", {"cell": "2,0"}),
    ("trade", {"card": "thief"}),
)
TURNS = (0, 1)


def everything(session: Session, viewer: Viewer, cookie: str, step: int) -> list[object]:
    """What this viewer's browser is sent: status, headers and bytes of every address and of refused presses, which take
    turns with the steps of the night."""
    phone = isinstance(viewer, SeatViewer)
    me, found = browser(session, viewer, cookie), []
    for path in PHONE_PAGES if phone else TABLE_PAGES:
        answer = me.get(path)
        found.append((path, answer.status_code, sorted(answer.headers.items()), answer.data))
    by: c.Actor = c.BySeat(viewer.seat) if isinstance(viewer, SeatViewer) else c.ByTable()
    verbs = seat_verbs() if phone else table_verbs()
    game = session._ledger.story.game
    for verb, form in in_turn(PRESSES, step % len(TURNS), TURNS):
        command = verbs[verb](MultiDict(form)) if verb in verbs else None
        if command is None or isinstance(decide(game, by, command), Refusal):
            answer = me.post(f"{'' if phone else '/table'}/do/{verb}", form)
            assert answer.status_code in (403, 404, 409)
            found.append((verb, sorted(answer.headers.items()), answer.data))
    stream = me.client.get("/stream" if phone else "/table/stream", base_url=HERE, buffered=False)
    found.append(next(iter(stream.response)))
    stream.close()
    return found


def compare(folder: Path, night: Night, viewer: Viewer, until: int, rng: random.Random, cookie: str) -> int:
    """How many times two different worlds were looked at."""
    looked = 0
    for pair in walk(folder, night, viewer, until, rng):
        seated = not isinstance(viewer, SeatViewer) or pair.first.view(viewer).me is not None
        if seated and (pair.step == until or rng.random() < 0.03):
            _compare(pair, viewer, cookie)
            looked += pair.differs
    return looked


def _compare(pair: Pair, viewer: Viewer, cookie: str) -> None:
    first, second = (everything(session, viewer, cookie, pair.step) for session in (pair.first, pair.second))
    for one, other in zip(first, second, strict=True):
        assert one == other, (viewer, pair.step)


@pytest.mark.parametrize(("seed", "players", "configure"), [
    (21, 4, c.Configure("anniversary-2024")), (22, 5, c.Configure("amigo-2004")), (23, 6, c.Configure("bga")),
])  # fmt: skip
@pytest.mark.slow
def test_a_browser_is_sent_the_same_whatever_its_owner_may_not_know(tmp_path, seed, players, configure):
    night = record(tmp_path / "night", seed, players, configure, most=200)
    rng = random.Random(seed)
    table, *seats = viewers(night)
    looks = [(table, "host"), (table, "nobody"), *((seat, "seat") for seat in rng.sample(seats, 2))]
    different = 0
    for number, (viewer, cookie) in enumerate(looks):
        until = rng.randrange(len(night.acts) // 3, len(night.acts))
        different += compare(tmp_path / f"pair-{number}", night, viewer, until, rng, cookie)
    assert different >= 4


def test_phones_that_ask_for_seats_of_computer_players_are_sent_the_same_in_both_worlds(tmp_path):
    """Three strangers took three seats in mid-round, and their pages showed three roles."""
    night = asked_for_computers(tmp_path / "night")
    compared = 0
    for pair in walk(tmp_path / "pair", night, TableViewer(), len(night.acts) - 1, random.Random(1)):
        for phone in pair.outside:
            for path in ("/", "/poll", "/rules"):
                first, second = (_of_phone(session, phone, path) for session in (pair.first, pair.second))
                assert first == second, (phone, path)
                compared += pair.differs
    assert compared > 20


def _of_phone(session: Session, token: str, path: str) -> tuple[int, bytes]:
    client = create_app(session, WebConfig(8000, lambda: ("192.168.1.20",))).test_client()
    client.set_cookie("seat", token, domain="192.168.1.20")
    answer = client.get(path, base_url=HERE)
    return answer.status_code, answer.data


@pytest.mark.parametrize(("seed", "configure"), [
    (31, c.Configure("s2-anniversary", ("wc2017", "treasure-chests"))),
    (32, c.Configure("revised", ("toll-tunnel", "tunnel-party", "new-challenges", "wc2019"))),
    (33, c.Configure("s2-anniversary", ("toll-tunnel", "fashion-department"))),
])  # fmt: skip
@pytest.mark.slow
def test_pages_of_other_boxes_tell_nobody_more(tmp_path, seed, configure):
    night = record(tmp_path / "night", seed, 4, configure, most=120)
    rng = random.Random(seed)
    table, *seats = viewers(night)
    different = 0
    for number, (viewer, cookie) in enumerate([(table, "host"), (rng.choice(seats), "seat")]):
        different += compare(tmp_path / f"pair-{number}", night, viewer, len(night.acts) - 1, rng, cookie)
    assert different >= 1


@pytest.mark.parametrize(("seed", "gold"), [(206, Supply.APP), (56, Supply.CARDS)])
@pytest.mark.slow
def test_pages_that_take_a_wrong_end_back_and_ask_for_printed_roles_tell_nobody_more(tmp_path, seed, gold):
    night = record(
        tmp_path / "night", seed, 4, c.Configure("revised", roles=Supply.CARDS, gold=gold), most=250, at_table=False
    )
    back = min(set(night.after(e.RoundEnded)) & set(night.taken_back))
    acts = {back, back + 1, *(at for at in night.after(e.RoleTold) if at < back)}
    assert len(acts) > 2 or gold is Supply.CARDS
    different = 0
    for number, (viewer, cookie) in enumerate(zip(viewers(night), ("host", "seat", "seat"), strict=False)):
        for pair in walk(tmp_path / f"pair-{number}", night, viewer, back + 2, random.Random(seed)):
            if pair.step in acts:
                _compare(pair, viewer, cookie)
                different += pair.differs
    assert different >= 6


def test_a_page_that_told_a_role_would_be_noticed(tmp_path, monkeypatch):
    night = record(tmp_path / "night", 24, 5, c.Configure("revised"))
    told: list[str] = []
    monkeypatch.setattr("web.present.page.Page.review", lambda self, verb: told[-1])
    monkeypatch.setattr("web.present.sentences.Sentences.line", lambda self, line: told[-1])
    viewer = viewers(night)[1]
    for pair in walk(tmp_path / "pair", night, viewer, min(night.after(e.RoundEnded)) - 1, random.Random(1)):
        game = pair.first._ledger.story.game
        if game.round is None or game.round.roles is None:
            continue
        sessions = (pair.first, pair.second)
        roles = [" ".join(one._ledger.story.game.round.roles.open_for("a test leaks")) for one in sessions]
        if roles[0] == roles[1]:
            continue
        pages = set()
        for session, names in zip(sessions, roles, strict=True):
            told.append(names)
            pages.add(browser(session, viewer, "seat").get("/").data)
        if len(pages) == 2:
            return
    pytest.fail("nobody noticed")
