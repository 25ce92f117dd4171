"""Every event of the cards of other boxes is told to everybody who may hear it, in every language, or is silent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import card_words as w
import pytest
from catalogues import EVERY
from sample_views import TABLE

from companion.cards.register import cards, kinds
from companion.editions.cards import Mark, Tool
from companion.editions.parameters import Direction
from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.state import commands as c
from companion.state import events as e
from companion.state.events import Event
from companion.state.refusals import CODES, REASONS, Refusal
from companion.state.secret import Secret
from companion.views.lines import _LINES, line_for
from companion.views.model import LineView
from web.language import Speech, languages
from web.present.sentences import Sentences

OF_CARDS = tuple(kind for kind in kinds() if issubclass(kind, Event))
BASE = {w.ToolBroken, w.ToolRepaired, w.RockFell, w.MapUsed}  # of the first box
FAMILIES = ("laid_out", "tolls", "held_card", "nuggets")
OTHERS = (e.CardsTraded, e.InspectionClosed, e.PathsDue, e.MarksSet)
KINDS: tuple[type, ...] = (
    *(kind for kind in e.EVENTS if kind.__module__.rpartition(".")[2] in FAMILIES or kind in OTHERS),
    *(kind for kind in OF_CARDS if kind not in BASE and kind is not e.CardVetoed),
)
SILENT = {
    e.ChestsDealt, e.MidwayAsked, w.RedealAsked, e.VetoDeclined, e.PathsDue, e.CoverLaid, w.DrawsChanged, w.MapsBarred,
    w.CardsThrown, w.PileThrown, w.ShiftAsked, w.CardAsked, w.DwarfAsked, w.ChoreAsked, w.ChoreDone,
}  # fmt: skip

HELD: tuple[c.Command, ...] = (
    c.PlacePath(Cell(1, 0), Face.parse("EW")), w.BreakTool(1, Tool.LAMP), w.RepairTool(1, Tool.LAMP),
    w.Rockfall(Cell(1, 0)), w.UseMap(Cell(8, 0)), w.LayThief(), w.HandsOff(1), w.Trap(1), w.Free(1), w.Inspect(1),
    w.SwapHats(0), w.SwapHands(1), w.SwapGoals((Cell(8, 0), Cell(8, 2)), Secret(True)), w.SearchDiscards(),
    w.ReverseTurns(), w.Pioneer(), w.MoveLast(Cell(2, 0)),
)  # fmt: skip

CHOICES: dict[str, tuple[Any, ...]] = {
    "seat": (0,), "target": (1, 0), "payer": (1, 0), "owner": (1,), "by": (2,), "cell": (Cell(3, 0),),
    "to": (Cell(9, 0),), "origin": (Cell(2, 0),), "face": (Face.parse("EW"),), "faces": ((Face.parse("EW"),),),
    "turned": ((False,),),
    "effects": (Secret((1,)),), "tool": (Tool.LAMP, None), "mark": (Mark.THIEF, Mark.TRAPPED), "shown": (True,),
    "card": (True, False), "drawless": (True,), "roles": (Secret(("blue",)),), "command": HELD, "waiting": ((1, 2),),
    "by_table": (False,), "cells": ((Cell(8, 0), Cell(8, 2)),), "swapped": (Secret(True),), "looked": (5,),
    "kept": (1,), "direction": tuple(Direction), "left": (1,), "side": (Side.N,), "misfits": (0,),
    "effect": tuple(range(1, 11)),
    "off": (True,), "more": (1,), "cards": (2,), "targets": ((1, 2),), "nuggets": (-1, 1, 3), "victims": ((1, 2),),
    "why": ("start", "share", "crystals", "greedy", "sack", "dragon", "chest"), "crystals": (3,),
    "open": ((), ("blue",), ("green",), ("blue", "green")), "victim": (Secret(None), Secret(1)),
    "marks": ((Mark.THIEF,),), "chore": ("draw_nothing", "keep_drawn"),
}  # fmt: skip


def examples(kind: type) -> Iterator[Any]:
    """Events of this kind, with every choice of every field and the first of all others."""
    first = {part.name: CHOICES[part.name][0] for part in fields(kind)}
    if kind is e.GoldChanged:
        first["card"] = Secret(2)
    elif kind is e.ChestsDealt:
        first["faces"] = Secret((Face.parse("EW"),))
    for name in first:
        for choice in CHOICES[name] if not isinstance(first[name], Secret) or name == "victim" else (first[name],):
            yield kind(**{**first, name: choice})


def test_what_happens_is_told_in_words_or_not_at_all() -> None:
    told: dict[type, set[str]] = {}
    for kind in KINDS:
        said = [line_for(event, seat, entry=1) for event in examples(kind) for seat in (None, 0, 1, 2)]
        told[kind] = {f"line.{line[0]}" for line in said if line is not None}
    assert {kind for kind, keys in told.items() if not keys} == SILENT
    every, says = set().union(*told.values()), {language: Speech(language) for language in languages()}
    assert [(key, name) for key in every for name, say in says.items() if not (say.has(key) or say.has_many(key))] == []


def test_every_kind_of_event_of_other_boxes_was_thought_of() -> None:
    assert set(KINDS) <= {*_LINES, *OF_CARDS}


def test_a_card_that_is_held_has_a_name() -> None:
    missing = [deed for deed in ("path", *(card.key for card in cards())) if not Speech("en").has(f"card.{deed}")]
    assert missing == []


def test_where_goals_were_put_is_in_no_line() -> None:
    lines = [
        [line_for(w.GoalsSwapped(0, (Cell(8, 0), Cell(8, 2)), Secret(yes)), seat, entry=1) for seat in (None, 0, 1)]
        for yes in (False, True)
    ]
    assert lines[0] == lines[1]


def test_a_theft_is_told_to_thief_and_victim_only() -> None:
    def told(victim: int | None) -> list[str]:
        lines = [line_for(e.NuggetStolen(0, Secret(victim)), seat, entry=1) for seat in (None, 0, 1, 2)]
        return [line[0] for line in lines if line]

    assert told(None) == ["thief_done", "stole_nothing", "thief_done", "thief_done"]
    assert told(1) == ["thief_done", "stole", "robbed", "thief_done"]
    assert told(2) == ["thief_done", "stole", "thief_done", "robbed"]


def test_a_hat_that_was_swapped_is_told_to_its_owner_in_words_of_his_own() -> None:
    lines = [line_for(w.HatSwapped(0, 2), seat, entry=1) for seat in (None, 0, 1, 2)]
    assert [line[0] for line in lines if line] == ["hat_swapped", "hat_swapped", "hat_swapped", "hat_is_new"]


@pytest.mark.parametrize("language", languages())
def test_every_code_of_a_refusal_has_its_sentence(language: str) -> None:
    say = Speech(language)
    assert [code for code in (*CODES, *REASONS) if not say.has(f"refusal.{code}")] == []


@pytest.mark.parametrize("language", languages())
def test_one_of_something_is_not_told_in_the_plural(language: str) -> None:
    """The host read that there are only 1 of this role."""
    words, plurals = Sentences(TABLE, Speech(language)), EVERY[language]
    for code, fact in (("role_used_up", "most"), ("hands_not_empty", "cards"), ("pile_not_empty", "cards")):
        one, more = plurals[f"refusal.{code}"]
        assert words.refusal(Refusal(code, {fact: 1, "role": "saboteur"})) == one.replace(f"{{{fact}}}", "1")
        assert words.refusal(Refusal(code, {fact: 3, "role": "saboteur"})) == more.replace(f"{{{fact}}}", "3")
        assert one != more


def test_examples_cover_every_field() -> None:
    assert {part.name for kind in KINDS for part in fields(kind)} <= CHOICES.keys()


@pytest.mark.parametrize("language", languages())
def test_who_won_and_among_whom_gold_went_round_is_said_by_name(language: str) -> None:
    """They were called by the numbers of their seats: 2 and 4."""
    words = Sentences(TABLE, Speech(language))
    line = line_for(e.GameEnded((1, 6, 2, 0, 6), (1, 4)), None, entry=1)
    assert line is not None
    said = words.line(LineView(1, *line))
    assert "Bartholomew" in said and "Eva María" in said and not any(letter.isdigit() for letter in said)
