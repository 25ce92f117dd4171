"""Everything the templates of one page may use: the view, its sentences and its drawings. No requests, no session."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from companion.editions.compose import compose
from companion.editions.ruleset import Ruleset
from companion.state.commands import SeatId, Tool
from companion.state.refusals import Refusal
from companion.views.model import (
    EditionView,
    HandCardView,
    ProposalView,
    ScoreView,
    SeatView,
    Stage,
    TargetView,
    View,
)
from web.language import Speech
from web.present import boxes, house_rules, prepare
from web.present.choices import Choice
from web.present.drawings import Drawings
from web.present.sentences import Sentences


@dataclass(frozen=True)
class Page(Drawings):
    """`base` is where this page lives: "/" for a phone, "/table" for the table screen; `host` may correct things."""

    view: View
    say: Speech
    choice: Choice
    base: str
    host: bool = False
    refusal: Refusal | None = None

    @cached_property
    def words(self) -> Sentences:
        return Sentences(self.view, self.say)

    def action(self, verb: str) -> str:
        """Where a form posts to."""
        return f"{self.base.rstrip('/')}/do/{verb}"

    def review(self, verb: str) -> str:
        """Where an answer about what the camera saw is posted to."""
        return f"{self.base.rstrip('/')}/review/{verb}"

    def link(self, **change: object) -> str:
        """The address of another step; whatever is not named is forgotten."""
        return Choice().href(self.base, **change)

    def step(self, **change: object) -> str:
        """The address of the next step of the same choice."""
        return self.choice.href(self.base, **change)

    # ---- who and what ----------------------------------------------------------------------------------------

    @property
    def me(self) -> SeatView | None:
        return self.view.me

    @property
    def crowd(self) -> bool:
        """So many players that lists of them take two columns."""
        return len(self.view.seats) > 6

    @property
    def boxes_for_all(self) -> str:
        """The boxes that as many can play as have sat down; nothing where none is for so many."""
        players = len(self.view.seats)
        found = [one.key for one in self.view.setup.editions if one.least <= players <= one.most]
        return self.say.either([self.words.word("edition", key) for key in found])

    @property
    def my_move(self) -> bool:
        return self.me is not None and self.me.seat in self.view.waiting_for and not self.laying

    @property
    def laying(self) -> bool:
        """At the demo table: a hand lays this phone's card, and the camera has not seen it yet."""
        return self.me is not None and self.me.seat == self.view.on_its_way

    def seat(self, seat: SeatId | None) -> SeatView | None:
        return next((s for s in self.view.seats if s.seat == seat), None)

    @property
    def actor(self) -> SeatView | None:
        """The one seat that everybody waits for, if it is one."""
        seats = self.view.waiting_for or ((self.view.turn,) if self.view.turn is not None else ())
        return self.seat(seats[0]) if len(seats) == 1 else None

    @property
    def open_asks(self) -> tuple[ProposalView, ...]:
        """Proposals that this page may answer."""
        return tuple(p for p in self.view.proposals if p.mine)

    @property
    def ask(self) -> ProposalView | None:
        """The proposal a person is busy correcting."""
        return next((p for p in self.open_asks if p.id == self.choice.about), None)

    @property
    def held_card(self) -> HandCardView | None:
        """The chosen card of a demo hand."""
        return next((card for card in self.view.hand_cards or () if card.key == self.choice.hand), None)

    def hand_link(self, card: HandCardView) -> str:
        """Where pressing a card of a demo hand leads: laying it, or playing it."""
        return self.link(do="place" if card.what == "path" else card.what, hand=card.key)

    def targets(self, offered: tuple[TargetView, ...]) -> tuple[TargetView, ...]:
        """Those that the chosen card of a demo hand can be played on."""
        drawn = self.held_card.tools if self.held_card else self.tools
        narrowed = (TargetView(one.seat, tuple(tool for tool in one.tools if tool in drawn)) for one in offered)
        return tuple(one for one in narrowed if one.tools)

    @cached_property
    def box(self) -> Ruleset | None:
        """The cards that this table plays with."""
        setup = self.view.setup
        found = compose(setup.edition, setup.modules, setup.options)
        return found if isinstance(found, Ruleset) else None

    @property
    def shelves(self) -> tuple[tuple[str, tuple[EditionView, ...]], ...]:
        return boxes.shelves(self.view.setup)

    @property
    def edition(self) -> EditionView | None:
        """The edition that is chosen."""
        return next((one for one in self.view.setup.editions if one.key == self.view.setup.edition), None)

    @property
    def module_groups(self) -> tuple[tuple[str, tuple[boxes.ModuleOffer, ...]], ...]:
        return boxes.offers(self.view.setup)

    @property
    def house_rules(self) -> tuple[house_rules.Offer, ...]:
        return house_rules.offers(self.view.setup)

    @property
    def preparation(self) -> tuple[prepare.Step, ...]:
        """What the table lays out before a round; nothing where the players do not suit the box."""
        view, players = self.view, len(self.view.seats)
        if self.box is None or not self.box.least <= players <= self.box.most:
            return ()
        return prepare.steps(self.box, view.setup, players, view.round > 1)

    @property
    def prepared_maze(self) -> bool:
        return self.box is not None and prepare.lies_unusually(self.box)

    @property
    def tools(self) -> tuple[Tool, ...]:
        return tuple(Tool)

    @property
    def vacant(self) -> tuple[SeatView, ...]:
        """Seats a phone may sit down on."""
        return tuple(seat for seat in self.view.seats if not seat.taken)

    @property
    def champions(self) -> tuple[SeatId, ...]:
        return tuple(score.seat for score in self.view.final if score.won)

    @property
    def final_order(self) -> list[ScoreView]:
        """Best first; equal scores stay in table order."""
        return sorted(self.view.final, key=lambda score: -(score.nuggets or 0))

    @property
    def stage_template(self) -> str:
        return self.view.stage.value

    def sureness(self, percent: int) -> str:
        """A machine's percentage in words that a guest would use."""
        level = "sure" if percent >= 85 else "likely" if percent >= 50 else "maybe"
        return self.say(f"sure.{level}")

    @property
    def playing(self) -> bool:
        return self.view.stage in (Stage.PLAY, Stage.PEEK, Stage.GOAL)
