"""A second way to divide gold, card by card and nugget by nugget as people do it, comes to the same purses."""

from __future__ import annotations

import random
from typing import Any

from companion.cases import outcome

MINERS = {3: 3, 4: 4, 5: 4, 6: 5, 7: 5, 8: 6, 9: 7, 10: 7}  # SETUP-02
SABOTEURS = {3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
DWARVES = [*["blue", "green"] * 4, "boss", "profiteer", "geologist", "geologist", *["saboteur"] * 3]
EACH = {1: 5, 2: 4, 3: 3, 4: 2}  # S2G-02; five winners and more get one
LESS = {"boss": 1, "profiteer": 2}  # S2G-03


# ---- gold cards ----------------------------------------------------------------------------------------------------


def takers(roles: list[str], sabotaged: list[bool], finisher: int, cards: int, step: int, once: bool) -> list[int]:
    """The heap goes from hand to hand; a miner keeps a card, and nobody else does."""
    took: list[int] = []
    serves = [role == "miner" and not broken for role, broken in zip(roles, sabotaged, strict=True)]
    seat = finisher
    while cards and any(serves) and not (once and all(took.count(one) for one, miner in enumerate(serves) if miner)):
        if serves[seat]:
            took.append(seat)
            cards -= 1
        seat = (seat + step) % len(roles)
    return took


def test_gold_cards_go_round_the_table_as_people_pass_them_on() -> None:
    for seed in range(60):
        check_gold_cards(seed)


def check_gold_cards(seed: int) -> None:
    rng = random.Random(seed)
    seats = rng.randint(3, 10)
    pool = ["miner"] * MINERS[seats] + ["saboteur"] * SABOTEURS[seats]
    modules = [key for key in ("wc2016", "wc2020") if rng.random() < 0.4]
    edition = rng.choice(["amigo-2004", "amigo-2004-it", "revised", "anniversary-2024", "bga"])
    by_players = edition.startswith("amigo") or edition == "bga"
    if by_players and "wc2016" in modules:
        modules.remove("wc2016")  # whether a greedy dwarf counts as a player there, no rulebook says
    if "wc2016" in modules:
        pool[0] = "greedy"
    if edition in ("revised", "anniversary-2024") and rng.random() < 0.3:
        modules.append("sabotaged-dwarf")
    rng.shuffle(pool)
    roles, reversed_ = pool[:seats], "wc2020" in modules and rng.random() < 0.5
    finisher = rng.choice([None, *range(seats)])
    if "greedy" in roles and rng.random() < 0.5:  # he seldom is the one by chance alone
        finisher = roles.index("greedy")
    broken = [rng.random() < 0.3 and seat != finisher for seat in range(seats)]
    case: dict[str, Any] = {"type": "gold_base", "edition": edition, "options": {"bga_variant": modules}}
    case["players"] = [{"role": role, "broken": int(b)} for role, b in zip(roles, broken, strict=True)]
    found = outcome({**case, "finisher": finisher, "reached": finisher is not None, "reversed": reversed_})
    if finisher is None:
        saboteurs = roles.count("saboteur")
        each = {0: 0, 1: 4, 4: 2}.get(saboteurs, 3)
        assert found["nuggets"] == [each if role == "saboteur" else 0 for role in roles]
    elif roles[finisher] == "greedy":
        assert found["nuggets"] == [4 if seat == finisher else 0 for seat in range(seats)]
    else:
        cards = seats if by_players else roles.count("miner")
        if edition.startswith("amigo"):
            cards = min(cards, 9)
        skipped = [b and "sabotaged-dwarf" in modules for b in broken]
        once = not by_players and "sabotaged-dwarf" not in modules
        assert found["sequence"] == takers(roles, skipped, finisher, cards, 1 if reversed_ else -1, once)


# ---- teams ---------------------------------------------------------------------------------------------------------


def winners(roles: list[str], finisher: int | None, passes: dict[str, bool], in_play: set[str]) -> set[str]:
    """The roles that win; those who are trapped are not among `roles`. `passes`: the teams that no door shuts out.
    `in_play`: the roles of everybody, trapped or not."""
    if finisher is None:
        return {"saboteur", "profiteer"}
    by, teams = roles[finisher], {team for team in passes if passes[team]}
    if passes.get(by):
        teams = {by}  # S2R-04; else S2R-05, S2R-06
    won = {"profiteer", *teams}
    team_won = teams & in_play or (teams and not {"blue", "green"} & in_play)  # S2R-07
    if team_won or (not any(passes.values()) and by in ("boss", "profiteer")):  # S2R-08, S2R-11
        won.add("boss")
    return won


def test_teams_are_paid_nugget_by_nugget() -> None:
    for seed in range(120):
        check_teams(seed)


def check_teams(seed: int) -> None:
    rng = random.Random(seed)
    seats = rng.randint(2, 12)
    roles = rng.sample(DWARVES, seats)
    routes = [rng.sample(["blue", "green"], rng.choice([0, 1, 1, 2])) for _ in range(rng.choice([0, 1, 1, 2]))]
    finisher = rng.randrange(seats) if routes else None
    trapped = [rng.random() < 0.2 and seat != finisher for seat in range(seats)]
    crystals = rng.randint(0, 9)
    players = [{"role": role, "trapped": out} for role, out in zip(roles, trapped, strict=True)]
    case = {"type": "s2_result", "edition": "s2-anniversary", "players": players, "routes": routes}
    found = outcome({**case, "finisher": finisher, "crystals": crystals})

    free = ["" if out else role for role, out in zip(roles, trapped, strict=True)]
    passes = {team: any(set(doors) <= {team} for doors in routes) for team in ("blue", "green")}
    won = winners(free, finisher, passes, set(roles))
    seats_won = [seat for seat, role in enumerate(free) if role in won]
    nuggets = [0] * seats
    for seat in seats_won:
        nuggets[seat] = max(0, EACH.get(len(seats_won), 1) - LESS.get(roles[seat], 0))
    for seat, role in enumerate(free):
        if role == "geologist":
            nuggets[seat] = crystals // free.count("geologist")
    assert (found["winners"], found["nuggets"]) == (seats_won, nuggets)


# ---- thieves -------------------------------------------------------------------------------------------------------


def test_thieves_go_round_from_the_last_card_that_was_played() -> None:
    for seed in range(40):
        check_thieves(seed)


def check_thieves(seed: int) -> None:
    rng = random.Random(seed)
    seats = rng.randint(2, 12)
    gold = [rng.randint(0, 2) for _ in range(seats)]
    trapped = [rng.random() < 0.2 for _ in range(seats)]
    laid = rng.sample(range(seats), rng.randint(1, min(4, seats)))  # in the order in which they were played
    choices = {seat: rng.choice([None, *(other for other in range(seats) if other != seat)]) for seat in laid}
    players = [{"gold": own, "trapped": out} for own, out in zip(gold, trapped, strict=True)]
    thieves = [{"seat": seat, "played_at": 3 * turn} for turn, seat in enumerate(laid)]
    case = {"type": "thieves", "edition": "s2-anniversary", "players": players, "thieves": thieves}
    found = outcome({**case, "choices": {str(seat): victim for seat, victim in choices.items()}})

    order = [(laid[-1] + step) % seats for step in range(seats)]
    order = [seat for seat in order if seat in laid and not trapped[seat]]
    for thief in order:
        victim = choices[thief]
        if victim is not None and gold[victim]:
            gold[victim] -= 1
            gold[thief] += 1
    assert (found["order"], found["gold"]) == (order, gold)
