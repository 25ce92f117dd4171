"""A story in the journal's words, and back: what each kind of entry means. No judging: what was accepted is folded.

The words are all commands, events and actors there are, and how the shapes of earlier programs are read. A journal of
every shape that ever shipped lies in fixtures/journals and opens.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from companion.cards.register import kinds
from companion.live.journal import Entry
from companion.live.story import Aside, Step, Story
from companion.maze.geometry import Cell
from companion.state.codec import Codec
from companion.state.commands import COMMANDS, Actor, ByCamera, ByDealer, BySeat, ByTable
from companion.state.events import EVENTS
from companion.state.game import Game
from companion.state.words import Command, Event, Json, Word
from companion.views.lines import Note


@dataclass(frozen=True)
class Loaded:
    """`answers`: the version each command id was answered with."""

    story: Story
    answers: Mapping[str, int] = field(default_factory=dict)
    version: int = 0
    next_seq: int = 1


def load(entries: Iterable[Entry], start: Game) -> Loaded:
    """The story that the entries tell. Raises ValueError where they make no sense."""
    story, answers, version, seq = Story.begin(start), {}, 0, 0
    for entry in entries:
        try:
            story = _told(story, entry)
        except (KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
            raise ValueError(f"journal entry {entry.seq} makes no sense: {error!r}") from error
        version, seq = entry.version, entry.seq
        if entry.command_id is not None:
            answers[entry.command_id] = entry.version
    return Loaded(story, answers, version, seq + 1)


def step_entry(step: Step, version: int, command_id: str | None) -> Entry:
    return Entry(step.seq, command_id, version, "step", _dump(step.by), _dump(step.command), _dump_events(step))


def note_entry(seq: int, note: Note, version: int) -> Entry:
    return Entry(seq, None, version, "note", "null", _note(note), "[]")


def undo_entry(seq: int, by: Actor, gone: tuple[int, ...], note: Note, version: int, command_id: str | None) -> Entry:
    command = json.dumps({"gone": gone, "note": json.loads(_note(note))})
    return Entry(seq, command_id, version, "undo", _dump(by), command, "[]")


def amend_entry(
    seq: int, by: Actor, told: Story, since: int, note: Note, version: int, command_id: str | None
) -> Entry:
    """Keeps the whole story from the amended step on, so that no later program judges it otherwise."""
    steps = [
        {"seq": one.seq, "by": encode(one.by), "command": encode(one.command),
         "events": [encode(event) for event in one.events]}
        for one in told.steps
        if one.seq >= since
    ]  # fmt: skip
    command = json.dumps({"since": since, "note": json.loads(_note(note))})
    return Entry(seq, command_id, version, "amend", _dump(by), command, json.dumps(steps))


def _told(story: Story, entry: Entry) -> Story:
    match entry.kind:
        case "step":
            events = tuple(decode_event(one) for one in json.loads(entry.events))
            actor, command = json.loads(entry.actor), json.loads(entry.command)
            return story.then(entry.seq, decode_actor(actor), decode_command(command), events)
        case "note":
            return story.noting(entry.seq, _read_note(json.loads(entry.command)))
        case "undo":
            said = json.loads(entry.command)
            return story.without(said["gone"]).noting(entry.seq, _read_note(said["note"]))
        case "amend":
            return _amended(story, entry)
    raise ValueError(f"an unknown kind of entry: {entry.kind!r}")


def _amended(story: Story, entry: Entry) -> Story:
    said = json.loads(entry.command)
    kept = {step["seq"]: step for step in json.loads(entry.events)}
    new = story.retold(tuple(one for one in story.told if one.seq < said["since"]))
    for one in story.told:
        if one.seq < said["since"]:
            continue
        if isinstance(one, Aside):
            new = new.noting(one.seq, one.note)
        elif one.seq in kept:
            step = kept[one.seq]
            events = tuple(decode_event(event) for event in step["events"])
            new = new.then(one.seq, decode_actor(step["by"]), decode_command(step["command"]), events)
    return replace(new, looks=story.looks).noting(entry.seq, _read_note(said["note"]))


def _dump(value: Actor | Command) -> str:
    return json.dumps(encode(value), separators=(",", ":"))


def _dump_events(step: Step) -> str:
    return json.dumps([encode(event) for event in step.events], separators=(",", ":"))


def _note(note: Note) -> str:
    return json.dumps({"code": note.code, "facts": dict(note.facts)})


def _read_note(said: dict[str, object]) -> Note:
    facts = said["facts"]
    if not isinstance(facts, dict):
        raise TypeError("a note without facts")
    return Note(str(said["code"]), {name: Cell(*x) if isinstance(x, list) else x for name, x in facts.items()})


# ---- the words ---------------------------------------------------------------------------------------------------


def class_names_to_words(data: Json) -> Json:
    """Version 0, format 1: a kind was called by its class, RoundBegan, and had no version."""
    word = re.sub(r"(?<!^)(?=[A-Z])", "_", str(data.get("is", ""))).lower()
    return {**data, "is": word, "v": 1}


@lru_cache(maxsize=2)
def _codec(of_cards: tuple[type[Word], ...]) -> Codec:
    own = (BySeat, ByTable, ByCamera, ByDealer, *COMMANDS, *EVENTS)
    return Codec((*own, *of_cards), {0: class_names_to_words})


def encode(thing: Command | Event | Actor) -> Json:
    return _codec(kinds()).encode(thing)


def decode_event(data: Json) -> Event:
    """Raises ValueError where the text is not an event of this program; so do the others."""
    event: Event = _codec(kinds()).decode(data, Event)
    return event


def decode_command(data: Json) -> Command:
    command: Command = _codec(kinds()).decode(data, Command)
    return command


def decode_actor(data: Json) -> Actor:
    actor: Actor = _codec(kinds()).decode(data, Word)
    return actor
