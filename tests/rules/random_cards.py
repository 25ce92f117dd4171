"""Random players with the cards of other boxes: what they play, what they answer, and how their hands follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import card_words as w

from companion.cards.asked import What
from companion.cards.chests.shift_goal import ways_to_shift
from companion.cards.register import card_named
from companion.editions.cards import GoalKind
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.answers import moves, payers
from companion.rules.decide import decide
from companion.rules.options import options
from companion.rules.place import legal_placements
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.events import TurnBegan
from companion.state.refusals import Refusal
from companion.state.secret import Secret

if TYPE_CHECKING:
    from random_play import Table

VETO = ("veto", ())


# ---- chance -------------------------------------------------------------------------------------------------------


def fitted(table: Table, box: tuple[Any, ...], aside: Secret[tuple[Any, ...]], cards: int) -> tuple[Any, ...]:
    """So many out of the box, what lay aside before anything else."""
    first = list(aside.open_for("a test deals"))
    rest = list(box)
    for card in first:
        rest.remove(card)
    if len(first) >= cards:
        return tuple(table.chance.sample(first, cards))
    dealt = first + table.chance.sample(rest, cards - len(first))
    table.chance.shuffle(dealt)
    return tuple(dealt)


def fresh_goals(table: Table) -> tuple[c.GoalCard, ...]:
    rules = table.game.ruleset
    gold = next(card for card in rules.goals if card.kind is GoalKind.GOLD)
    others = tuple(card for card in rules.goals if card.kind is not GoalKind.GOLD)
    aside = table.game.goals_aside.open_for("a test deals")
    unused = table.chance.sample(aside, min(rules.unused_goals, len(aside)))
    rest = [card for card in others if card not in aside] if aside else list(others)
    goals = [gold, *unused, *table.chance.sample(rest, rules.goals_laid - 1 - len(unused))]
    table.chance.shuffle(goals)
    return tuple(goals)


def _midway(table: Table) -> None:
    assert table.midway
    table.do(c.ByCamera(), c.LayMidway(table.midway))


def _redeal(table: Table) -> None:
    roles = list(table.game.round.roles.open_for("a test shuffles"))
    table.chance.shuffle(roles)
    table.do(c.ByDealer(), c.RedealRoles(Secret(tuple(roles))))


# ---- hands follow what happens ------------------------------------------------------------------------------------


def more_follows(table: Table, event: object) -> None:
    hands, chance = table.hands, table.chance
    match event:
        case w.HandsSwapped(seat=seat, target=target):
            hands[seat], hands[target] = hands[target], hands[seat]
        case w.CardTaken(seat, target):
            hands[seat].append(hands[target].pop(chance.randrange(len(hands[target]))))
        case w.DiscardsSearched(seat=seat, kept=kept):
            hands[seat] += chance.sample(_any_cards(table), kept)
        case w.CardsThrown(seat, cards):
            for _ in range(cards):
                hands[seat].pop(chance.randrange(len(hands[seat])))
        case w.PileThrown(cards):
            del table.deck[-cards:]
        case e.CardVetoed(by=by):
            hands[by].remove(VETO)
        case e.TollRefused(seat=seat, payer=payer):
            hands[seat].append(table.played)
            table.refusers.add(payer)
        case TurnBegan():
            table.refusers.clear()
        case e.TollSet(seat=seat):
            hands[seat].pop()
        case e.CardsTraded(seat=seat):
            del hands[seat][:2]


def _any_cards(table: Table) -> list[Any]:
    """What may lie among the discards; which cards do, nobody here keeps count of."""
    return [card.face for card in table.game.ruleset.paths]


# ---- what is played -----------------------------------------------------------------------------------------------


def card_acts(table: Table, seat: int, deed: str) -> list[c.Command]:
    """All that this card of his may do, as the page offers it; now and then he keeps one that is played at somebody."""
    card, ways, chance = card_named(deed), table.ways(seat, deed), table.chance
    if deed == "move_last" and ways:
        return _moves(table, table.game.round.last_cell)
    if card.asked_for(What.PLAYER) and chance.random() >= 0.8:
        return []
    yes = card.asked_for(What.EITHER) and chance.random() < 0.5
    return [card.played(way, yes=yes) for way in ways]


def _moves(table: Table, last: Cell) -> list[c.Command]:
    now = table.game.round
    lifted = now.board.without(last)
    face = now.board.at(last).face
    spots = legal_placements(lifted, face, table.game.ruleset)
    payers = {cell: seats[0] for cell, seats in _payers(table, now.turn).items()}
    commands = (w.MoveLast(spot.cell, spot.turned, payers.get(spot.cell)) for spot in spots if spot.cell != last)
    return [one for one in commands if not isinstance(decide(table.game, c.BySeat(now.turn), one), Refusal)]


def _payers(table: Table, seat: int) -> dict[Cell, list[int]]:
    """Whom it is worth asking: the rules let him ask again and again (TOLL-03), and he would never pass."""
    willing = {
        cell: [payer for payer in seats if payer not in table.refusers]
        for cell, seats in payers(table.game, seat, seat)
    }
    return {cell: seats for cell, seats in willing.items() if seats}


def lay_before_toll(table: Table, seat: int, face: Face) -> c.PlacePath | None:
    """Only where somebody pays."""
    now = table.game.round
    payers = _payers(table, seat)
    spots = [spot for spot in legal_placements(now.board, face, table.game.ruleset) if spot.cell in payers]
    if not spots:
        return None
    spot = table.chance.choice(spots)
    return c.PlacePath(spot.cell, spot.face, toll_payer=table.chance.choice(payers[spot.cell]))


def more_acts(table: Table, seat: int) -> bool:
    """Instead of a pass: two cards for one that lies before him, or a toll dwarf."""
    now = table.game.round
    if not (now.broken[seat] or now.marks[seat] or table.game.ruleset.toll_dwarves):
        return False
    offers, chance = moves(table.game, seat, seat), table.chance
    if offers["trade"] and chance.random() < 0.7:
        card = chance.choice(offers["trade"])
        tool = card if isinstance(card, c.Tool) else None
        table.do(c.BySeat(seat), c.TradeTwo(tool, None if tool else card))
        return True
    if offers["set_toll"] and chance.random() < 0.5:
        table.do(c.BySeat(seat), c.SetToll(*chance.choice(offers["set_toll"])))
        return True
    return False


# ---- what is answered ---------------------------------------------------------------------------------------------


def _answer_veto(table: Table) -> None:
    window = table.game.pending
    seat = table.chance.choice(window.waiting)
    assert options(table.game, seat).veto
    if VETO in table.hands[seat] and table.chance.random() < 0.5:
        table.do(c.BySeat(seat), w.Veto(seat))
    elif table.chance.random() < 0.2:
        table.do(c.ByTable(), c.LetStand())
    else:
        table.do(c.BySeat(seat), c.LetStand())


def _answer_toll(table: Table) -> None:
    payer = table.game.pending.payer
    table.do(c.BySeat(payer), c.AnswerToll(options(table.game, payer).can_pay and table.chance.random() < 0.7))


def _pioneer(table: Table) -> None:
    from random_play import _lay

    seat = table.game.pending.seat
    hand = table.hands[seat]
    for number, card in enumerate(hand):
        command = _lay(table, seat, card) if isinstance(card, Face) else None
        if command:
            table.played = hand.pop(number)
            table.do(c.BySeat(seat), command)
            return
    table.do(c.BySeat(seat), c.StopPioneering())


def _close(table: Table) -> None:
    table.do(c.BySeat(table.game.pending.seat), c.ClosePeek())


def _choose_dwarf(table: Table) -> None:
    pending = table.game.pending
    table.do(c.BySeat(pending.seat), w.Inspect(table.chance.choice(pending.targets)))


def _lay_cover(table: Table) -> None:
    pending = table.game.pending
    table.do(c.ByCamera(), c.LayGoal(pending.cell, table.chance.choice(pending.turned)))


def _tell_chest(table: Table) -> None:
    rules, cell = table.game.ruleset, table.game.pending.cell
    face = table.chance.choice(rules.chest_paths)
    effect = table.chance.choice(rules.chest_effects)
    if isinstance(decide(table.game, c.ByTable(), c.TellChest(cell, face, effect)), Refusal):
        face = face.half_turn()
    table.do(c.ByTable(), c.TellChest(cell, face, effect))


def _shift(table: Table) -> None:
    pending = table.game.pending
    goal = table.chance.choice(pending.cells)
    table.do(c.BySeat(pending.seat), w.ShiftGoal(goal, table.chance.choice(ways_to_shift(table.game, goal))))


def _take_card(table: Table) -> None:
    pending = table.game.pending
    table.do(c.BySeat(pending.seat), w.TakeCard(table.chance.choice(pending.targets)))


def _chore(table: Table) -> None:
    by_table = table.chance.random() < 0.2
    table.do(c.ByTable() if by_table else c.BySeat(table.game.pending.seat), w.FinishChore())


def _steal(table: Table) -> None:
    pending = table.game.pending
    victim = table.chance.choice([None, *pending.victims, *pending.victims])
    if not table.game.ruleset.thief_may_decline:
        victim = pending.victims[0] if pending.victims else None
    table.do(c.BySeat(pending.seat), c.Steal(Secret(victim)))


MORE_MOVES = {
    p.LayingMidway: _midway,
    p.Redealing: _redeal,
    p.Vetoing: _answer_veto,
    p.AskingToll: _answer_toll,
    p.Pioneering: _pioneer,
    p.Inspecting: _close,
    p.ChoosingDwarf: _choose_dwarf,
    p.LayingCover: _lay_cover,
    p.TellingChest: _tell_chest,
    p.ShiftingGoal: _shift,
    p.TakingCard: _take_card,
    p.DoingChore: _chore,
    p.Robbing: _steal,
}
