"""Cases as JSON (FORMATS, the vectors' schema) answered by the game: for `check`, `gold` and tests/conformance.

It reads boards, cards and players into the nouns, lays them out as a round, plays what the case asks through
`decide` and `evolve` like any table, and writes what came of it with the keys of `expected`. It decides nothing
itself; the few cases that no command can put are named, with their reasons, in `unplayed`.
"""

from companion.cases.ask import CHECK, GOLD, CaseError, outcome

__all__ = ["CHECK", "GOLD", "CaseError", "outcome"]
