"""Cases as JSON (FORMATS, the vectors' schema) answered by the rules: for `check`, `gold` and tests/conformance.

Thin: it reads boards, cards and players into the nouns, asks the rules, and writes the answer with the keys of
`expected`. It decides nothing itself.
"""

from companion.cases.ask import CHECK, GOLD, CaseError, outcome

__all__ = ["CHECK", "GOLD", "CaseError", "outcome"]
