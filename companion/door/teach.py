"""`teach`: keeps a deck from labelled scans, or from a file that another computer exported."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from companion.door.folders import decks_folder
from companion.door.give_up import give_up
from companion.door.named_deck import deck_in
from companion.door.speech import speech
from vision.teaching.deck_store import DeckStore


@click.command()
@click.argument("name")
@click.argument("scans", metavar="FOLDER|FILE", type=click.Path(path_type=Path, exists=True))
def teach(name: str, scans: Path) -> None:
    """Keep a deck under NAME: from a folder of scans with a labels.json, or from a deck's exported file."""
    deck = replace(deck_in(scans), name=name)
    trouble = DeckStore(decks_folder()).keep(deck)
    if trouble:
        give_up(speech().hint(trouble))
    click.echo(speech()("terminal.deck_kept", name=deck.name, cards=len(deck.examples), faces=len(deck.faces)))
