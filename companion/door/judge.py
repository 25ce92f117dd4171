"""`check` and `gold`: published cases, judged by the rules. In which words: see cases."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cases import CHECK, GOLD, CaseError, outcome
from companion.door.give_up import give_up
from companion.door.json_file import json_in
from companion.door.speech import speech

if TYPE_CHECKING:
    from web.language import Speech


KINDS_OF = ("wanted", "found")  # facts that name kinds of JSON


@click.command()
@click.argument("board", metavar="BOARD.json", type=click.Path(path_type=Path))
def check(board: Path) -> None:
    """Judge a case of type placement, placements, connectivity or rockfall."""
    _judge(board, CHECK)


@click.command()
@click.argument("round_file", metavar="ROUND.json", type=click.Path(path_type=Path))
def gold(round_file: Path) -> None:
    """Divide the gold of a case of type gold_base, s2_result, thieves or tournament_gold."""
    _judge(round_file, GOLD)


def _judge(path: Path, types: Collection[str]) -> None:
    try:
        click.echo(json.dumps(outcome(json_in(path), types)))
    except CaseError as error:
        give_up(f"{path}: {in_words(error, speech())}")


def in_words(error: CaseError, say: Speech) -> str:
    """Rules that do not compose are refused in the words that the set-up page has for them."""
    facts = dict(error.facts)
    if error.code == "wrong_kind":
        facts |= {of: say.either([say(f"json.{kind}") for kind in str(facts[of]).split()]) for of in KINDS_OF}
    if error.code == "wrong_word":
        facts["wanted"] = say.either(str(facts["wanted"]).split())
    return say.first(f"case.{error.code}", f"refusal.{error.code}", **facts)
