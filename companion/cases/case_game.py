"""A game in the middle of a round as a case describes it, and what happens when it is played on. No rules.

What a case takes for granted (what was dealt, where an unusual maze begins, what people own) is told as events; what
people do or say at a table is asked as a command, and judged like everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.cases.read import CaseError
from companion.editions.cards import ActionCards, Deed, GoalCard, GoalKind, Mark, Tool
from companion.editions.parameters import Direction
from companion.editions.ruleset import Ruleset
from companion.maze.board import Board, Kind
from companion.maze.faces import Face
from companion.maze.geometry import START_CELL, Cell
from companion.rules.decide import decide
from companion.rules.evolve import fold
from companion.rules.evolve_round import playing, with_round
from companion.rules.purses import owned
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.commands import Supply
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.round import Round, Seat
from companion.state.secret import Secret

E = TypeVar("E")
NOTHING = Board.of(())
FAR_AWAY = (Cell(99, 99), Face.parse("N|E|S|W"))  # a card that touches nothing: laying it turns what is reached already


@dataclass(frozen=True)
class Layout:
    """How the round lies before anything is done.

    hand : of everybody; pile : what is left to draw; number : of the round; ccw and cw as in the rules
    roles, goals, chests : what was dealt, None where printed cards lie there and nobody asks
    gold : gold cards that the first seat owns already; printed_gold : the app counts none, and asks at the end
    as_drawn : the board is the whole maze: where no start card is drawn, none lies
    """

    board: Board = NOTHING
    seats: int = 2
    hand: int = 6
    pile: int = 10
    turn: int = 0
    number: int = 1
    direction: Direction | None = None
    roles: tuple[str, ...] | None = None
    goals: tuple[GoalCard, ...] | None = None
    chests: tuple[tuple[int, Face], ...] | None = None
    site: Cell | None = None
    gold: tuple[int, ...] = ()
    printed_gold: bool = False
    as_drawn: bool = False


class CaseGame:
    """Lives inside one answer. `events` holds what has happened since it was laid out."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: tuple[e.Event, ...] = ()

    @classmethod
    def at_lobby(
        cls,
        ruleset: Ruleset,
        seats: int,
        *,
        roles: Supply = Supply.CARDS,
        goals: Supply = Supply.CARDS,
        gold: Supply = Supply.CARDS,
    ) -> CaseGame:
        """People sit down; nothing has begun."""
        return cls(Game(ruleset, roles, goals, gold, tuple(Seat(str(seat), seat) for seat in range(seats))))

    @classmethod
    def amid(cls, ruleset: Ruleset, layout: Layout = Layout()) -> CaseGame:
        """A round is under way, and it is somebody's turn."""
        people = tuple(Seat(str(seat), seat) for seat in range(layout.seats))
        roles = Supply.CARDS if layout.roles is None else Supply.APP
        goals = Supply.CARDS if layout.goals is None and layout.chests is None else Supply.APP
        gold = Supply.CARDS if layout.printed_gold else Supply.APP
        owned_cards = tuple(Secret(() if seat else layout.gold) for seat in range(layout.seats))
        laid = cls(Game(_holding(ruleset, layout), roles, goals, gold, people, gold=owned_cards))
        laid._lay_out(layout)
        laid.events = ()
        return laid

    def _lay_out(self, layout: Layout) -> None:
        board, rules = layout.board, self.game.ruleset
        starts = board.of_kind(Kind.START)
        if any(card.cell != START_CELL or card.face is None for card in starts):
            raise CaseError("start_elsewhere")
        self.happened(
            e.RoundBegan(
                number=layout.number,
                starter=layout.turn,
                direction=layout.direction or rules.turn_direction,
                hand=layout.hand,
                pile=layout.pile,
                start=starts[0].face if starts and starts[0].face else rules.start,
                goal_cells=tuple(card.cell for card in board.of_kind(Kind.GOAL)),
                roles=layout.roles is not None,
                goals=layout.goals is not None,
                chests=layout.chests is not None,
                chest_cells=tuple(card.cell for card in board.of_kind(Kind.COVERED)),
                site=layout.site,
            )
        )
        if layout.as_drawn and not starts:
            self.game = _without_start(self.game)
        self._deal(layout)
        self.happened(e.PlayBegan(), e.TurnBegan(layout.turn))
        for card in board.of_kind(Kind.GOAL):
            if card.face is not None:
                self.happened(e.GoalLaid(card.cell, GoalKind(card.goal or GoalKind.COAL), card.face, 0))
        lying = tuple(c.TableCard(card.cell, card.face) for card in board.of_kind(Kind.PATH))
        self.happened(e.Resynced(lying))  # goals that are joined by it wait for what the case does

    def _deal(self, layout: Layout) -> None:
        if layout.roles is not None:
            self.happened(e.RolesDealt(Secret(layout.roles), Secret(())))
        if layout.goals is not None:
            self.happened(e.GoalsDealt(Secret(layout.goals)))
        if layout.chests is not None:
            effects, faces = tuple(effect for effect, _ in layout.chests), tuple(face for _, face in layout.chests)
            self.happened(e.ChestsDealt(Secret(effects), Secret(faces)))

    # ---- what is taken for granted -------------------------------------------------------------------------------

    def happened(self, *events: e.Event) -> None:
        self.game = fold(self.game, events)
        self.events += events

    def owns(self, seat: int, nuggets: int) -> None:
        if nuggets:
            self.happened(e.NuggetsPaid(seat, nuggets, "start"))

    def before(self, seat: int, broken: Iterable[str] = (), marks: Iterable[str] = ()) -> None:
        """Cards that lie before a seat, as the table says."""
        self.say(c.SetTools(seat, tuple(Tool(tool) for tool in broken)))
        self.say(c.SetMarks(seat, tuple(Mark(mark) for mark in marks)))

    # ---- what is done --------------------------------------------------------------------------------------------

    def ask(self, command: c.Command, by: int | c.Actor) -> Refusal | None:
        """Done where it may be done; a card that could be vetoed stands. The refusal else."""
        actor = c.BySeat(by) if isinstance(by, int) else by
        answer = decide(self.game, actor, command)
        if isinstance(answer, Refusal):
            return answer
        self.happened(*answer)
        return None

    def say(self, command: c.Command, by: int | c.Actor = c.ByTable()) -> None:  # noqa: B008
        """What the case says was done. Raises CaseError where it cannot be done."""
        self.must(self.ask(command, by))

    def must(self, refusal: Refusal | None) -> None:
        """Raises CaseError where something was refused that the case takes for done."""
        if refusal:
            raise CaseError("refused", {"code": refusal.code})

    def refuses(self, command: c.Command, by: int) -> bool:
        """Asked, and not done."""
        return isinstance(decide(self.game, c.BySeat(by), command), Refusal)

    def play(self, command: c.Command, by: int) -> Refusal | None:
        """A card of a hand, which nobody vetoes."""
        refusal = self.ask(command, by)
        if refusal is None and isinstance(self.game.pending, p.Vetoing):
            self.say(c.LetStand())
        return refusal

    def force(self, cell: Cell, face: Face) -> None:
        """The seat on turn lays this card, whatever the rules have against it."""
        self.say(c.PlacePath(cell, face, forced=True))
        if isinstance(self.game.pending, p.Vetoing):
            self.say(c.LetStand())

    def end_round(self) -> None:
        """The table says so, whatever is left to play."""
        self.say(c.EndRound(forced=True))

    def turn_up(self, cell: Cell, way: int = 0, face: Face | None = None) -> None:
        """The goal or chest that was reached there is turned and laid, so that it shows `face` where it may."""
        laying = self.choose(cell)
        if face is not None and face in laying.faces:
            way = laying.faces.index(face)
        self.say(c.LayGoal(cell, laying.turned[way]))

    def choose(self, cell: Cell) -> p.LayingGoal | p.LayingCover:
        """Of what was reached, this is turned first."""
        pending = self.game.pending
        if isinstance(pending, p.ChoosingGoal):
            self.say(c.ChooseGoal(cell), pending.seat)
        laying = self.game.pending
        if not isinstance(laying, p.LayingGoal | p.LayingCover) or laying.cell != cell:
            raise CaseError("not_reached", {"cell": f"{cell.x}, {cell.y}"})
        return laying

    # ---- what came of it -----------------------------------------------------------------------------------------

    @property
    def now(self) -> Round:
        return playing(self.game)

    def told(self, kind: type[E]) -> tuple[E, ...]:
        return tuple(event for event in self.events if isinstance(event, kind))

    def drawn(self, seat: int) -> int:
        return sum(event.cards for event in self.told(e.CardsDrawn) if event.seat == seat)

    def purses(self) -> list[int]:
        return [owned(self.game, seat) for seat in range(len(self.game.seats))]

    def counted(self) -> list[int]:
        """Gold cards and nuggets, as at the end of the game. The round was its last."""
        self.say(c.NextRound())
        return list(self.told(e.GameEnded)[0].nuggets)


def _without_start(game: Game) -> Game:
    """The same table with no start card, which no event takes away."""
    return with_round(game, board=playing(game).board.without(START_CELL))


def with_card(ruleset: Ruleset, deed: str, tools: Sequence[Tool] = ()) -> Ruleset:
    """The same rules with this action card in the deck, where the case's edition has none."""
    if deed in ruleset.deeds:
        return ruleset
    return replace(ruleset, actions=(*ruleset.actions, ActionCards(Deed(deed), 1, tuple(tools))))


def with_dwarves(ruleset: Ruleset) -> Ruleset:
    """The same rules with toll dwarves, where the case's edition has none (TOLL-02)."""
    return ruleset if ruleset.toll_dwarves else replace(ruleset, toll_dwarves=2)


def _holding(ruleset: Ruleset, layout: Layout) -> Ruleset:
    """A box that holds the goals and chests of the case."""
    found = replace(ruleset, goals=layout.goals) if layout.goals is not None else ruleset
    if layout.chests is None:
        return found
    effects, faces = tuple(effect for effect, _ in layout.chests), tuple(face for _, face in layout.chests)
    return replace(found, chests=len(effects), chest_effects=effects, chest_paths=faces)
