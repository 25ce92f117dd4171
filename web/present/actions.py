"""What a phone may press in a turn, from the offers in its view: which buttons, which panel, which cells. No markup."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from companion.editions.cards import Deed
from companion.maze.geometry import Cell, Side
from companion.state.commands import SeatId
from companion.views.model import EndView, Stage, WayView
from web.present.palette import both_ways, lying
from web.settings import VETO_PHONE_S, VETO_TABLE_S

if TYPE_CHECKING:
    from companion.views.model import View
    from web.language import Speech
    from web.present.choices import Choice

PEOPLE = ("thief", "hands_off", "trap", "free", "inspect", "swap_hats", "swap_hands")
PLAIN = ("treasure_finder", "reverse", "pioneer", "veto")
IN_THE_MINE = ("rockfall", "map", "goal_swap", "move_last")
BESIDES = ("trade", "set_toll", "pass")  # no action card is needed for these
PANELS = ("place", "break", "repair", *PEOPLE, *PLAIN, *IN_THE_MINE, *BESIDES)
ICONS = {
    "place": "card", "path": "card", "break": "pickaxe", "repair": "wrench", "toll": "set_toll",
    "theft": "thief", "choose_dwarf": "inspect", "take_card": "swap_hands", "lay_cover": "chest",
    "tell_chest": "chest", "shift_goal": "move_last", "chore": "chest", "midway": "card",
}  # fmt: skip


class Actions:
    """Part of Page."""

    view: View
    choice: Choice
    say: Speech

    # ---- which buttons -------------------------------------------------------------------------------------------

    @property
    def acts(self) -> tuple[str, ...]:
        """Action cards that could be played now, by the name of their panel."""
        if self.view.hand_cards is not None:  # then the cards themselves are the buttons
            return ()
        return tuple(do for do in PANELS if do not in BESIDES and do != "place" and self.may_play(do))

    @property
    def besides(self) -> tuple[str, ...]:
        return tuple(do for do in BESIDES if self.may_play(do))

    def may_play(self, do: str) -> bool:
        offers = self.view.offers
        if do in PEOPLE:
            return bool(self.people(do))
        return bool(
            {
                "place": offers.place,
                "break": offers.break_tool,
                "repair": offers.repair,
                "rockfall": offers.rockfall,
                "map": offers.map,
                "goal_swap": len(offers.swap_goals) > 1,
                "treasure_finder": offers.search,
                "reverse": offers.reverse,
                "pioneer": offers.pioneer,
                "move_last": offers.move_to,
                "trade": offers.trade_tools or offers.trade_marks,
                "set_toll": offers.set_toll,
                "pass": offers.discards,
            }.get(do)
        )

    @property
    def open_panel(self) -> str:
        """The panel that is open, if the address names one."""
        return self.choice.do if self.choice.do in PANELS else ""

    @property
    def panel_template(self) -> str:
        do = self.open_panel
        kind = "people" if do in PEOPLE else "plain" if do in PLAIN else do
        return f"player/act_{kind}.html"

    def icon_of(self, do: str) -> str:
        return ICONS.get(do, do)

    @property
    def ask_icon(self) -> str:
        return self.icon_of(self.view.ask.what) if self.view.ask else "wait"

    def card_word(self, deed: str) -> str:
        """What is written on a card of this kind."""
        return self.say.first(f"card.{deed}", f"act.{deed}", "act.place")

    @property
    def stage_word(self) -> str:
        """The stage, and in the stage of questions what is asked; as the end of a sentence's key."""
        view = self.view
        if view.stage is Stage.ASK and view.ask:
            return f"ask.{view.ask.what}"
        if view.on_its_way is not None:
            return "laying"
        return "pioneer" if view.stage is Stage.PLAY and view.pioneer_left else view.stage.value

    # ---- people --------------------------------------------------------------------------------------------------

    def people(self, deed: str) -> tuple[SeatId, ...]:
        """At whom this card may be played."""
        return next((one.seats for one in self.view.offers.people if one.deed == Deed(deed)), ())

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

    def places(self, kind: str) -> tuple[Cell, ...]:
        """The cells that may be pressed for an action of this kind."""
        offers = self.view.offers
        cells = {
            "rockfall": offers.rockfall,
            "map": offers.map,
            "goal_swap": offers.swap_goals,
            "shift_goal": offers.shift_goal,
            "move_last": (way.cell for way in offers.move_to),
            "set_toll": (front(end) for end in offers.set_toll),
        }
        return tuple(dict.fromkeys(cells[kind]))

    @property
    def maps_the_mine(self) -> bool:
        """Goals are few and have a row; among chests whoever plays a map points at the place."""
        return any(self.is_chest(cell) for cell in self.view.offers.map)

    @property
    def ends_there(self) -> tuple[EndView, ...]:
        """The open ends that look into the chosen cell."""
        return tuple(end for end in self.view.offers.set_toll if front(end) == self.choice.cell)

    @property
    def ways_there(self) -> tuple[WayView, ...]:
        """The ways to lay the card that is moved into the chosen cell."""
        return tuple(way for way in self.view.offers.move_to if way.cell == self.choice.cell)

    @cached_property
    def chosen_way(self) -> WayView | None:
        """Pressing "turn" shows the other way, where there is one."""
        ways = self.ways_there
        return ways[-1 if self.choice.turned else 0] if ways else None

    def moved_face(self, way: WayView) -> str | None:
        last = self.view.offers.move_last
        cards = self.view.maze.cards if self.view.maze else ()
        face = next((card.face for card in cards if card.cell == last), None)
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
