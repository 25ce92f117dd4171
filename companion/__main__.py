"""Where the program begins: what has to hold before anything is loaded. Which commands there are: see door.commands."""

from __future__ import annotations

import sys

from companion.door import ctrl_c
from companion.door.memory import give_large_blocks_back
from companion.door.not_installed import give_up_without
from companion.door.streams import replace_closed_streams
from companion.door.threads import tell_in_a_line_what_ends_them


def main(arguments: list[str] | None = None) -> None:
    """`arguments`: those that were typed, where none are given."""
    replace_closed_streams()
    tell_in_a_line_what_ends_them()
    give_large_blocks_back()
    ctrl_c.end_at_once(sys.argv[1:] if arguments is None else arguments)
    try:
        from companion.door.commands import commands
    except ModuleNotFoundError as error:
        give_up_without(error)
        raise
    commands(arguments)


if __name__ == "__main__":
    main()
