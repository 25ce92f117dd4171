"""What is nearly allowed: a move with one thing said otherwise, an answer to another question, cards nobody dealt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields, replace
from typing import TYPE_CHECKING, Any

from companion.cards.asked import Way, What
from companion.cards.register import answers as answers_of_cards
from companion.cards.register import cards
from companion.editions import EDITIONS, MODULES
from companion.editions.cards import GoalKind, Mark
from companion.editions.compose import choices
from companion.editions.options import OPTIONS
from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.rules.moves import moves
from companion.state import commands as c
from companion.state import pending as p
from companion.state.secret import Secret

if TYPE_CHECKING:
    from curious_players import Curious

WHY = "a test plays at random"


def nearly(table: Curious, seat: int) -> c.Command | None:
    """Something that this seat might do now, if one thing were otherwise."""
    chance, game = table.chance, table.game
    held = [card for card in table.hands[seat] if isinstance(card, Face)] if seat < len(table.hands) else []
    may: list[c.Command] = [*answers(table)]
    if game.seats and game.round:
        may += moves(game, seat, held)
    if not may:
        return None
    kind = chance.choice(sorted({type(one).__name__ for one in may}))
    command = chance.choice([one for one in may if type(one).__name__ == kind])
    return command if chance.random() < 0.1 else otherwise(table, command)


def answers(table: Curious) -> Iterator[c.Command]:
    """What is no move, but asked of people or of chance."""
    chance, game, pending = table.chance, table.game, table.game.pending
    seat = chance.randrange(max(1, len(game.seats)))
    match pending:
        case p.AtLobby():
            yield _configured(table)
            yield c.StartGame(seat)
        case p.TellingGoal():
            goal = chance.choice(game.ruleset.goals)
            yield c.TellGoal(pending.cell, goal.kind, goal.face, chance.choice([0, goal.nuggets]))
        case p.TellingRoles():
            yield c.TellRole(seat, chance.choice([role.value for role, _ in game.ruleset.pool(len(game.seats))]))
            yield c.AgreeRoles()
        case p.TellingGold():
            yield c.TellGold(seat, chance.choice([0, 1, 30, 61, 99]))
        case p.TellingChest():
            rules = game.ruleset
            yield c.TellChest(pending.cell, chance.choice(rules.chest_paths), chance.choice(rules.chest_effects))
        case p.RoundOver():
            yield c.SeeResult()
            yield c.NextRound(tuple(chance.sample(["", "Ana", "ana", "x" * 30, "Bo"], chance.randint(0, 2))))
        case p.LayingMidway():
            yield c.LayMidway(chance.choice(game.ruleset.paths).face)
        case p.SettingTable():
            yield c.TickLine(chance.choice(["start", "deal"]))
            yield c.SetTable()
        case p.LookingAtRoles():
            yield c.BeginPlay()


def _configured(table: Curious) -> c.Configure:
    chance = table.chance
    modules = [module.key for module in chance.sample(MODULES, chance.randint(0, 2))]
    name = chance.choice([*OPTIONS, "nothing"])
    words = ((name, chance.choice([*(choices(name) if name in OPTIONS else ()), "3", "x"])),)
    box, time = chance.choice(EDITIONS).key, chance.choice([0, 14, 15, 600, 601])
    return c.Configure(box, tuple(modules), words if chance.random() < 0.5 else (), turn_time_s=time)


def misplaced(table: Curious) -> Iterator[tuple[c.Actor, c.Command]]:
    """Everything that may be asked at some moment, by whoever may ask for it then."""
    chance, game = table.chance, table.game
    seats = range(max(1, len(game.seats)))
    seat, other = getattr(game.pending, "seat", chance.choice(seats)), chance.choice(seats)
    for command in _of_seats(table, seat, other):
        yield c.BySeat(seat), command
    for command in (
        c.StartGame(seat), c.SetTable(), c.TickLine("deal"), c.BeginPlay(), c.NextRound(), c.EndRound(),
        c.LayChests(game.ruleset.chest_cells),
        c.RemoveSeat(seat), c.MoveSeat(seat, 0), c.AddSeat("Eve"), _configured(table), c.SetPause(False), c.SetPile(1),
        c.SetPresence(seat, c.Attendance.LEFT), c.SetTurn(other), c.SetHand(seat, 0), c.SetTools(seat),
        c.SetMarks(seat), c.Resync(()), c.NewGame(), c.UsePrintedGoals(),
    ):  # fmt: skip
        yield c.ByTable(), command
    none = Secret(())
    for command in (
        c.DealRoles(none, none), c.DealGoals(none), c.DealGold(none), c.DealChests(none, none), c.RedealRoles(none),
    ):  # fmt: skip
        yield c.ByDealer(), command


def _of_seats(table: Curious, seat: int, other: int) -> Iterator[c.Command]:
    chance, rules = table.chance, table.game.ruleset
    cell, face = chance.choice(rules.goal_cells), chance.choice(rules.paths).face
    way = Way(other, chance.choice(list(c.Tool)), (cell,))
    for card in cards():
        if not card.asked_for(What.GOALS):
            yield card.command(seat) if card.traits.in_anothers_turn else card.played(way)
    yield from (
        c.PlacePath(Cell(1, 0), face), c.Pass(1), c.TradeTwo(way.tool), c.SetToll(Cell(0, 0), Side.N), c.ClosePeek(),
        c.StopPioneering(), c.LetStand(), c.AnswerToll(True), c.RoleSeen(), c.SeeResult(), c.TakeGold(0),
        c.Steal(Secret(other)), c.ChooseGoal(cell), c.LayGoal(cell, False), c.TellGoal(cell, GoalKind.GOLD, face),
        c.TellRole(seat, "miner"), c.AgreeRoles(), c.TellGold(seat, 1), c.LayMidway(face), c.TellChest(cell, face, 1),
        c.TurnGoal(cell),
    )  # fmt: skip
    for answer in answers_of_cards():
        names = {part.name for part in fields(answer.command)}
        if names <= {"target"}:
            yield answer.command(**dict.fromkeys(names, other))


def misdealt(table: Curious, command: c.Command) -> c.Command:
    """One card of what is dealt is another, or is missing."""
    (name, dealt), chance = chance_field(table, command), table.chance
    cards_ = list(dealt.open_for(WHY))
    if not cards_:
        return command
    at = chance.randrange(len(cards_))
    match chance.randrange(3):
        case 0:
            del cards_[at]
        case 1:
            cards_[at] = chance.choice(cards_)
        case _:
            cards_.append(chance.choice(cards_))
    return replace(command, **{name: Secret(tuple(cards_))})


def chance_field(table: Curious, command: Any) -> tuple[str, Any]:
    name = table.chance.choice([part.name for part in fields(command)])
    return name, getattr(command, name)


def otherwise(table: Curious, command: Any) -> Any:
    """The command with another value in one of its fields."""
    names = [part.name for part in fields(command)]
    if not names:
        return command
    name = table.chance.choice(names)
    value = getattr(command, name)
    other = another(table, value, name)
    return command if other is MISSING else replace(command, **{name: other})


def another(table: Curious, value: Any, name: str) -> Any:
    chance, board = table.chance, table.game.round.board if table.game.round else None
    if isinstance(value, Secret):
        inside = another(table, value.open_for(WHY), name)
        return MISSING if inside is MISSING else Secret(inside)
    if isinstance(value, bool):
        return not value
    if isinstance(value, c.Tool):
        return chance.choice(list(c.Tool))
    if isinstance(value, Mark):
        return chance.choice(list(Mark))
    if isinstance(value, Side):
        return chance.choice(list(Side))
    if isinstance(value, Cell):
        near = [value.beside(side) for side in Side]
        there = [card.cell for card in board] if board else near
        return chance.choice(chance.choice([near, there, [*table.game.ruleset.goal_cells]]))
    if isinstance(value, Face):
        return chance.choice([value.half_turn(), chance.choice(table.game.ruleset.paths).face])
    if isinstance(value, int) or (value is None and name in ("toll_payer", "target", "victim")):
        return chance.choice([-1, *range(len(table.game.seats) + 1)])
    if name == "card":
        return tuple(chance.sample(list(c.Tool), chance.randint(0, 3)))
    if isinstance(value, tuple) and value and isinstance(value[0], Cell):
        return (another(table, value[0], name), *value[1:])
    return MISSING
