"""The command line: which commands there are, and no traceback on a user's screen. What each one does: see door."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from companion.door.not_installed import give_up_without
from companion.door.streams import let_only_us_speak, print_all_letters, silence


class _Commands(click.Group):
    """Loads only the command that is asked for: the reader and the pages take a second, and rules need neither."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return ["check", "gold", "play", "print", "read", "replay", "report", "teach", "watch"]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        match cmd_name:
            case "play":
                from companion.door.play import play as command
            case "read":
                from companion.door.read import read as command
            case "watch":
                from companion.door.watch import watch as command
            case "replay":
                from companion.door.replay import replay as command
            case "check":
                from companion.door.judge import check as command
            case "gold":
                from companion.door.judge import gold as command
            case "teach":
                from companion.door.teach import teach as command
            case "report":
                from companion.door.report import report as command
            case "print":
                from companion.door.print_markers import print_markers as command
            case _:
                return None
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        with _without_traceback():  # `--help` prints here
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        with _without_traceback():
            return super().invoke(ctx)


@contextmanager
def _without_traceback() -> Iterator[None]:
    """Not even our own mistakes are shown with a traceback; `COMPANION_DEBUG=1` does."""
    try:
        yield
    except (click.ClickException, click.exceptions.Exit, click.Abort):
        raise
    except BrokenPipeError:  # who reads what is printed has read enough
        silence(sys.stdout.fileno())
        raise SystemExit(0) from None
    except Exception as error:
        if os.environ.get("COMPANION_DEBUG"):
            raise
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            click.echo("The disk is full: not all could be written.", err=True)
            silence(sys.stdout.fileno())  # or Python tries once more at its end
            raise SystemExit(2) from None
        if isinstance(error, ModuleNotFoundError):
            give_up_without(error)
        click.echo(f"Sorry, this program made a mistake ({type(error).__name__}: {error}).", err=True)
        raise SystemExit(1) from None


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
def commands() -> None:
    """A companion for a game night with Saboteur. `play` is all you need; the rest serves scripts."""
    print_all_letters()
    if not os.environ.get("COMPANION_DEBUG"):
        let_only_us_speak()
