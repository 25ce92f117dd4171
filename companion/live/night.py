"""Opening the night that lies in a folder, or a new one: its seed, its host's key, its story. Nothing runs yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.live.dealer import Dealer, SeededDealer, new_seed
from companion.live.journal import Journal
from companion.live.ledger import Ledger
from companion.live.store import Loaded, load
from companion.live.tokens import new_token
from companion.rules.decide import new_game
from companion.state.refusals import Refusal
from companion.views.lines import Note


@dataclass(frozen=True, repr=False)
class Night:
    """`kept`: the settings that lie in the journal beside its steps. `seed_is_set`: somebody chose the seed."""

    ledger: Ledger
    host_token: str
    seed: str
    seed_is_set: bool
    kept: Mapping[str, str]


def open_night(
    folder: Path, seed: int | str | None, dealer: Dealer | None = None, *, draws_paths: bool = False
) -> Night | Refusal:
    """A folder keeps the seed it began with."""
    found = _read(folder)
    if isinstance(found, Refusal):
        return found
    journal, loaded = found
    kept = journal.settings()
    made = _made(seed, kept)
    settings = made | {name: value for name, value in kept.items() if name in made}
    problem = journal.write(settings=settings)
    if problem is not None:
        journal.close()
        return problem
    ledger = Ledger(journal, loaded, dealer or SeededDealer(settings["seed"], draws_paths=draws_paths))
    _tell_what_was_found(journal, ledger)
    ledger.let_chance_play()
    beside = {name: value for name, value in kept.items() if name not in made}
    return Night(ledger, settings["host_token"], settings["seed"], bool(settings["seed_is_set"]), beside)


def _made(seed: int | str | None, kept: Mapping[str, str]) -> dict[str, str]:
    """The settings that a new night begins with."""
    drawn = new_seed() if seed is None else str(seed)
    set_now = seed is not None and "seed" not in kept
    return {"seed": drawn, "host_token": new_token(), "seed_is_set": "yes" if set_now else ""}


def _tell_what_was_found(journal: Journal, ledger: Ledger) -> None:
    if journal.put_aside and journal.kept:
        ledger.tell(Note("journal_mended", {"file": journal.put_aside, "steps": journal.kept}))
    elif journal.put_aside:
        ledger.tell(Note("journal_put_aside", {"file": journal.put_aside}))
    if ledger.rules_changed():
        ledger.tell(Note("rules_changed"))


def _read(folder: Path) -> tuple[Journal, Loaded] | Refusal:
    """The folder's journal and what it tells; one that makes no sense is put aside."""
    while True:
        journal = Journal.open(folder)
        if isinstance(journal, Refusal):
            return journal
        try:
            return journal, load(journal.entries(), new_game())
        except ValueError:  # written by a program that meant something else
            if not journal.put_away():
                return Refusal("journal_damaged", {"folder": str(folder)})
