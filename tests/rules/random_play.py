"""Random players, a real deck and a seeded dealer, for tests of whole games. Knows the cards; the app does not."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import card_words as w
from random_cards import MORE_MOVES, card_acts, fitted, fresh_goals, lay_before_toll, more_acts, more_follows

from companion.cards.asked import Way
from companion.cards.register import card_named
from companion.editions.ruleset import Ruleset
from companion.maze.board import Kind
from companion.maze.faces import Face
from companion.maze.geometry import Side
from companion.rules.decide import decide, decided, new_game
from companion.rules.ending import why_not_over
from companion.rules.place import Spot, hindrances, legal_placements
from companion.rules.playable import ways_to_play
from companion.rules.purses import gold_pile
from companion.state import commands as c
from companion.state import pending as p
from companion.state.events import CardsDrawn, Event, RoundBegan
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.secret import Secret

EAST = 1 << Side.E
OFTEN = {"map": 0.7, "rockfall": 0.2, "break": 0.4}  # how often they are played, else kept
Card = Face | tuple[str, tuple[c.Tool, ...]]


@dataclass
class Table:
    """A table with people who play at random. `journal` holds every event."""

    chance: random.Random
    game: Game = field(default_factory=new_game)
    journal: list[Event] = field(default_factory=list)
    commands: list[tuple[c.Actor, c.Command]] = field(default_factory=list)
    hands: list[list[Card]] = field(default_factory=list)
    deck: list[Card] = field(default_factory=list)
    idle: int = 0
    midway: Face | None = None
    played: Card | None = None  # the card that was played last, in case it comes back
    refusers: set[c.SeatId] = field(default_factory=set)  # asked for a toll in this turn, they did not pay

    def do(self, by: c.Actor, command: c.Command) -> tuple[Event, ...]:
        answer = decided(self.game, by, command)
        assert not isinstance(answer, Refusal), (command, answer)
        self.commands.append((by, command))
        self.journal.extend(answer.events)
        self.game = answer.game
        for event in answer.events:
            self._follow(event)
        return answer.events

    def ways(self, seat: c.SeatId, deed: str) -> tuple[Way, ...]:
        """Those that are offered to the seat on turn, of this card alone: he holds few, and all take long to find."""
        return ways_to_play(self.game, seat, card_named(deed))

    def _follow(self, event: Event) -> None:
        if isinstance(event, RoundBegan):
            self.deck = full_deck(self.game.ruleset)
            self.chance.shuffle(self.deck)
            self.midway = None
            if self.game.ruleset.midway:
                self.midway = self.deck.pop(next(n for n, card in enumerate(self.deck) if isinstance(card, Face)))
            del self.deck[: self.game.ruleset.set_aside]
            self.hands = [[self.deck.pop() for _ in range(event.hand)] for _ in self.game.seats]
            self.idle = 0
        elif isinstance(event, CardsDrawn):
            self.hands[event.seat] += [self.deck.pop() for _ in range(event.cards)]
        else:
            more_follows(self, event)

    def sit_down(self, players: int, configure: c.Configure, *, at_table: bool = False) -> None:
        self.do(c.ByTable(), configure)
        for number in range(players):
            self.do(c.ByTable(), c.AddSeat(f"player {number}", simulated=bool(number % 2)))
        self.do(c.ByTable(), c.StartGame(self.chance.randrange(players), at_table))

    def play_out(self) -> None:
        while not isinstance(self.game.pending, p.GameOver):
            self.step()

    def step(self) -> None:
        MOVES[type(self.game.pending)](self)


def full_deck(ruleset: Ruleset) -> list[Card]:
    faces: list[Card] = [card.face for card in ruleset.paths for _ in range(card.copies)]
    return faces + [(card.deed, card.tools) for card in ruleset.deck_actions for _ in range(card.copies)]


def _deal(table: Table) -> None:
    ruleset, pending = table.game.ruleset, table.game.pending
    assert isinstance(pending, p.Dealing)
    if pending.roles:
        seats = len(table.game.seats)
        dwarves = [role.value for role, count in ruleset.pool(seats) for _ in range(count)]
        table.chance.shuffle(dwarves)
        roles, aside = Secret(tuple(dwarves[:seats])), Secret(tuple(dwarves[seats:]))
        table.do(c.ByDealer(), c.DealRoles(roles, aside))
    elif pending.goals:
        table.do(c.ByDealer(), c.DealGoals(Secret(fresh_goals(table))))
    else:
        effects = fitted(table, ruleset.chest_effects, table.game.chests_aside, ruleset.chests)
        faces = fitted(table, ruleset.chest_paths, table.game.covers_aside, ruleset.chests)
        table.do(c.ByDealer(), c.DealChests(Secret(effects), Secret(faces)))


def _set_table(table: Table) -> None:
    assert isinstance(table.game.pending, p.SettingTable)
    ticked, done = set(table.game.pending.ticked), ("deal", "start")
    line = next((key for key in done if key not in ticked), None)
    table.do(c.ByTable(), c.SetTable() if line is None else c.TickLine(line))


def _look(table: Table) -> None:
    assert isinstance(table.game.pending, p.LookingAtRoles)
    table.do(c.BySeat(table.game.pending.waiting[0]), c.RoleSeen())


def _play(table: Table) -> None:
    assert isinstance(table.game.pending, p.Playing) and table.game.round
    seat, hand = table.game.pending.seat, table.hands[table.game.pending.seat]
    if table.idle > len(table.game.seats) and why_not_over(table.game) is None:
        table.do(c.ByTable(), c.EndRound())
        return
    if table.game.ruleset.toll_dwarves and table.chance.random() < 0.1 and more_acts(table, seat):
        return
    table.chance.shuffle(hand)
    for number, card in enumerate(hand):
        command = _lay(table, seat, card) if isinstance(card, Face) else _act(table, seat, *card)
        if command:
            table.played = hand.pop(number)
            table.idle = 0
            table.do(c.BySeat(seat), command)
            return
    if more_acts(table, seat):
        return
    table.idle += 1
    count = table.chance.randint(1, min(table.game.ruleset.most_discards, len(hand)))
    del hand[:count]
    table.do(c.BySeat(seat), c.Pass(count))


def _act(table: Table, seat: int, deed: str, tools: tuple[c.Tool, ...]) -> c.Command | None:
    """A player's own reading of the rules: what he plays must not be refused."""
    assert table.game.round
    now, chance = table.game.round, table.chance
    commands: list[c.Command]
    if deed in OFTEN and chance.random() >= OFTEN[deed]:
        return None
    if deed == "map":
        goals = () if now.maps_barred else now.board.of_kind(Kind.GOAL)
        hidden = (*goals, *now.board.of_kind(Kind.COVERED))
        commands = [w.UseMap(card.cell) for card in hidden if card.face is None]
    elif deed == "rockfall":
        commands = [w.Rockfall(card.cell) for kind in (Kind.PATH, Kind.COVERED) for card in now.board.of_kind(kind)]
    elif deed == "break":
        whole = [other for other, broken in enumerate(now.broken) if tools[0] not in broken]
        commands = [w.BreakTool(other, tools[0]) for other in whole if other != seat]
    elif deed == "repair":
        broken = [(other, tool) for other, held in enumerate(now.broken) for tool in held]
        commands = [w.RepairTool(other, tool, tools) for other, tool in broken if tool in tools]
    else:
        commands = card_acts(table, seat, deed)
    return chance.choice(commands) if commands else None


