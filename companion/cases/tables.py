"""Cases about what is on the table before the first card: people sit down, a game is begun, and the table is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from companion.cases.case_game import CaseGame
from companion.cases.read import CaseData, CaseError, ruleset_of
from companion.editions.cards import Role
from companion.editions.compose import compose
from companion.editions.ruleset import Conflict
from companion.maze.board import Kind
from companion.rules.deals import dwarves_of
from companion.rules.decide import decide, new_game
from companion.state import commands as c
from companion.state import pending as p
from companion.state.commands import Supply
from companion.state.refusals import Refusal
from companion.state.secret import Secret


def _begun(case: CaseData, players: int) -> CaseGame:
    game = CaseGame.at_lobby(ruleset_of(case), players)
    game.say(c.StartGame(0))
    return game


def roles(case: CaseData) -> dict[str, Any]:
    """Every dwarf that is shuffled, and what a hand and the pile hold."""
    pool = Counter(dwarves_of(_begun(case, case["n"]).game))
    return {**pool, **hand(case)}


def hand(case: CaseData) -> dict[str, Any]:
    players = case["n"]
    game = _begun(case, players)
    dwarves, now = len(dwarves_of(game.game)), game.now
    cards = {"hand": now.hands[0], "deck": now.pile}
    aside = game.game.ruleset.deck - sum(now.hands) - now.pile
    return {**cards, "set_aside": aside, "dwarves": dwarves, "spare": dwarves - players}


def layout(case: CaseData) -> dict[str, Any]:
    rules = ruleset_of(case)
    game = _begun(case, case.get("n") or rules.least)
    asked, board = game.game.pending, game.now.board
    midway = list(asked.cell) if isinstance(asked, p.LayingMidway) else None
    goals = [list(card.cell) for card in board.of_kind(Kind.GOAL)]
    return {"start": list(board.start), "goals": goals, "area": list(rules.area), "midway": midway}


def players(case: CaseData) -> dict[str, Any]:
    return {"allowed": CaseGame.at_lobby(ruleset_of(case), case["n"]).ask(c.StartGame(0), c.ByTable()) is None}


def saboteurs(case: CaseData) -> dict[str, Any]:
    """SETUP-04: what is put aside may be saboteurs; dealt so that most of them are, and fewest."""
    return {"min": _dealt_saboteurs(case, last=True), "max": _dealt_saboteurs(case, last=False)}


def _dealt_saboteurs(case: CaseData, *, last: bool) -> int:
    seats = case["n"]
    game = CaseGame.at_lobby(ruleset_of(case), seats, roles=Supply.APP)
    game.say(c.StartGame(0))
    dwarves = sorted(dwarves_of(game.game), key=lambda role: (role == Role.SABOTEUR) == last)
    game.say(c.DealRoles(Secret(tuple(dwarves[:seats])), Secret(tuple(dwarves[seats:]))), c.ByDealer())
    return dwarves[:seats].count(Role.SABOTEUR)


def combine(case: CaseData) -> dict[str, Any]:
    """The set-up page is asked for it."""
    rules = ruleset_of({key: value for key, value in case.items() if key != "variant"})
    variants = case["variant"]
    wanted = (variants,) if isinstance(variants, str) else tuple(variants)
    found = compose(rules.edition, (*rules.modules, *wanted))
    if isinstance(found, Conflict) and found.code.startswith("unknown"):
        raise CaseError(found.code, found.facts)
    answer = decide(new_game(), c.ByTable(), c.Configure(rules.edition, (*rules.modules, *wanted)))
    return {"allowed": not isinstance(answer, Refusal)}


WHAT: Mapping[str, Callable[[CaseData], dict[str, Any]]] = {
    "roles": roles,
    "hand": hand,
    "layout": layout,
    "players": players,
    "saboteurs_in_play": saboteurs,
    "combine": combine,
}
