"""Moments, titles and lengths tell no more than the page says: not who is what, before dwarves are turned over."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from sample_views import PHONE_VIEWS, ROLES_STAGE, TABLE, TABLE_VIEWS, FakeSession, phone

from companion.editions.cards import Role
from companion.maze.geometry import Cell
from companion.state.commands import GoalKind
from companion.views.model import CardView, PeekView, Stage, View
from web import bundles, create_app
from web.config import WebConfig
from web.present.moments import BUZZING, ON_PHONES, VEILING, PageMoment, for_script, moments_of
from web.present.way import way_to_gold

SECRET = (Stage.ROLES, Stage.PEEK, Stage.INSPECT, Stage.TELL, Stage.ASK, Stage.DRAFT)


def page_of(view: View, language: str) -> bytes:
    client = create_app(FakeSession(phones={1: view}), WebConfig(8000)).test_client()
    client.set_cookie("seat", "token-of-one")
    return client.get("/", headers={"Accept-Language": language}).data


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_with_a_role_is_as_long_for_every_role(language):
    for stage in (ROLES_STAGE, {}):
        pages = [page_of(phone(role=role.value, **stage), language) for role in Role]
        assert len({len(page) for page in pages}) == 1
        assert len(set(pages)) == len(Role)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_with_a_goal_that_is_peeked_at_is_as_long_for_gold_as_for_coal(language):
    looks = [PeekView(1, Cell(8, 0), kind, face) for kind, face in ((GoalKind.GOLD, "NESW"), (GoalKind.COAL, "NW"))]
    assert len({len(page_of(replace(PHONE_VIEWS["peek"], peek=look), language)) for look in looks}) == 1


@pytest.mark.parametrize("stage", SECRET)
def test_no_phone_is_called_while_something_secret_may_be_looked_at(stage):
    assert "turn" not in moments_of(replace(phone(), stage=stage), mine=True)
    page = page_of(replace(PHONE_VIEWS["roles"], stage=stage), "en") if stage is Stage.ROLES else b"data-hushed"
    assert b"data-hushed" in page and b"<title>\xe2\x97\x8f" not in page


def test_the_title_calls_whoever_is_on_turn_and_nobody_else():
    assert "<title>● Your turn".encode() in page_of(PHONE_VIEWS["play"], "en")
    assert "●".encode() not in page_of(PHONE_VIEWS["wait"], "en")


def test_nobody_is_unmasked_before_the_round_is_over():
    for name, view in TABLE_VIEWS.items():
        told = any(word.startswith("unmask") for word in moments_of(view, mine=False))
        assert told == (name in ("draft", "round-over", "round-lost")), name
        assert not any(word in " ".join(moments_of(view, mine=False)) for word in ("miner", "saboteur"))


def named_in(script: str, table: str) -> set[str]:
    """The keys of one of its objects."""
    found = re.search(rf"var {table} = \{{(.*?)\}};", (bundles.STATIC / script).read_text(encoding="utf-8"), re.DOTALL)
    assert found, table
    return set(re.findall(r"(\w+): [\w\[]", found[1]))


def test_the_scripts_draw_and_sound_the_moments_there_are_and_no_others():
    drawn, sounded = named_in("moments.js", "SHOWN"), named_in("sounds.js", "TONES") - {"refused"}  # what no page tells
    assert drawn | sounded == set(PageMoment)
    assert set(ON_PHONES) <= sounded
    assert set(VEILING) <= drawn  # or nothing would ever lift the veil
    written = (bundles.STATIC / "moments.js").read_text(encoding="utf-8")
    assert not set(re.findall(r'"(\w+)"', written)) & set(PageMoment)  # by the page's lists alone


def test_a_page_says_of_all_moments_alike_what_becomes_of_them_whatever_has_happened():
    for phone_ in (True, False):
        said = [for_script(words, phone=phone_) for words in ((), ("unmask:1", "turn"))]
        assert [one.pop("data-moments") for one in said] == ["", "unmask:1 turn"]
        assert said[0] == said[1]
    assert for_script((), phone=False)["data-heard"].split() == list(PageMoment)
    assert for_script((), phone=True)["data-buzzing"].split() == list(BUZZING)


def test_who_was_what_comes_before_the_gold():
    kinds = [word.split(":")[0] for word in moments_of(TABLE_VIEWS["round-over"], mine=False)]
    assert kinds.index("goal") < kinds.index("unmask") < kinds.index("gold")


def test_the_way_to_the_gold_leads_through_tunnels_from_the_start():
    bridge = tuple(CardView(Cell(x, 0), "path", "EW", linked=True) for x in range(1, 8))
    ends = (CardView(Cell(0, 0), "start", "NESW", linked=True),
            CardView(Cell(8, 0), "goal", "NESW", GoalKind.GOLD, linked=True))  # fmt: skip
    assert TABLE.maze is not None
    assert way_to_gold(replace(TABLE.maze, cards=(*bridge, *ends))) == tuple(Cell(x, 0) for x in range(9))
    assert way_to_gold(replace(TABLE.maze, cards=(*bridge[:3], *bridge[4:], *ends))) == ()