def _lay(table: Table, seat: int, face: Face) -> c.PlacePath | None:
    assert table.game.round
    now, at_random = table.game.round, table.chance.random() < 0.1
    kept = not (face.links or face.ladder or at_random)  # dead ends are kept, or no maze would reach a goal
    if kept or hindrances(now.broken[seat], now.marks[seat]):
        return None
    if now.tolls and table.chance.random() < 0.3:
        paid = lay_before_toll(table, seat, face)
        if paid:
            return paid
    spots = legal_placements(now.board, face, table.game.ruleset, tolled=now.tolled)
    if not spots:
        return lay_before_toll(table, seat, face)
    spot = table.chance.choice(spots) if at_random else max(spots, key=_towards_goals)
    return c.PlacePath(spot.cell, spot.face)


def _towards_goals(spot: Spot) -> float:
    (x, y), _, face = spot
    return min(x, 8) + (x < 8 and bool(face.mouths & EAST)) - abs(y) / 3


def _close_peek(table: Table) -> None:
    assert isinstance(table.game.pending, p.Peeking)
    table.do(c.BySeat(table.game.pending.seat), c.ClosePeek())


def _choose(table: Table) -> None:
    assert isinstance(table.game.pending, p.ChoosingGoal)
    table.do(c.BySeat(table.game.pending.seat), c.ChooseGoal(table.chance.choice(table.game.pending.cells)))


