"""The rules as a library: games as values, which a program begins, asks, plays on, writes down and reads back.

position   a game as it stands, and all that may be done with it
start      with what it is begun
hands      the cards of each hand, where they are known
notation   a line of text read as a move; how one is written: views.project_moves
typed      a position as text, and back
record     a whole game as text, and back

There is no `push` and `pop`: a position never changes, so `at = at.play(move)` goes on and `at = at.back()` goes back,
nothing need be copied before a search, several threads may search from one position, and each is the key of a dict.
"""

from companion.position.position import Position as Position
from companion.position.position import Result as Result
from companion.position.start import ruleset_of as ruleset_of
