"""`watch`: a live source without the game, one JSON object a line."""

from __future__ import annotations

import json
import sys

import click

from companion.door import ctrl_c
from companion.door.give_up import give_up
from companion.door.named_deck import deck_file, deck_in
from companion.door.speech import speech
from companion.door.streams import is_read
from vision.capture.device import ask_leave
from vision.reading.reader import Reader
from vision.service.watch_lines import NoTableSeen, SourceError, watch_source
from vision.tracking.tracker import Tracker


@click.command()
@click.argument("source")
@click.option("--deck", help="A taught deck: its name, its file, or a folder of labelled scans.")
def watch(source: str, deck: str | None) -> None:
    """Read a live source without the game; one JSON object a line for each settled change."""
    file = deck_file(deck)
    tracker = None if file is None else Tracker(Reader.load(deck_in(file)))
    ask_leave(source)
    try:
        ctrl_c.interrupt()
        for line in watch_source(source, tracker, is_read):
            click.echo(json.dumps(line))
            sys.stdout.flush()
    except SourceError as error:
        give_up(speech().hint(error.hint))
    except NoTableSeen as error:
        click.echo(speech().hint(error.hint), err=True)
    except KeyboardInterrupt:
        raise SystemExit(0) from None
    finally:
        ctrl_c.ignore()
