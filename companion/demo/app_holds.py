"""The app holds everybody's cards: what a press does with a hand, lays one before the camera or throws some away.

From the press to the camera's word a card is on its way. Until then its player's turn is not ended by another press.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from companion.cards.register import card_of
from companion.demo.hand_table import HandTable
from companion.demo.hands import Hands, WaitingCard
from companion.demo.shuffled_deck import thrown_away
from companion.live.holder import SealedHands
from companion.live.ledger import Done
from companion.live.table import Table
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state.pending import Pioneering, Playing
from companion.state.refusals import Refusal
from companion.views.lines import Note

_LYING = "lying"  # the setting that keeps what hands have laid and the camera has not told yet
_MOVES = (c.PlacePath, c.Pass, c.TradeTwo, c.SetToll, c.StopPioneering)  # and every card of one's own turn


def _is_a_card(command: c.Command) -> bool:
    card = card_of(command)
    return card is not None and not card.traits.in_anothers_turn


def _printed(table: Table, command: c.Command | None) -> Refusal | None:
    """Of printed roles, goals and gold simulated players have none, and would be waited for in vain.

    An older program let them be chosen: from there each can be set back, one after the other.
    """
    game = table.game
    now = (game.roles_supply, game.goals_supply, game.gold_supply)
    wanted = (command.roles, command.goals, command.gold) if isinstance(command, c.Configure) else ()
    more = any(new is c.Supply.CARDS and old is not new for new, old in zip(wanted, now, strict=False))
    starts = isinstance(command, c.StartGame) and c.Supply.CARDS in now
    switches = isinstance(command, c.UsePrintedGoals)
    return Refusal("nobody_has_cards") if more or starts or switches else None


class AppHolds:
    """The session's holder at the demo table: what each of this is asked for, live.holder says."""

    every_card = True

    def __init__(self) -> None:
        self._hands = Hands()
        self._lay_before: tuple[WaitingCard, ...] = ()  # when the program was stopped

    def sit_at(self, table: HandTable) -> None:
        """The simulated table that hands lay cards on; before it stands there, none can be laid.

        What was on its way when the program was stopped is laid again: whoever pressed was told that it lies there.
        """
        self._hands.table = table
        self._hands.lay_again(self._lay_before)
        self._lay_before = ()

    def take_up(self, table: Table, seed: str, kept: Mapping[str, str]) -> None:
        self._hands.deck.take_up(seed, kept)
        table.questions.hands_tidy = True
        self._lay_before = tuple(WaitingCard(*one) for one in json.loads(kept.get(_LYING, "[]")))
        for card in self._lay_before:
            table.questions.laid_by_hand(card.cell, card.seat)

    def follow(self, table: Table) -> None:
        self._hands.follow(table.ledger.story)
        self._hands.put_down(table.questions.sees)

    def hands(self) -> SealedHands:
        return self._hands.views()

    @property
    def lying(self) -> frozenset[Cell]:
        return self._hands.lying

    def on_its_way(self, table: Table) -> tuple[c.SeatId, Cell] | None:
        pending = table.game.pending
        if not isinstance(pending, (Playing, Pioneering)):
            return None
        seen = {cell for cell in self._hands.lying if table.questions.sees(cell)}
        return next(((pending.seat, cell) for cell in self._hands.laid_by(pending.seat) if cell not in seen), None)

    def refuses(self, table: Table, by: c.Actor, command: c.Command | None) -> Refusal | None:
        early = _printed(table, command) or self._too_early(table, by, command)
        return early or (None if command is None else self._hands.lacks(by, command))

    def _too_early(self, table: Table, by: c.Actor, command: c.Command | None) -> Refusal | None:
        """Why no other move is made now: the card that was laid is this turn's.

        The table may still place the card that the camera does not see.
        """
        pending = table.game.pending
        if not isinstance(pending, (Playing, Pioneering)) or not self._hands.laid_by(pending.seat):
            return None
        if isinstance(by, c.BySeat) and by.seat != pending.seat:
            return None
        corrects = isinstance(by, c.ByTable) and isinstance(command, c.PlacePath)
        if corrects or not (command is None or isinstance(command, _MOVES) or _is_a_card(command)):
            return None
        if self.on_its_way(table) is not None:
            return Refusal("card_lies_there")
        asked = {proposal.proposal.cell for proposal in table.questions.asked()}
        return Refusal("answer_first") if asked.intersection(self._hands.laid_by(pending.seat)) else None

    def lay(self, table: Table, by: c.BySeat, key: int, cell: Cell, *, turned: bool) -> Done | Refusal:
        early = self._too_early(table, by, c.Pass())  # a second card is a second move
        if early is not None:
            return early
        if cell in self._hands.lying or (table.game.round is not None and cell in table.game.round.board):
            return Refusal("occupied", cell=cell)
        goes = table.questions.goes(cell)
        if table.questions.sees(cell) and not goes:
            return Refusal("card_goes", cell=cell)
        problem = self._hands.lay(by.seat, key, cell, turned=turned, goes=goes) or self._keep(table)
        if problem is not None:
            return problem
        table.questions.laid_by_hand(cell, by.seat)
        table.ledger.seen_otherwise()
        return Done(table.ledger.version)

    def discard(self, table: Table, by: c.BySeat, keys: tuple[int, ...], press: str | None) -> Done | Refusal:
        """The pass and its cards are kept together."""
        early = self._too_early(table, by, c.Pass())
        if early is not None:
            return early
        if not keys:
            return Refusal("no_card_chosen")
        if not self._hands.holds(by.seat, keys):
            return Refusal("not_in_hand")
        seq = table.ledger.next_seq
        done = table.do(by, c.Pass(len(keys)), press, beside=thrown_away(seq, keys))
        if isinstance(done, Done):
            self._hands.deck.chosen[seq] = keys
        return done

    def give_back(self, table: Table) -> None:
        """Everybody hears why the turn goes on."""
        waiting = self.on_its_way(table)
        if waiting is not None:
            seat, cell = waiting
            self._hands.take_back(cell)
            self._keep(table)
            table.ledger.tell(Note("card_not_seen", {"seat": seat}))

    def denied(self, table: Table, cell: Cell) -> None:
        if cell in self._hands.lying:
            self._hands.take_back(cell)
            self._keep(table)

    def _keep(self, table: Table) -> Refusal | None:
        """What lies before the camera, on the disk; where that fails, the last card goes back into its hand."""
        lying = self._hands.waiting_cards
        problem = table.ledger.journal.write(settings={_LYING: json.dumps(lying)})
        if problem is not None and lying:
            self._hands.take_back(lying[-1].cell)
        return problem
