"""What the card whose panel is open asks of a player: what was said already, and what may be said next. No markup."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.cards.asked import Ask, What
from companion.cards.register import AnyCard, cards
from companion.editions.cards import Tool
from companion.maze.geometry import Cell
from companion.state.commands import SeatId
from companion.views.model import Way
from web.present.panels import panels

if TYPE_CHECKING:
    from companion.views.model import HandCardView, View
    from web.present.selection import Selection


@dataclass(frozen=True)
class ToolTarget:
    """A player, and the tools that may be broken or mended there."""

    seat: SeatId
    tools: tuple[Tool, ...]


class Picking:
    """Part of Page."""

    view: View
    selection: Selection

    if TYPE_CHECKING:

        @property
        def chosen_card(self) -> HandCardView | None: ...

    @property
    def open_panel(self) -> str:
        """The panel that is open, if the address names one."""
        return self.selection.do if self.selection.do in panels() else ""

    @property
    def open_card(self) -> AnyCard | None:
        """The card whose panel is open."""
        panel = self.open_panel
        return next((card for card in cards() if card.key == panel), None)

    @property
    def asked(self) -> Ask | None:
        """The first question that is not answered yet, else the last; a yes or no stands below what it is about."""
        picks = self._picked
        return next((ask for ask in picks[:-1] if not self._is_said(ask)), picks[-1] if picks else None)

    @property
    def asks_last(self) -> bool:
        """The panel that is open plays the card; with a yes or no, if that is asked, too."""
        return not self._picked or self.asked == self._picked[-1]

    @property
    def _picked(self) -> tuple[Ask, ...]:
        """All that the card asks but a yes or no."""
        return tuple(ask for ask in self.open_card.asks if ask.what is not What.EITHER) if self.open_card else ()

    def _is_said(self, ask: Ask) -> bool:
        if ask.what is What.PLAYER:
            return self.selection.seat in {way.seat for way in self.ways}
        return self.selection.cell in {cell for way in self.ways for cell in way.cells}

    @property
    def ways(self) -> tuple[Way, ...]:
        return self.view.offers.ways(self.open_panel)

    @property
    def open_ways(self) -> tuple[Way, ...]:
        """Those that go with what was said before the question that is asked now."""
        card, asked, ways = self.open_card, self.asked, self.ways
        said = card.asks[: card.asks.index(asked)] if card and asked else ()
        if any(ask.what is What.PLAYER for ask in said):
            ways = tuple(way for way in ways if way.seat == self.selection.seat)
        if any(ask.what in (What.CELL, What.GOAL) for ask in said):
            ways = tuple(way for way in ways if self.selection.cell in way.cells)
        return ways

    @property
    def said(self) -> dict[str, str]:
        """What was said before, for the form that plays the card."""
        seat, cell = self._said_before
        fields = {} if seat is None else {"seat": str(seat)}
        return fields if cell is None else {**fields, "cell": f"{cell.x},{cell.y}"}

    @property
    def _said_before(self) -> tuple[SeatId | None, Cell | None]:
        """The player and the cell that were chosen before the question that is asked now."""
        card, asked = self.open_card, self.asked
        said = {ask.what for ask in card.asks[: card.asks.index(asked)]} if card and asked else set()
        return (
            self.selection.seat if What.PLAYER in said else None,
            self.selection.cell if said & {What.CELL, What.GOAL} else None,
        )

    @property
    def seats_there(self) -> tuple[SeatId, ...]:
        return tuple(dict.fromkeys(way.seat for way in self.open_ways if way.seat is not None))

    @property
    def tool_targets(self) -> tuple[ToolTarget, ...]:
        """Players and the tools there; of a card of a demo hand those that are drawn on it."""
        drawn = self.chosen_card.tools if self.chosen_card else tuple(Tool)
        found: dict[SeatId, list[Tool]] = {}
        for way in self.open_ways:
            if way.seat is not None and way.tool in drawn:
                found.setdefault(way.seat, []).append(way.tool)
        return tuple(ToolTarget(seat, tuple(tools)) for seat, tools in found.items())

    @property
    def secret_fields(self) -> tuple[str, ...]:
        """What the card asks that only the player may know."""
        return tuple(ask.name for ask in self.open_card.asks if ask.what is What.EITHER) if self.open_card else ()

    @property
    def cells_there(self) -> tuple[Cell, ...]:
        return tuple(dict.fromkeys(cell for way in self.open_ways for cell in way.cells))
