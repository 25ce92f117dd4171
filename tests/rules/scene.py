"""A game in the middle of a round, set up by commands as people would: who is who, what lies where, whose turn."""

from __future__ import annotations

from collections.abc import Sequence

from companion.editions.cards import GoalCard, GoalKind
from companion.maze.board import Kind
from companion.maze.faces import Face
from companion.maze.notation import parse_board
from companion.rules.decide import decide, new_game
from companion.rules.evolve import fold
from companion.state import commands as c
from companion.state.commands import Supply
from companion.state.events import Event
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.secret import Secret

GOLD = GoalCard(GoalKind.GOLD, Face.parse("NESW"))
LEFT_STONE = GoalCard(GoalKind.COAL, Face.parse("NW"))
RIGHT_STONE = GoalCard(GoalKind.COAL, Face.parse("NE"))
STONES_AROUND_GOLD = (LEFT_STONE, GOLD, RIGHT_STONE)  # at y = -2, 0, 2

SIX_EAST = "@ EW EW EW EW EW EW"  # the next straight card reaches the middle goal
STONE_LEADS_ON = SIX_EAST + " .\n. . . . . . . . NS"  # under the middle goal, an island that points at the southern one


class Scene:
    """Plays commands one after the other and keeps what happened."""

    def __init__(
        self,
        edition: str = "revised",
        *,
        roles: Sequence[str] = ("miner", "miner", "saboteur", "miner"),
        aside: Sequence[str] = ("miner",),
        goals: Sequence[GoalCard] = STONES_AROUND_GOLD,
        modules: tuple[str, ...] = (),
        options: tuple[tuple[str, str], ...] = (),
        by: tuple[Supply, Supply, Supply] = (Supply.APP, Supply.APP, Supply.APP),
        starter: int = 0,
        board: str = "@",
        chests: Sequence[int] = (1, 2, 3, 4),
        covers: Sequence[str] = ("NESW", "NS", "EW", "NW"),
        at_table: bool = False,
    ) -> None:
        self.chests, self.covers = tuple(chests), tuple(Face.parse(face) for face in covers)
        self.game: Game = new_game()
        self.events: list[Event] = []
        configure = c.Configure(edition, modules, options, *by)
        self.do(configure)
        for number in range(len(roles)):
            self.do(c.AddSeat(f"player {number}"))
        self.do(c.StartGame(starter, at_table))
        self.deal(roles, aside, goals)
        if at_table:
            self.do(c.SetTable())
        if self.game.roles_supply is Supply.APP:
            self.do(c.BeginPlay())
        if board:
            self.lay(board)

    def deal(self, roles: Sequence[str], aside: Sequence[str], goals: Sequence[GoalCard]) -> None:
        if self.game.roles_supply is Supply.APP:
            self.do(c.DealRoles(Secret(tuple(roles)), Secret(tuple(aside))), c.ByDealer())
        if self.game.goals_supply is Supply.APP:
            self.do(c.DealGoals(Secret(tuple(goals))), c.ByDealer())
        if self.game.goals_supply is Supply.APP and self.game.ruleset.chests:
            self.do(c.DealChests(Secret(self.chests), Secret(self.covers)), c.ByDealer())

    def lay(self, board: str) -> None:
        """The path cards of a typed board, taken as they are, beside those that lie face down."""
        cards = [card for card in parse_board(board) if card.kind is Kind.PATH]
        cards += self.game.round.board.of_kind(Kind.COVERED) if self.game.round else []
        self.do(c.Resync(tuple(c.TableCard(card.cell, card.face) for card in cards)))

    def role_of(self, seat: int) -> str:
        assert self.now.roles is not None
        return self.now.roles.open_for("a test looks")[seat]

    def purse(self, seat: int) -> int:
        return self.game.purses[seat].open_for("a test looks")

    def do(self, command: c.Command, by: c.Actor | int = c.ByTable()) -> tuple[Event, ...]:  # noqa: B008
        answer = decide(self.game, c.BySeat(by) if isinstance(by, int) else by, command)
        assert not isinstance(answer, Refusal), (command, answer)
        self.game = fold(self.game, answer)
        self.events.extend(answer)
        return answer

    def refused(self, command: c.Command, by: c.Actor | int = c.ByTable()) -> Refusal:  # noqa: B008
        answer = decide(self.game, c.BySeat(by) if isinstance(by, int) else by, command)
        assert isinstance(answer, Refusal), (command, answer)
        return answer

    @property
    def now(self):
        assert self.game.round
        return self.game.round

    @property
    def pending(self):
        return self.game.pending

    def gold_of(self, seat: int) -> tuple[int, ...]:
        return self.game.gold[seat].open_for("a test looks")


def path(x: int, y: int, face: str, *, forced: bool = False) -> c.PlacePath:
    from companion.maze.geometry import Cell

    return c.PlacePath(Cell(x, y), Face.parse(face), forced)
