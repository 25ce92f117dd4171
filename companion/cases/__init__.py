"""Cases as JSON answered by the game: for `check`, `gold` and tests/conformance.

A case has a `type` (ask.TYPES; `table` and `turn` also have a `what`), an `edition`, or a module in its place, with
`options`, and what its type needs, such as a `board` of `cards` as in sight.reading_json, `players` with roles, or
`input`; published ones also an `id` and what is `expected`. There are many in fixtures/vectors.

It reads boards, cards and players into the nouns, lays them out as a round, plays what the case asks through
`decide` and `evolve` like any table, and writes what came of it with the keys of `expected`. It decides nothing
itself; the few cases that no command can put are named, with their reasons, in `unplayed`.

ask             which room answers which type of case
parts           a case whose objects know their place in it
kinds           which kind of JSON stands where, and which words
read            a case's JSON into nouns
case_game       a game in the middle of a round, and what happens when it is played on
mazes           cases about placements, rockfalls, goals, cards moved
actions, turns  ... about action cards; about what one turn costs and brings
rounds          ... about who begins, who is next, when a round ends
money, teams    ... about gold; about teams, doors and thieves
tables, boxes   ... about what lies on the table before the first card, and in a box
unplayed        those that are not played
"""

from companion.cases.ask import CHECK, GOLD, CaseError, outcome

__all__ = ["CHECK", "GOLD", "CaseError", "outcome"]
