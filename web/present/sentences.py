"""Codes and facts from the View as sentences for people. No markup, no decisions."""

from __future__ import annotations

from collections.abc import Mapping

from companion.editions.ruleset import Conflict, Ruleset
from companion.maze.geometry import Cell
from companion.state.refusals import Fact, Refusal
from companion.views.model import CardView, LineToSetView, LineView, ProposalView, SeenTableView, Stage, View, is_seat
from web.language import Speech
from web.present.card_words import CardWords
from web.present.endings import Endings

MOST_NAMES = 3  # more would fill the top of a phone
COUNT_FACTS = ("cards", "nuggets", "minutes", "most")
SETUP_CODES = ("needs", "needs_edition", "excludes")  # their facts are keys of editions and modules
AGAINST_THE_RULES = ("illegal", "broken_tool")  # problems of a proposal: the rules say what is wrong
SAID_BY_THE_HEADLINE = ("illegal", "two_cards")
WORD_FACTS = {
    "tool": "tool",
    "broken": "tool",
    "card": "tool",
    "tools": "tool",
    "deed": "card",
    "role": "role",
    "kind": "goal",
    "goal": "goal",
    "winners": "winners",
    "edition": "edition",
    "module": "edition",
    "modules": "edition",
    "option": "option",
    "rule": "option",
    "reason": "round_end",
}


