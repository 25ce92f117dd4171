"""Any command of anybody, with values that may be right, wrong or absurd."""

import random

import card_words as w

from companion.editions.boxes import BASE_PATHS, SECOND_PATHS
from companion.maze.geometry import Cell, Side
from companion.state import commands as c
from companion.state.commands import GoalKind, Supply, Tool
from companion.state.secret import Secret

FACES = [card.face for card in BASE_PATHS + SECOND_PATHS]


def anything(chance: random.Random) -> c.Command:
    """Any command but chance's own, with values that may be right, wrong or absurd."""
    seat = chance.choice([-1, 0, 1, 2, 3, 4, 99])
    tool = chance.choice(list(Tool))
    cell = chance.choice([Cell(8, -2), Cell(8, 0), Cell(8, 2), Cell(0, 0), Cell(chance.randint(-3, 9), 0)])
    face, flag, number = chance.choice(FACES), chance.random() < 0.5, chance.randint(-2, 70)
    name = chance.choice(["", " ", "Ana", "player 1", "x" * 99])
    card = tuple(chance.sample(list(Tool), chance.randint(0, 3)))
    cards = tuple(
        c.TableCard(Cell(chance.randint(-1, 8), chance.randint(-2, 2)), chance.choice([face, None]), "path")
        for _ in range(chance.randint(0, 4))
    )
    kinds: list[c.Command] = [
        c.Configure(chance.choice(["bga", "revised", "chess"]), (), (), chance.choice(list(Supply))),
        c.AddSeat(name, flag),
        c.RenameSeat(seat, name),
        c.RemoveSeat(seat),
        c.MoveSeat(seat, chance.randint(-1, 5)),
        c.SetSeating(flag),
        c.SitNext(seat),
        c.TakeOverSeat(seat, flag, name),
        c.StartGame(seat, flag),
        c.PlacePath(cell, face, flag),
        w.BreakTool(seat, tool),
        w.RepairTool(seat, tool, card),
        w.Rockfall(cell),
        w.UseMap(cell),
        c.ClosePeek(),
        c.SetTable(),
        c.TickLine(chance.choice(["start", "deal", "cake"]), flag),
        c.Pass(chance.randint(-1, 4)),
        c.RoleSeen(),
        c.BeginPlay(),
        c.ChooseGoal(cell),
        c.TurnGoal(cell),
        c.LayGoal(cell, flag),
        c.UsePrintedGoals(),
        c.TellGoal(cell, chance.choice(list(GoalKind)), face),
        c.EndRound(flag),
        c.TellRole(seat, chance.choice(["miner", "saboteur", "wizard"])),
        c.AgreeRoles(),
        c.TakeGold(chance.randint(-1, 9)),
        c.TellGold(seat, number),
        c.NextRound(chance.choice([(), (name,)])),
        c.SeeResult(),
        c.SetPresence(seat, chance.choice(list(c.Attendance))),
        c.SetPause(chance.random() < 0.3),
        c.Resync(cards),
        c.SetTurn(seat),
        c.SetPile(number),
        c.SetHand(seat, number),
        c.SetTools(seat, card),
    ]
    return chance.choice(kinds)


def anything_more(chance: random.Random) -> c.Command:
    """The same with the cards of other boxes."""
    seat, other = chance.choice([-1, 0, 1, 2, 3, 99]), chance.choice([None, 0, 1, 2, 3, 99])
    cell = Cell(chance.randint(-1, 9), chance.randint(-4, 4))
    tool, mark = chance.choice([None, *Tool]), chance.choice([None, *c.Mark])
    face, flag = chance.choice(FACES), chance.random() < 0.5
    kinds: list[c.Command] = [
        c.LayMidway(face),
        w.LayThief(),
        w.HandsOff(seat),
        w.Trap(seat),
        w.Free(seat),
        w.Inspect(seat),
        w.SwapHats(seat),
        w.SwapHands(seat),
        c.TradeTwo(tool, mark),
        w.SwapGoals((cell, Cell(8, 0)), Secret(flag)),
        w.SearchDiscards(),
        w.Veto(seat),
        c.LetStand(),
        w.ReverseTurns(),
        w.Pioneer(),
        c.StopPioneering(),
        w.MoveLast(cell, flag, other),
        c.PlacePath(cell, face, flag, other),
        c.SetToll(cell, chance.choice(list(Side))),
        c.AnswerToll(flag),
        c.TellChest(cell, face, chance.randint(-1, 11)),
        w.ShiftGoal(cell),
        w.ShiftGoal(cell, chance.choice(list(Side))),
        c.LayChests((cell, *(Cell(2 * x, chance.randint(-3, 3)) for x in range(1, 4)))),
        w.TakeCard(seat),
        w.FinishChore(),
        c.Steal(Secret(other)),
    ]
    return chance.choice(kinds) if chance.random() < 0.8 else anything(chance)


def anybody(chance: random.Random) -> c.Actor:
    return chance.choice([c.ByTable(), c.ByTable(), c.ByCamera(), c.ByDealer(), c.BySeat(chance.randint(-1, 5))])
