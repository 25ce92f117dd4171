"""What a phone may press in a turn, from the offers in its view: which buttons, which panel, which cells. No markup."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from companion.cards.asked import PLAYER
from companion.cards.register import answer_named, answers, cards
from companion.maze.geometry import Cell, Side
from companion.state.commands import SeatId
from companion.views.model import EndView, Stage, Way
from web.card_verbs import verb_of_answer
from web.present.palette import both_ways, lying
from web.present.panels import BESIDES, ICONS
from web.present.picking import Picking
from web.settings import VETO_PHONE_S, VETO_TABLE_S

if TYPE_CHECKING:
    from companion.views.model import View
    from web.language import Speech
    from web.present.selection import Selection


class Actions(Picking):
    """Part of Page."""

    view: View
    selection: Selection
    say: Speech

    # ---- which buttons -------------------------------------------------------------------------------------------

    @property
    def acts(self) -> tuple[str, ...]:
        """Action cards that could be played now, by the name of their panel."""
        if self.view.hand_cards is not None:  # then the cards themselves are the buttons
            return ()
        return tuple(card.key for card in cards() if self.may_play(card.key))

    @property
    def besides(self) -> tuple[str, ...]:
        return tuple(do for do in BESIDES if self.may_play(do))

    def act_name(self, do: str) -> str:
        """Whoever has no card to throw away passes."""
        return self.say("act.pass_empty" if do == "pass" and not any(self.view.offers.discards) else f"act.{do}")

    @property
    def pass_how(self) -> str:
        """The sentence on throwing cards away: one or some of them, and whether the pile has as many to draw."""
        most = max(self.view.offers.discards, default=0)
        if (self.view.pile or 0) < most:
            return "pass.text_some_last" if most > 1 else "pass.text_last"
        return "pass.text_some" if most > 1 else "pass.text"

    def may_play(self, do: str) -> bool:
        offers = self.view.offers
        besides = {
            "place": offers.place,
            "trade": offers.trade_tools or offers.trade_marks,
            "set_toll": offers.set_toll,
            "pass": offers.discards,
        }
        return bool(besides[do] if do in besides else offers.ways(do))

    def may_have_taken(self, cell: Cell) -> tuple[str, ...]:
        """Cards that ask for more than the cell that is empty now: no one answer plays them, but their panels do."""
        takers = (card.key for card in cards() if card.removes and not card.seen_whole)
        offers = self.view.offers
        return tuple(key for key in takers if key in self.acts and any(cell in way.cells for way in offers.ways(key)))

    @property
    def panel_template(self) -> str:
        """Of a card: the panel for what it asks now; the same for all cards that ask that."""
        if self.open_card is None:
            return f"player/act_{self.open_panel}.html"
        return f"player/pick_{self.asked.what if self.asked else 'yes'}.html"

    def icon_of(self, do: str) -> str:
        drawn = {**{one.key: one.icon for one in cards()}, **{one.key: one.icon for one in answers()}}.get(do)
        return drawn or ICONS.get(do, do)

    def cracks(self, do: str) -> bool:
        """The tools on this card are drawn broken."""
        return any(card.cracks for card in cards() if card.key == do)

    @property
    def ask_icon(self) -> str:
        return self.icon_of(self.view.ask.what) if self.view.ask else "wait"

    @property
    def ask_verb(self) -> str:
        """Where the answer to a chest is posted to."""
        answer = answer_named(self.view.ask.what) if self.view.ask else None
        return verb_of_answer(answer) if answer else ""

    @property
    def ask_template(self) -> str:
        """What is asked with a player for an answer has one panel; anything else its own."""
        what = self.view.ask.what if self.view.ask else ""
        answer = answer_named(what)
        return "asked/player.html" if answer and answer.asks == (PLAYER,) else f"asked/{what}.html"

    def card_word(self, deed: str) -> str:
        """What is written on a card of this kind."""
        return self.say.first(f"card.{deed}", f"act.{deed}", "act.place")

    @property
    def stage_word(self) -> str:
        """The stage, and in the stage of questions what is asked; as the end of a sentence's key."""
        view = self.view
        if view.stage is Stage.ASK and view.ask:
            return f"ask.{view.ask.what}"
        if view.goal and view.goal.task == "turn":
            return "turn_goal"
        if view.on_its_way is not None:
            return "laying"
        return "pioneer" if view.stage is Stage.PLAY and view.pioneer_left else view.stage.value

    # ---- people --------------------------------------------------------------------------------------------------

    def payers(self, cell: Cell | None) -> tuple[SeatId, ...] | None:
        """Who could pay the toll dwarf that looks into this cell; None where none does."""
        return next((one.seats for one in self.view.offers.pay_toll if one.cell == cell), None)

    @property
    def layer(self) -> SeatId | None:
        """Whose card is laid from this page: the table acts for the seat on turn."""
        return self.view.me.seat if self.view.me else self.view.turn

    def toll_owner(self, cell: Cell | None) -> SeatId | None:
        tolls = self.view.maze.tolls if self.view.maze else ()
        return next((toll.owner for toll in tolls if toll.front == cell), None)

    def passes_free(self, cell: Cell | None) -> bool:
        """Before a dwarf of his own a player pays himself, which costs nothing (TOLL-04)."""
        return self.layer in (self.payers(cell) or ()) and self.toll_owner(cell) == self.layer

    def likely_payer(self, cell: Cell | None) -> SeatId | None:
        """Himself, where he can pay; the only other there is; else it must be said."""
        seats = self.payers(cell) or ()
        return self.layer if self.layer in seats else seats[0] if len(seats) == 1 else None

    @property
    def my_gold(self) -> int:
        """Nuggets on own gold cards, and loose ones."""
        return sum(self.view.my_nuggets or ()) + (self.view.my_purse or 0)

    def is_chest(self, cell: Cell) -> bool:
        return any(card.cell == cell and card.chest for card in self.view.maze.cards) if self.view.maze else False

    def goal_word(self, kind: str, nuggets: int) -> str:
        """What a goal card shows; a sack with what is in it."""
        return self.say.many("goal.sack_of", nuggets) if nuggets else self.say(f"goal.{kind}")

    @property
    def held_key(self) -> str:
        """Another name for each card that waits, so that no clock of one runs on for the next."""
        view, ask = self.view, self.view.ask
        return f"held-{ask.seat}-{view.discards}-{view.pile}-{len(view.maze.cards) if view.maze else 0}" if ask else ""

    @property
    def veto_s(self) -> int:
        """After so many seconds whoever says nothing lets a card stand."""
        return VETO_PHONE_S if self.view.me else VETO_TABLE_S

    def holds(self, what: str) -> bool:
        """Real cards are in real hands: there the table believes whoever says so."""
        hand = self.view.hand_cards
        return hand is None or any(card.what == what for card in hand)

    # ---- places --------------------------------------------------------------------------------------------------

    @property
    def asked_in_mine(self) -> str:
        """The open question that is answered by a place in the mine, by its key; empty where that is no such one."""
        answer = answer_named(self.view.ask.what) if self.view.ask else None
        return answer.key if answer and answer.in_maze else ""

    def places(self, kind: str) -> tuple[Cell, ...]:
        """The cells that may be pressed for an action of this kind, or to answer what is asked."""
        if kind == "set_toll":
            return tuple(dict.fromkeys(front(end) for end in self.view.offers.set_toll))
        if self.view.ask and kind == self.asked_in_mine:
            return tuple(dict.fromkeys(self.view.ask.cells))
        return self.cells_there

    @property
    def maps_the_mine(self) -> bool:
        """Goals are few and have a row; among chests whoever plays a map points at the place."""
        return any(self.is_chest(cell) for cell in self.cells_there)

    @property
    def ends_there(self) -> tuple[EndView, ...]:
        """The open ends that look into the chosen cell."""
        return tuple(end for end in self.view.offers.set_toll if front(end) == self.selection.cell)

    @property
    def ways_there(self) -> tuple[Way, ...]:
        """The ways to lay the card that is moved into the chosen cell."""
        return tuple(way for way in self.ways if self.selection.cell in way.cells)

    @cached_property
    def chosen_way(self) -> Way | None:
        """Pressing "turn" shows the other way, where there is one."""
        ways = self.ways_there
        return ways[-1 if self.selection.turned else 0] if ways else None

    def moved_face(self, way: Way) -> str | None:
        cards = self.view.maze.cards if self.view.maze else ()
        face = next((card.face for card in cards if card.newest), None)
        return lying(face, way.turned) if face else None

    def end_word(self, end: EndView) -> str:
        """Which of the cards around the chosen cell the dwarf stands on."""
        words = {Side.N: "below", Side.E: "left", Side.S: "above", Side.W: "right"}
        return self.say(f"do.set_toll.{words[end.side]}")

    # ---- faces to choose from ------------------------------------------------------------------------------------

    @property
    def cover_faces(self) -> tuple[str, ...]:
        return self.view.ask.faces if self.view.ask else ()

    @property
    def midway_faces(self) -> tuple[str, ...]:
        return both_ways(self.view.ask.faces) if self.view.ask else ()


def front(end: EndView) -> Cell:
    """The cell that an open end looks into."""
    return end.cell.beside(Side(end.side))
