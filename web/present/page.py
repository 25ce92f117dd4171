"""Everything the templates of one page may use: the view, its sentences and its drawings. No requests, no session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from math import ceil
from typing import Unpack

from companion.editions.cards import Role
from companion.editions.compose import compose
from companion.editions.ruleset import Ruleset
from companion.sight.hints import Hint
from companion.state.commands import Attendance, SeatId, Tool
from companion.state.names import same_name
from companion.state.refusals import Refusal
from companion.views.model import HandCardView, LineToSetView, ProposalView, SeatView, SeenTableView, Stage, View
from web.language import Speech
from web.present import gold
from web.present.badges import badges
from web.present.drawings import Drawings
from web.present.moments import AFTER, OPEN_TURNS, for_script, moments_of
from web.present.podium import Standing
from web.present.selection import Selection, SelectionParts
from web.present.sentences import Sentences
from web.present.setup_offers import SetupOffers
from web.settings import CROWD, LIKELY_PERCENT, SURE_PERCENT

FOR_ALL = AFTER | {Stage.LOBBY, Stage.SETTING, Stage.ROLES, Stage.GAME_OVER}  # they begin for everybody at the table
EMPTY_TABLE = frozenset({"table.not_found", "table.nothing"})  # all that a camera says of one without cards


@dataclass(frozen=True)
class Page(Drawings):
    """`base` is where this page lives: "/" for a phone, "/table" for the table screen; `host` may correct things.

    refusal, hint : why the last press did nothing: what the rules, what the camera said
    quarters : what lies on the table is drawn turned by so many quarter turns, clockwise
    beside : the other seats that this browser holds
    may_host : this browser may open the table's page and do there what the host does
    screen : it is the table screen, and no remote of it
    """

    view: View
    say: Speech
    selection: Selection
    base: str
    host: bool = False
    refusal: Refusal | None = None
    hint: Hint | None = None
    quarters: int = 0
    beside: tuple[SeatView, ...] = ()
    may_host: bool = False
    screen: bool = False

    @cached_property
    def words(self) -> Sentences:
        return Sentences(self.view, self.say)

    def action(self, verb: str) -> str:
        """Where a form posts to."""
        return f"{self.base.rstrip('/')}/do/{verb}"

    def review(self, verb: str) -> str:
        """Where an answer about what the camera saw is posted to."""
        return f"{self.base.rstrip('/')}/review/{verb}"

    def link(self, **change: Unpack[SelectionParts]) -> str:
        """The address of another step; whatever is not named is forgotten."""
        return Selection().href(self.base, **change)

    def step(self, **change: Unpack[SelectionParts]) -> str:
        """The address of the next step of the same choice."""
        return self.selection.href(self.base, **change)

    # ---- who and what ----------------------------------------------------------------------------------------

    @property
    def me(self) -> SeatView | None:
        return self.view.me

    @property
    def crowd(self) -> bool:
        """So many players that lists of them take two columns."""
        return len(self.view.seats) > CROWD

    @property
    def columns(self) -> str:
        """The style of a list of players: many are read down the first column and on down the second."""
        return f"crowd rows-{ceil(len(self.view.seats) / 2)}" if self.crowd else ""

    @property
    def changed_seat(self) -> SeatView | None:
        """Whom the host gives another name or place just now."""
        return next((one for one in self.view.seats if self.host and self.selection.do == f"me-{one.seat}"), None)

    @property
    def my_move(self) -> bool:
        return self.me is not None and self.me.seat in self.view.waiting_for and not self.laying

    @property
    def moments(self) -> dict[str, str]:
        return for_script(moments_of(self.view, self.my_move), phone=self.me is not None)

    @property
    def called(self) -> bool:
        """Everybody waits for this phone, and the page's title may say so: not while roles are looked at."""
        return self.my_move and self.view.stage in OPEN_TURNS | {Stage.DRAFT}

    @property
    def call(self) -> str:
        """What calls this phone now, in words; a page with a new one is shown from its top. Nothing while others play
        or are asked, but that it has a new dwarf."""
        begun = f"{self.view.stage}-{self.view.round}" if self.view.stage in FOR_ALL else ""
        mine = self.my_move if not begun else self.called
        return " ".join(word for word in (begun, "turn" if mine else "", "dwarf" if self.new_dwarf else "") if word)

    @property
    def photographed(self) -> bool:
        """Photographs are asked for: people hold their own cards, and no camera stands over the table."""
        return self.view.hand_cards is None and self.view.camera.state in ("off", "lost", "photos")

    @property
    def new_dwarf(self) -> bool:
        """In the middle of a round this phone got a dwarf that its owner has not looked at; he plays for it already."""
        role = self.view.role
        return role is not None and role.known and not role.seen and self.view.stage is Stage.PLAY

    @property
    def hushed(self) -> bool:
        """This phone makes no sound of its own: somebody may be looking at something secret."""
        return self.view.stage not in OPEN_TURNS | {Stage.LOBBY, Stage.ROUND_OVER, Stage.GAME_OVER}

    @property
    def laying(self) -> bool:
        """At the demo table: a hand lays this phone's card, and the camera has not seen it yet."""
        return self.me is not None and self.me.seat == self.view.on_its_way

    def seat(self, seat: SeatId | None) -> SeatView | None:
        return next((s for s in self.view.seats if s.seat == seat), None)

    def badge(self, seat: SeatView) -> str:
        """What tells this player's badge apart from the others'."""
        return self._badges[seat.colour]

    @cached_property
    def _badges(self) -> Mapping[int, str]:
        return badges({one.colour: one.name for one in self.view.seats})

    @property
    def dwarves_aside(self) -> int:
        """Dwarf cards that nobody has and nobody may look at, where they could be saboteurs: so everybody may know."""
        pool = dict(self.view.roles_in_play)
        return max(0, sum(pool.values()) - len(self.view.seats)) if Role.SABOTEUR in pool else 0

    @property
    def misfit(self) -> ProposalView | None:
        """The card that lies on the table though the rules do not allow it there."""
        return next((one for one in self.view.proposals if one.problem == "illegal"), None)

    @property
    def actor(self) -> SeatView | None:
        """The one seat that everybody waits for, if it is one."""
        seats = self.view.waiting_for or ((self.view.turn,) if self.view.turn is not None else ())
        return self.seat(seats[0]) if len(seats) == 1 else None

    @property
    def open_proposals(self) -> tuple[ProposalView, ...]:
        """Those that this page may answer."""
        return tuple(p for p in self.view.proposals if p.mine)

    @property
    def corrected(self) -> ProposalView | None:
        """The one that a person is busy correcting."""
        return next((p for p in self.open_proposals if p.id == self.selection.about), None)

    @property
    def chosen_card(self) -> HandCardView | None:
        """Of a demo hand."""
        return next((card for card in self.view.hand_cards or () if card.key == self.selection.hand), None)

    def hand_link(self, card: HandCardView) -> str:
        """Where pressing a card of a demo hand leads: laying it, or playing it."""
        return self.link(do="place" if card.what == "path" else card.what, hand=card.key)

    @cached_property
    def box(self) -> Ruleset | None:
        """The cards that this table plays with."""
        setup = self.view.setup
        found = compose(setup.edition, setup.modules, setup.options)
        return found if isinstance(found, Ruleset) else None

    @cached_property
    def setup_offers(self) -> SetupOffers:
        return SetupOffers(self.words)

    def in_digits(self, seconds: int) -> str:
        """A number of seconds below 1000 as the style sheet's classes: the policy allows no style of one's own."""
        return " ".join(f"{place}{digit}" for place, digit in zip("hto", f"{seconds:03}", strict=True))

    @property
    def preparation(self) -> tuple[LineToSetView, ...]:
        """What the table lays out before a round."""
        return self.view.setting.lines if self.view.setting else ()

    @property
    def seen_table(self) -> SeenTableView | None:
        """What the camera sees of it, while it is set and until somebody has laid a card."""
        return self.view.setting.table if self.view.setting else None

    @property
    def waits_for_cards(self) -> bool:
        """The table is being set and no card lies there yet: no camera could find it, and none is to be moved."""
        seen, camera = self.seen_table, self.view.camera
        nothing = seen is not None and not (seen.start or seen.goals or seen.others)
        return nothing and self.view.stage is Stage.SETTING and {hint.code for hint in camera.hints} <= EMPTY_TABLE

    @property
    def camera_misses(self) -> bool:
        """Something is not there yet, or not gone, of what the camera would see."""
        return self.view.setting is not None and self.view.setting.camera_misses

    @property
    def tools(self) -> tuple[Tool, ...]:
        return tuple(Tool)

    @property
    def may_join_later(self) -> bool:
        """Another round is to come, and the box has room for one more."""
        room = self.box is not None and len(self.view.seats) + len(self.view.newcomers) < self.box.most
        return room and self.view.stage not in (Stage.LOBBY, Stage.GAME_OVER) and self.view.round < self.view.rounds

    @property
    def still_reading(self) -> tuple[SeatId, ...]:
        """Whose phones have not said yet that they have seen how the round ended."""
        return tuple(
            one.seat for one in self.view.seats if one.taken and not one.ready and one.presence == Attendance.HERE
        )

    @property
    def only_phones(self) -> bool:
        """What is waited for shows a secret to the one who presses: the table screen has no button for it."""
        theft = self.view.ask is not None and self.view.ask.what == "theft"
        return theft or self.view.stage in (Stage.DRAFT, Stage.PEEK, Stage.INSPECT)

    @property
    def computer_name(self) -> str:
        """For the next computer player, where nobody types one: no seat has it."""
        names = self.say("demo.names").split()
        numbered = (f"{name} {number}" if number > 1 else name for number in count(1) for name in names)
        return next(name for name in numbered if not any(same_name(name, seat.name) for seat in self.view.seats))

    @property
    def waited_in_vain(self) -> tuple[SeatView, ...]:
        """Those who are to do something and whose phones are gone, or have not come yet where only they can do it.

        What printed cards are, the table tells as well: nobody has to be skipped or taken out for that, and it would
        not help.
        """
        if self.view.stage is Stage.TELL:
            return ()
        awaited = (*self.view.waiting_for, *(self.still_reading if self.view.stage is Stage.ROUND_OVER else ()))
        only = self.only_phones
        return tuple(one for one in self.view.seats if one.seat in awaited and (one.gone or (only and one.unplayed)))

    @property
    def to_play_here(self) -> tuple[SeatView, ...]:
        """Those without a phone whose move it is, where the table screen has no form for it and does not say already
        that they are waited for."""
        here = self.view.stage in (Stage.ROLES, Stage.PLAY) or self.only_phones
        waited = {one.seat for one in self.waited_in_vain}
        awaited = {*self.view.waiting_for} - waited if here and not self.view.paused else ()
        return tuple(one for one in self.view.seats if one.lacks_phone and one.seat in awaited)

    @property
    def seats_here(self) -> tuple[SeatView, ...]:
        """Those that this phone holds, in the order in which they sit."""
        own = (*self.beside, *([self.me] if self.me else []))
        return tuple(sorted(own, key=lambda one: one.seat))

    @property
    def vacant(self) -> tuple[SeatView, ...]:
        """Seats a phone may sit down on."""
        return tuple(seat for seat in self.view.seats if not seat.taken)

    @property
    def gold_to_choose(self) -> tuple[gold.GoldChoice, ...]:
        return gold.different((self.view.draft.cards if self.view.draft else None) or ())

    @property
    def unmasked(self) -> tuple[SeatView, ...]:
        """Whose dwarves lie face up, at the end of a round."""
        return tuple(seat for seat in self.view.seats if seat.role is not None)

    @property
    def standing(self) -> Standing:
        return Standing(self.view.final)

    @property
    def stage_template(self) -> str:
        return "resting" if self.view.rests else self.view.stage.value

    def sureness(self, percent: int) -> str:
        """A machine's percentage in words that a guest would use."""
        level = "sure" if percent >= SURE_PERCENT else "likely" if percent >= LIKELY_PERCENT else "maybe"
        return self.say(f"sure.{level}")
