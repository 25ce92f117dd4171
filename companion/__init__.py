"""The game, without pictures and without pages: standard library only, apart from the door.

One way round: a frame becomes a Reading (vision), a Reading a Proposal (live), a Proposal or a thumb a Command;
rules.decide answers with Events or a Refusal, the journal keeps them, rules.evolve makes the next Game,
views.project makes each viewer's View, and the web shows it. Nothing else writes.

maze/        tunnels only: geometry, faces, board, notation
sight/       the contract between seeing and playing: reading (also what the reader is told), settled_board, hints
editions/    what is in the boxes and in the rulebooks, as data with its source
state/       the nouns of a game, frozen: secret, round (and its seats), names, game, refusals; commands and events
             (tolls, held_card, nuggets, laid_out, corrections, round_end are theirs), words (of journals), codec
rules/       the verbs, pure: decide, evolve (also while a decision is told), place, turn, goals, rounds, setting,
             share, audit
cards/       one module an action card, with all that is special about it: command, events, judged, done, told, asked,
             traits, liking; likewise chests/ goals/ sites/; register is their one list. On the floor of the rules
cases/       answers the published cases, in their words, by asking the rules; only the door and the tests use it
views/       the only types a page may get, and how they are made for one viewer
live/        the running table: tell_game (to the camera), propose (its board beside the game's), known, goal_seen,
             gone_seen, open_questions, story (steps and their replay), undo, ledger, journal, night (opening it),
             dealer, stacks, table, session (the one writer), windows (what everybody sees), turn_clock, presses (each
             done once), tokens, places (who sits there), grants (seats played at the table screen, remotes),
             seat_requests, newcomers, phones (whose are there), holder (of the cards), set_table (what the camera
             sees of it), guest_wifi, owner_file
demo/        the demo table, where the app holds everybody's cards: players, mind and policy use the session like any
             guest; shuffled_deck, hands, app_holds: what lies in a hand and how it comes before the camera
position/    the rules as a library: a game begun, dealt or typed, asked, played on, taken back, written down:
             position, start, hands, notation (a line read as a move), typed (a position as text), record (a whole game)
door/        play, read, watch, check, gold, replay, teach, report, print: the one room that sees vision and web
             together; __main__ is the command line that leads there

Imports run one way: maze < sight < editions < state < rules, cards < views < live < demo, and rules < cases;
web -> companion <- vision. Only the door knows of the demo.

As a library, what may be done is asked and played; nothing is ever changed, so taking back is the position before:

>>> from companion import Position, parse_board
>>> start = Position.begin("anniversary-2024", ["Ada", "Bo", "Cy"], seed="7")
>>> len(start.legal()), len(start.legal(hand=["EW"]))
(70, 12)
>>> str(start.legal(hand=["EW"])[1].cell)
'Cell(x=1, y=0)'
>>> dug = start.lay(1, 0, "EW").lay(2, 0, "NESW")
>>> dug.back() == start.lay(1, 0, "EW")
True
>>> dug.lay(5, 0, "EW")
Traceback (most recent call last):
ValueError: not allowed: illegal_placement, no_neighbour, not_connected

Dealt by a seed, each seat may play what it holds; moves are lines of text, and a game is one, too. The boxes are
`EDITIONS`; two have Saboteur 2 in them, `s2-anniversary` and `bga-s2`. Every kind of move is a class that can be
imported from here, such as `PlacePath` and `Pass`: `dir(companion)` lists them, and `type(move)` tells which one it is.

>>> from companion import EDITIONS
>>> [box.key for box in EDITIONS][:3]
['anniversary-2024', 'revised', 'amigo-2004']
>>> dealt = Position.deal("revised", "Ada, Bo, Cy", seed="7")
>>> len(dealt.hand(0)), len(dealt.view(1).hand_cards), dealt.view().hand_cards
(6, 6, None)
>>> from companion import PlacePath
>>> {type(move) for move in dealt.legal()} >= {PlacePath}
True
>>> played = dealt.play(dealt.legal()[0])
>>> played.moves[0].command == dealt.parse_move(dealt.notation(dealt.legal()[0]))
True
>>> (played.turn, played.is_over, played.result)
(1, False, None)
>>> Position.from_record(played.record()).board == played.board
True

Each viewer sees what he may: his own role, and what lies on the table:

>>> [dug.view(seat).role.role is not None for seat in range(3)], dug.view().role is None
([True, True, True], True)

A position has a text, and a text is a position; whoever types one plays with printed roles and goals:

>>> typed = Position.parse("players Ada, Bo*, Cy\\nbroken Ada lamp, Cy cart\\n\\n@ EW NESW")
>>> [type(move).__name__ for move in typed.legal(hand=[]) if type(move).__name__ == "RepairTool"]
['RepairTool', 'RepairTool']
>>> Position.parse(str(typed)) == typed
True
>>> print(parse_board("@ EW ?"))
@  EW ?
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  whoever starts it from the folder has asked nobody yet
    sys.stderr.write("This needs Python 3.11 or newer, and this is Python {}.{}.\n".format(*sys.version_info[:2]))
    raise SystemExit(2)

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.editions import EDITIONS as EDITIONS
    from companion.editions.cards import GoalKind as GoalKind
    from companion.editions.cards import Role as Role
    from companion.editions.cards import Tool as Tool
    from companion.editions.compose import compose as compose
    from companion.maze.board import Board as Board
    from companion.maze.faces import Door as Door
    from companion.maze.faces import Face as Face
    from companion.maze.geometry import Cell as Cell
    from companion.maze.geometry import Side as Side
    from companion.maze.notation import parse_board as parse_board
    from companion.position import Position as Position
    from companion.position import ruleset_of as ruleset_of
    from companion.rules.decide import decide as decide
    from companion.rules.evolve import evolve as evolve
    from companion.rules.moves import moves as moves
    from companion.state.refusals import Refusal as Refusal

_ROOMS = {  # what the library gives, loaded when it is asked for: reading a picture needs no rules
    "Position": "position", "ruleset_of": "position", "compose": "editions.compose", "Board": "maze.board",
    "Door": "maze.faces", "Face": "maze.faces", "Cell": "maze.geometry", "Side": "maze.geometry",
    "parse_board": "maze.notation",
    "decide": "rules.decide", "evolve": "rules.evolve", "moves": "rules.moves", "Refusal": "state.refusals",
    "EDITIONS": "editions", "GoalKind": "editions.cards", "Role": "editions.cards", "Tool": "editions.cards",
}  # fmt: skip
__all__ = list(_ROOMS)


def __getattr__(name: str) -> Any:
    if name not in _ROOMS:
        if name[:1].isupper():  # a kind of move: cards come and go, so that nobody lists them here
            kinds = import_module("companion.position.notation").move_types()
            if name in kinds:
                return kinds[name]
        raise AttributeError(f"module 'companion' has no attribute {name!r}")
    return getattr(import_module(f"companion.{_ROOMS[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_ROOMS, *import_module("companion.position.notation").move_types()})