def _turn_goal(table: Table) -> None:
    assert isinstance(table.game.pending, p.TurningGoal)
    table.do(c.BySeat(table.game.pending.seat), c.TurnGoal(table.game.pending.cell))


def _lay_goal(table: Table) -> None:
    assert isinstance(table.game.pending, p.LayingGoal)
    table.do(c.ByCamera(), c.LayGoal(table.game.pending.cell, table.chance.choice(table.game.pending.turned)))


def _tell_goal(table: Table) -> None:
    assert isinstance(table.game.pending, p.TellingGoal)
    cell = table.game.pending.cell
    for goal in table.chance.sample(table.game.ruleset.goals, len(table.game.ruleset.goals)):
        for face in (goal.face, goal.face.half_turn()):
            command = c.TellGoal(cell, goal.kind, face)
            if not isinstance(decide(table.game, c.ByTable(), command), Refusal):
                table.do(c.ByTable(), command)
                return
    raise AssertionError("no goal card can be told")


def _tell_role(table: Table) -> None:
    assert isinstance(table.game.pending, p.TellingRoles)
    if not table.game.pending.seats:
        table.do(c.BySeat(table.chance.randrange(len(table.game.seats))), c.AgreeRoles())
        return
    seat, seats = table.game.pending.seats[0], len(table.game.seats)
    roles = [role.value for role, _ in table.game.ruleset.pool(seats)]
    table.chance.shuffle(roles)
    commands = (c.TellRole(seat, role) for role in roles)
    fitting = next(one for one in commands if not isinstance(decide(table.game, c.ByTable(), one), Refusal))
    table.do(c.ByTable(), fitting)


def _deal_gold(table: Table) -> None:
    assert isinstance(table.game.pending, p.DealingGold)
    values = table.chance.sample(gold_pile(table.game), table.game.pending.cards)
    table.do(c.ByDealer(), c.DealGold(Secret(tuple(values))))


def _take(table: Table) -> None:
    assert isinstance(table.game.pending, p.Drafting) and table.game.round and table.game.round.draft
    left = len(table.game.round.draft.order)
    table.do(c.BySeat(table.game.pending.seat), c.TakeGold(table.chance.randrange(left)))


def _tell_gold(table: Table) -> None:
    assert isinstance(table.game.pending, p.TellingGold)
    table.do(c.ByTable(), c.TellGold(table.game.pending.seats[0], table.chance.randrange(3)))


def _next_round(table: Table) -> None:
    table.do(c.ByTable(), c.NextRound())


MOVES = {
    p.Dealing: _deal,
    p.SettingTable: _set_table,
    p.LookingAtRoles: _look,
    p.Playing: _play,
    p.Peeking: _close_peek,
    p.ChoosingGoal: _choose,
    p.TurningGoal: _turn_goal,
    p.LayingGoal: _lay_goal,
    p.TellingGoal: _tell_goal,
    p.TellingRoles: _tell_role,
    p.DealingGold: _deal_gold,
    p.Drafting: _take,
    p.TellingGold: _tell_gold,
    p.RoundOver: _next_round,
    **MORE_MOVES,
}
