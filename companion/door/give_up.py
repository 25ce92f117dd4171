"""How a command ends that cannot do its job. Which sentence it is, the command says."""

from __future__ import annotations

from typing import NoReturn

import click


def give_up(sentence: str) -> NoReturn:
    """One clear sentence on standard error, and exit code 2."""
    click.echo(sentence, err=True)
    raise SystemExit(2)
