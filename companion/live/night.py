"""Opening the night that lies in a folder, or a new one: its seed, its host's key, its story. Nothing runs yet."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.live.dealer import Dealer, SeededDealer, new_seed
from companion.live.demo_deck import DemoDeck
from companion.live.demo_hands import DemoHands
from companion.live.journal import FILE_NAME, Journal, set_aside
from companion.live.ledger import Ledger
from companion.live.seats import new_token
from companion.live.store import Loaded, load
from companion.rules.decide import new_game
from companion.state.refusals import Refusal
from companion.views.lines import Note

_CHOSEN = "chosen:"  # settings that keep which cards a demo player threw away, by step


@dataclass(frozen=True)
class Night:
    """`hands`: at the demo table, what simulated hands hold."""

    ledger: Ledger
    host_token: str
    hands: DemoHands | None


def open_night(folder: Path, seed: int | str | None, demo: bool, dealer: Dealer | None) -> Night | Refusal:
    """A folder keeps the seed it began with."""
    found = _read(folder)
    if isinstance(found, Refusal):
        return found
    journal, loaded = found
    kept = journal.settings()
    made = {"seed": str(seed) if seed is not None else new_seed(), "host_token": new_token()}
    settings = made | {name: value for name, value in kept.items() if name in made}
    problem = journal.write(settings=settings)
    if problem is not None:
        journal.close()
        return problem
    ledger = Ledger(journal, loaded, dealer or SeededDealer(settings["seed"], draws_paths=demo))
    if journal.put_aside:
        ledger.tell(Note("journal_put_aside", {"file": journal.put_aside}))
    if ledger.rules_changed():
        ledger.tell(Note("rules_changed"))
    ledger.let_chance_play()
    return Night(ledger, settings["host_token"], _demo_hands(journal, settings["seed"]) if demo else None)


def thrown_away(seq: int, keys: tuple[int, ...]) -> dict[str, str]:
    """The setting that keeps which cards of a demo hand the step throws away."""
    return {f"{_CHOSEN}{seq}": ",".join(map(str, keys))}


def _demo_hands(journal: Journal, seed: str) -> DemoHands:
    deck = DemoDeck(seed)
    for name, value in journal.settings().items():
        if name.startswith(_CHOSEN):
            deck.chosen[int(name.removeprefix(_CHOSEN))] = tuple(int(key) for key in value.split(","))
    return DemoHands(deck)


def _read(folder: Path) -> tuple[Journal, Loaded] | Refusal:
    """The folder's journal and what it tells; one that makes no sense is put aside."""
    put_aside = None
    while True:
        journal = Journal.open(folder)
        if isinstance(journal, Refusal):
            return journal
        journal.put_aside = put_aside or journal.put_aside
        entries = journal.entries()
        if isinstance(entries, Refusal):
            journal.close()
            return entries
        try:
            return journal, load(entries, new_game())
        except ValueError:  # written by a program that meant something else
            journal.close()
            put_aside = set_aside(folder / FILE_NAME)
            if put_aside is None:
                return Refusal("journal_damaged", {"folder": str(folder)})