class Sentences(Endings):
    """Says what a view holds, in one language."""

    def __init__(self, view: View, say: Speech) -> None:
        self.view = view
        self.say = say
        self.cards = CardWords(say)
        self._names = {seat.seat: seat.name for seat in view.seats}

    def name(self, seat: object) -> str:
        if not isinstance(seat, int) or isinstance(seat, bool):
            return self.say("seat.nobody") if seat is None else str(seat)
        return self._names.get(seat, self.say("seat.number", number=seat + 1))

    def names(self, seats: tuple[int, ...]) -> str:
        return self.say.join([self.name(seat) for seat in seats])

    def in_box(self, box: Ruleset) -> str:
        """How many cards it is played with and for how many players."""
        tunnels = sum(card.copies for card in box.paths)
        actions = sum(card.copies for card in box.deck_actions)
        return self.say("setup.in_box", tunnels=tunnels, actions=actions, least=box.least, most=box.most)

    def to_set(self, line: LineToSetView) -> str:
        """One thing to do before a round."""
        if line.key == "dwarves":
            return self.say("prepare.dwarves", roles=self.roles_in_play())
        return self.say.first(f"prepare.{line.key}.{self.view.setup.goals}", f"prepare.{line.key}", number=line.number)

    def table_seen(self, seen: SeenTableView) -> list[str]:
        """What the camera sees of a table that is set; on an empty one only what it does not see."""
        found = [self.say("setting.start" if seen.start else "setting.no_start")]
        if seen.start or seen.goals:
            found.append(self.say.many("setting.goals", seen.goals))
        return [*found, self.say.many("setting.others", seen.others)] if seen.others else found

    def waiting(self) -> str:
        """For whom the table waits; more than three are counted. Once all have told their roles, whether it was so."""
        seats = self.view.waiting_for
        if self.view.stage is Stage.SETTING:
            return self.say("turn.setting")
        if self.view.stage is Stage.TELL and not seats:
            return self.say("turn.agree_roles")
        if len(seats) > MOST_NAMES:
            return self.say("turn.wait_many", number=len(seats))
        return self.say("turn.wait", names=self.names(seats)) if seats else self.say("turn.patience")

    def winners(self, seats: tuple[int, ...]) -> str:
        """Of the night; more than three are counted, as their names stand below."""
        if len(seats) > MOST_NAMES:
            return self.say("final.shared", number=len(seats))
        return self.say.many("final.title", len(seats), names=self.names(seats))

    def facts(self, facts: Mapping[str, Fact]) -> dict[str, str]:
        return {name: self._fact(name, value) for name, value in facts.items()}

    def _fact(self, name: str, value: Fact) -> str:
        if isinstance(value, Cell):
            return self.place(value)
        if isinstance(value, tuple):
            if name == "seats":  # facts are words: each is a seat's number
                return self.say.join([self.name(int(str(part))) for part in value])
            return self.say.join([self._fact(name, part) for part in value])
        if is_seat(name):
            return self.name(value)
        if name in WORD_FACTS:
            return self.word(WORD_FACTS[name], str(value))
        if isinstance(value, bool):
            return self.say("yes" if value else "no")
        return str(value)

    def word(self, family: str, code: str) -> str:
        """`tool.lamp`; an edition's name has a description beside it, so it is `edition.bga.name`."""
        key = f"{family}.{code}.name" if family == "edition" else f"{family}.{code}"
        return self.say(key) if self.say.has(key) else code.replace("_", " ")

    def place(self, cell: Cell) -> str:
        """A goal by its row, any other cell by its steps from the start card."""
        kind = next((card.kind for card in self._cards if card.cell == cell), None)
        if kind == "goal":
            return self.goal_place(cell)
        if kind == "site":
            return self.say("place.site")
        steps = self.steps(cell)
        if not steps:
            return self.say("place.start")
        return self.say("place.chest" if kind == "covered" else "place.steps", steps=steps)

    def target(self, cell: Cell) -> str:
        """`the crossing 2 ahead, 1 left`: a place with what lies there."""
        face = next((card.face for card in self._cards if card.cell == cell and card.kind == "path"), None)
        return self.say("place.card", card=self.cards.name(face), steps=self.steps(cell)) if face else self.place(cell)

    def steps(self, cell: Cell) -> str:
        """`3 ahead, 1 left`: as seen from the start card towards the goals, on whichever side somebody sits."""
        ways = (("ahead" if cell.x > 0 else "back", cell.x), ("right" if cell.y > 0 else "left", cell.y))
        return ", ".join(self.say(f"place.{way}", count=abs(count)) for way, count in ways if count)

    def goal_place(self, cell: Cell) -> str:
        rows = sorted(card.cell.y for card in self._cards if card.kind == "goal")
        row = rows.index(cell.y) if cell.y in rows else len(rows) // 2
        return self.row_of_goals(row, len(rows))

    def row_of_goals(self, row: int, rows: int) -> str:
        """A goal by its row, counted from the left as seen from the start, of so many."""
        if rows == 3:
            return self.say(("goal.left", "goal.middle", "goal.right")[row])
        return self.say("goal.row", number=row + 1)

    def saw(self, seen: str | None, named: str | None) -> str:
        """Another goal lies there than the one that was named."""
        card = self.say.first(f"goal_card.{seen}", "goal_card.other")
        if seen == named:
            return self._sentence(self.say("goal.saw.alike", saw=card))
        return self._sentence(self.say("goal.saw", saw=card, named=self.say(f"goal_card.{named}")))

    @property
    def _cards(self) -> tuple[CardView, ...]:
        return self.view.maze.cards if self.view.maze else ()

    def refusal(self, refusal: Refusal) -> str:
        facts = self.facts(refusal.facts)
        if refusal.code in SETUP_CODES:
            facts = {name: self.word("edition", text) for name, text in facts.items()}
        key = f"refusal.{refusal.code}"
        return self._counted(key, refusal.facts) if self.say.has_many(key) else self.say(key, **facts)

    def played(self) -> str:
        """What is played, in one line; house rules are counted."""
        setup = self.view.setup
        parts = [self.word("edition", key) for key in (setup.edition, *setup.modules)]
        if setup.options:
            parts.append(self.say.many("rules.count", len(setup.options)))
        return " + ".join(parts)

    def turn_time(self, seconds: int) -> str:
        """How long a turn may take until a kind word is said."""
        if not seconds:
            return self.say("turn_time.off")
        if seconds % 60:
            return self.say("turn_time.seconds", seconds=seconds)
        return self.say.many("turn_time.minutes", seconds // 60)

    def why_not(self, conflict: Conflict) -> str:
        """What keeps a module from being added to what is chosen, and for what reason."""
        only = self.say.either([self.word("edition", key) for key in conflict.more])
        other = self.word("edition", conflict.other)
        what = self.say.first(f"why_not.{conflict.code}", "why_not.other", other=other, only=only)
        return " ".join([what, *(self.say(key) for key in self.because(conflict))])

    def because(self, conflict: Conflict) -> tuple[str, ...]:
        """The sentence that gives the reason: of the two, either way round, or of one of them."""
        one, other = conflict.name, conflict.other
        keys = (f"because.{both}" for both in (f"{one}.{other}", f"{other}.{one}", other, one))
        return tuple(key for key in keys if self.say.has(key))[:1]

    def reason(self, code: str) -> str:
        return self.say.first(f"reason.{code}", f"refusal.{code}")

    def why_not_done(self, refusal: Refusal) -> list[str]:
        """What the rules say against it, once: the reasons, where there are any, say more than that it may not be."""
        return [self.reason(code) for code in refusal.reasons] or [self.refusal(refusal)]

    def why_asked(self, proposal: ProposalView) -> list[str]:
        """Why people are asked about what was seen, once; nothing where the question's headline says it."""
        if proposal.refusal and proposal.problem in AGAINST_THE_RULES:
            return self.why_not_done(proposal.refusal)
        if not proposal.problem or proposal.problem in SAID_BY_THE_HEADLINE:
            return []
        return [self.say.first(f"problem.{proposal.problem}", "problem.unsure")]

    def line(self, line: LineView) -> str:
        key = f"line.{line.code}"
        if self.say.has_many(key):
            return self._sentence(self._counted(key, line.facts))
        return self._sentence(self.say.first(*self._of_own(key, line), key, "line.other", **self.facts(line.facts)))

    def _counted(self, key: str, facts: Mapping[str, Fact]) -> str:
        """In the singular or in the plural, by the first fact that is a number of something."""
        count = next((facts[name] for name in COUNT_FACTS if name in facts), 1)
        return self.say.many(key, int(str(count)), **self.facts(facts))

    def _of_own(self, key: str, line: LineView) -> tuple[str, ...]:
        """Where somebody does it to what is his own, another sentence than with his name twice."""
        return (f"{key}.own",) if "target" in line.facts and line.facts["target"] == line.facts.get("seat") else ()

    def _sentence(self, text: str) -> str:
        """A fact may have come first: sentences begin with a capital letter."""
        return text[:1].upper() + text[1:]

    def reason_line(self, code: str) -> str:
        """Why a round is over."""
        return self.say.first(f"round_end.{code}", "round_end.other")

    def tool_names(self, tools: tuple[str, ...]) -> str:
        return self.say.join([self.word("tool", tool) for tool in tools])

    def roles_in_play(self) -> str:
        parts = [self.say.many(f"roles.{role}", count) for role, count in self.view.roles_in_play]
        return self.say.join(parts)
