"""How a round came out, as sentences: doors, gold line by line, thefts; and a card that waits for an answer."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from companion.state.commands import SeatId
from companion.views.model import (
    AccountView,
    EarningView,
    HeldView,
    ResultView,
    ScoreView,
    Stage,
    TeamView,
    TheftView,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.maze.geometry import Cell
    from companion.state.refusals import Fact
    from companion.views.model import View
    from web.language import Speech

MOST_NAMED, MOST_EXPLAINED = 5, 4  # players below each other on a screen of 600 lines, also with what is said of them
OF_MANY = ("others", "saboteurs", "cards_round")  # which speak of one where it is only one: nobody gets so much "each"
SCALES = ("scale_saboteurs", "scale_winners")
TO_DRAW = (
    "draw", "draw_players", "draw_miners", "each_saboteur", "miners_each", "completer_if_miner", "completer_whoever",
    "greedy_alone", "win_without_gold", "less", "crystals_all", *SCALES,
)  # fmt: skip


class Endings:
    """Part of Sentences."""

    view: View
    say: Speech

    if TYPE_CHECKING:

        def name(self, seat: object) -> str: ...
        def place(self, cell: Cell) -> str: ...
        def row_of_goals(self, row: int, rows: int) -> str: ...
        def facts(self, facts: Mapping[str, Fact]) -> dict[str, str]: ...

    # ---- a card that waits ---------------------------------------------------------------------------------------

    def held(self, seat: SeatId | None, held: HeldView) -> str:
        facts = {"seat": self.name(seat), "card": self.say.first(f"card.{held.deed}", f"act.{held.deed}", "act.place")}
        if held.deed == "path":
            return self.say("held.path", **facts)
        if held.target is not None:
            return self.say("held.on", target=self.name(held.target), **facts)
        if held.cells:
            places = self.say.join([self.place(cell) for cell in held.cells])
            return self.say("held.at", place=places, **facts)
        return self.say("held.plain", **facts)

    # ---- the end of a round --------------------------------------------------------------------------------------

    def found_after(self, result: ResultView) -> str:
        """What is turned up after a round: where the gold was that nobody has reached, and the dwarves left over."""
        said = []
        if result.gold_row is not None and result.reason != "gold":
            said.append(self.say("result.gold_lay", place=self.row_of_goals(result.gold_row, result.goal_rows)))
        if result.aside:
            dwarves = [self.say.many(f"roles.{role}", count) for role, count in sorted(Counter(result.aside).items())]
            said.append(self.say("result.aside", roles=self.say.join(dwarves)))
        return " ".join(said)

    def team_line(self, team: TeamView) -> str:
        """Whether doors kept a team from the gold, and where they stand."""
        if team.open:
            return self.say(f"team.open.{team.team}")
        words = self.say(f"team.shut.{team.team}")
        return f"{words} ({self.say.join([self.place(cell) for cell in team.doors])})" if team.doors else words

    def earnings(self, result: ResultView, seat: SeatId) -> str:
        """How a player's gold of a round came about, part by part."""
        return "; ".join(self._earning(one) for one in result.earned if one.seat == seat)

    def _earning(self, one: EarningView) -> str:
        if one.cards:
            return self.say.many("earned.cards", one.cards)
        sign = "\N{MINUS SIGN}" if one.nuggets < 0 else "+"
        return f"{self.say.first(f'earned.{one.why}', 'earned.other')} {sign}{abs(one.nuggets)}"

    def account(self, result: ResultView) -> list[str]:
        """How the gold of a round came about, one sentence after the other."""
        return [self._accounted(one) for one in result.account if one.code not in TO_DRAW]

    def is_much(self, result: ResultView) -> bool:
        """Whether on a low screen all that is said of so many has room only where two of them share a row."""
        explained = bool(result.finisher is not None and result.teams) or result.crystals is not None
        most = MOST_EXPLAINED if explained or self.account(result) else MOST_NAMED
        return len(self.scores(result)) > most

    def scores(self, result: ResultView) -> list[ScoreView]:
        """Without those of whom nothing is known: below "The gold miners win!" they would read as if they had won."""
        earned = {one.seat for one in result.earned}
        return [one for one in result.scores if one.won or one.role or one.nuggets is not None or one.seat in earned]

    def to_turn_up(self, result: ResultView) -> bool:
        """Whether people are still to turn their printed dwarves over; a title that cannot name the winners says it."""
        told = result.winners == "unknown" or any(one.role for one in result.scores)
        return self.view.stage is Stage.ROUND_OVER and not told

    def to_draw(self, result: ResultView) -> str:
        """How people hand out printed gold, as far as that can be told."""
        return " ".join(self._accounted(one) for one in result.account if one.code in TO_DRAW)

    def _accounted(self, one: AccountView) -> str:
        seats = one.facts.get("seats")
        alone = one.code in OF_MANY and isinstance(seats, tuple) and len(seats) == 1
        key = f"account.{one.code}.alone" if alone else f"account.{one.code}"
        if one.code in SCALES:
            return self.say(key, scale=_scale(one.facts["people"], one.facts["sums"]))
        facts = self.facts(one.facts)
        number = one.facts.get("nuggets", one.facts.get("cards"))
        return self.say(key, **facts) if number is None else self.say.many(key, int(str(number)), **facts)

    def theft_line(self, theft: TheftView) -> str:
        """Who took what from whom, to thief and victim; to all others only that a thief was about."""
        me = self.view.me.seat if self.view.me else None
        if not theft.known:
            return self.say("theft.hidden", name=self.name(theft.seat))
        if theft.victim is None:
            return self.say("theft.nothing")
        if theft.seat == me:
            return self.say("theft.mine", name=self.name(theft.victim))
        return self.say("theft.from_me", name=self.name(theft.seat))


def _scale(people: Fact, sums: Fact) -> str:
    """`1 → 4, 2–3 → 3`: for so many people, so much for each."""
    assert isinstance(people, tuple) and isinstance(sums, tuple)
    return ", ".join(f"{many} \N{RIGHTWARDS ARROW} {each}" for many, each in zip(people, sums, strict=True))
