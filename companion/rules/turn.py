"""A turn: one card or a pass, the goals it reaches, the draw, and whose turn is next."""

from __future__ import annotations

from companion.editions.cards import Deed
from companion.editions.parameters import Direction
from companion.maze.board import Board, Kind
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules import rounds
from companion.rules.effects import EFFECTS, Play
from companion.rules.evolve_round import playing
from companion.rules.goals import ways_to_lay
from companion.rules.place import hindrances, judge
from companion.rules.story import Story
from companion.state import commands as c
from companion.state import events as e
from companion.state.commands import Actor, BySeat, ByTable, GoalCard, GoalKind, SeatId
from companion.state.game import Game
from companion.state.pending import ChoosingGoal, LayingGoal, Peeking, Playing, TellingGoal
from companion.state.refusals import Refusal

Answer = tuple[e.Event, ...] | Refusal


def drawn(pile: int, cards: int) -> int:
    """So many cards are drawn; an empty pile gives none (TURN-03)."""
    return min(pile, cards)


def next_seat(seat: SeatId, seats: int, direction: Direction) -> SeatId:
    return (seat + direction.step) % seats


# ---- the moves ------------------------------------------------------------------------------------------------


def place_path(game: Game, by: Actor, command: c.PlacePath) -> Answer:
    seat = _on_turn(game, by)
    if isinstance(seat, Refusal):
        return seat
    now = playing(game)
    reasons = path_reasons(game, seat, command)
    agreed = command.forced and isinstance(by, ByTable) and "occupied" not in reasons
    if reasons and not agreed:
        code = "broken_tool" if reasons == ("broken_tool",) else "illegal_placement"
        return Refusal(code, {"seat": seat}, reasons, command.cell, can_force="occupied" not in reasons)
    story = Story(game)
    over = _copies(now.board, command.face) >= game.ruleset.copies.get(command.face.upright(), 0)
    story.tell(e.PathPlaced(seat, command.cell, command.face, reasons, over))
    carry_on(story, seat)
    return story.events


def path_reasons(game: Game, seat: SeatId, command: c.PlacePath) -> tuple[str, ...]:
    """All that speaks against this seat laying this card there, tools included; empty where nothing does."""
    now = playing(game)
    reasons = judge(now.board, command.cell, command.face, game.ruleset)
    if reasons in (("occupied",), ("sideways",)):
        return reasons
    return (*reasons, *hindrances(now.broken[seat], now.marks[seat]))


def break_tool(game: Game, by: Actor, command: c.BreakTool) -> Answer:
    return _play(game, by, Play(Deed.BREAK, -1, command.target, command.tool))


def repair_tool(game: Game, by: Actor, command: c.RepairTool) -> Answer:
    return _play(game, by, Play(Deed.REPAIR, -1, command.target, command.tool, command.card))


def rockfall(game: Game, by: Actor, command: c.Rockfall) -> Answer:
    return _play(game, by, Play(Deed.ROCKFALL, -1, cells=(command.cell,)))


def use_map(game: Game, by: Actor, command: c.UseMap) -> Answer:
    return _play(game, by, Play(Deed.MAP, -1, cells=(command.cell,)))


def _play(game: Game, by: Actor, play: Play) -> Answer:
    seat = _on_turn(game, by)
    if isinstance(seat, Refusal):
        return seat
    if play.target is not None and not 0 <= play.target < len(game.seats):
        return Refusal("no_such_seat")
    meant = Play(play.deed, seat, play.target, play.tool, play.card, play.cells)
    effect = EFFECTS[play.deed]
    refusal = effect.judge(game, meant)
    if refusal:
        return refusal
    story = Story(game)
    story.tell(*effect.happen(game, meant))
    if isinstance(story.game.pending, Playing):
        end_turn(story, seat, 1)
    return story.events


def close_peek(game: Game, by: Actor, command: c.ClosePeek) -> Answer:
    pending = game.pending
    if not isinstance(pending, Peeking):
        return Refusal("not_now")
    if isinstance(by, BySeat) and by.seat != pending.seat:
        return Refusal("not_your_turn", {"seat": pending.seat})
    story = Story(game)
    story.tell(e.PeekClosed(pending.seat, pending.cell))
    end_turn(story, pending.seat, 1)
    return story.events


def pass_turn(game: Game, by: Actor, command: c.Pass) -> Answer:
    seat = _on_turn(game, by)
    if isinstance(seat, Refusal):
        return seat
    if not 1 <= command.discards <= min(game.ruleset.most_discards, playing(game).hands[seat]):
        return Refusal("bad_discard", {"most": min(game.ruleset.most_discards, playing(game).hands[seat])})
    story = Story(game)
    story.tell(e.Passed(seat, command.discards))
    end_turn(story, seat, command.discards)
    return story.events


def _on_turn(game: Game, by: Actor) -> SeatId | Refusal:
    """The seat that plays, where `by` may play for it: itself, the table or the camera."""
    if not isinstance(game.pending, Playing):
        return Refusal("not_now")
    if isinstance(by, BySeat) and by.seat != game.pending.seat:
        return Refusal("not_your_turn", {"seat": game.pending.seat})
    return game.pending.seat


def _copies(board: Board, face: Face) -> int:
    name = str(face.upright())
    return sum(card.kind is Kind.PATH and card.face is not None and str(card.face.upright()) == name for card in board)


# ---- goals that were reached ----------------------------------------------------------------------------------


def carry_on(story: Story, seat: SeatId) -> None:
    """After a card was laid: turn the goals that were reached (END-01, END-06), or end the turn."""
    reached = story.round.board.reached_goals
    if not reached:
        end_turn(story, seat, 1)
        return
    story.tell(e.GoalsReached(seat, reached))
    if len(reached) == 1:
        _turn_goal(story, seat, reached[0])


def choose_goal(game: Game, by: Actor, command: c.ChooseGoal) -> Answer:
    pending = game.pending
    if not isinstance(pending, ChoosingGoal):
        return Refusal("not_now")
    if isinstance(by, BySeat) and by.seat != pending.seat:
        return Refusal("not_your_turn", {"seat": pending.seat})
    if command.cell not in pending.cells:
        return Refusal("goal_not_reached", cell=command.cell)
    story = Story(game)
    _turn_goal(story, pending.seat, command.cell)
    return story.events


def _turn_goal(story: Story, seat: SeatId, cell: Cell) -> None:
    now = story.round
    if now.goals is None:
        story.tell(e.GoalAsked(seat, cell))
        return
    card = now.goals.open_for("the goal was reached and is turned over")[now.goal_cells.index(cell)]
    turned, _ = ways_to_lay(now.board, cell, card.face, now.last_cell)
    faces = tuple(card.face.half_turn() if turn else card.face for turn in turned)
    story.tell(e.GoalTurned(seat, cell, card.kind, faces, turned))


def lay_goal(game: Game, by: Actor, command: c.LayGoal) -> Answer:
    pending = game.pending
    if not isinstance(pending, LayingGoal):
        return Refusal("not_now")
    if command.cell != pending.cell:
        return Refusal("another_goal", {"cell": pending.cell}, cell=command.cell)
    if command.turned not in pending.turned:
        return Refusal("wrong_way_up", cell=command.cell)
    face = pending.faces[pending.turned.index(command.turned)]
    return _goal_lies(game, pending.seat, command.cell, pending.kind, face)


def tell_goal(game: Game, by: Actor, command: c.TellGoal) -> Answer:
    pending = game.pending
    if not isinstance(pending, TellingGoal):
        return Refusal("not_now")
    if command.cell != pending.cell:
        return Refusal("another_goal", {"cell": pending.cell}, cell=command.cell)
    card = _printed_goal(game, command)
    if card is None:
        return Refusal("no_such_goal", cell=command.cell)
    now = playing(game)
    turned, _ = ways_to_lay(now.board, command.cell, card.face, now.last_cell)
    if command.face not in [card.face.half_turn() if turn else card.face for turn in turned]:
        return Refusal("wrong_way_up", cell=command.cell)
    return _goal_lies(game, pending.seat, command.cell, command.kind, command.face)


def _printed_goal(game: Game, command: c.TellGoal) -> GoalCard | None:
    """The printed card that was told, if one of that kind and face can still lie there."""
    name = command.face.upright()
    shown = [card for card in playing(game).board if card.goal == command.kind and card.face is not None]
    same = [card for card in game.ruleset.goals if card.kind == command.kind and card.face.upright() == name]
    lying = sum(card.face is not None and card.face.upright() == name for card in shown)
    return same[0] if len(same) > lying else None


def _goal_lies(game: Game, seat: SeatId, cell: Cell, kind: GoalKind, face: Face) -> Answer:
    story = Story(game)
    misfits = len(story.round.board.misfits(cell, face))
    story.tell(e.GoalLaid(cell, kind, face, misfits))
    if kind is GoalKind.GOLD:
        rounds.end_round(story, "gold", seat)  # END-02
        return story.events
    left = story.round.board.reached_goals if game.ruleset.goal_cascade else story.round.due  # END-07
    if not left:
        end_turn(story, seat, 1)
        return story.events
    story.tell(e.GoalsReached(seat, left))
    if len(left) == 1:
        _turn_goal(story, seat, left[0])
    return story.events


# ---- the end of a turn ----------------------------------------------------------------------------------------


def end_turn(story: Story, seat: SeatId, draws: int) -> None:
    """Draw, then the next seat that holds a card plays; the round ends when nobody does."""
    cards = drawn(story.round.pile, draws)
    if cards:
        story.tell(e.CardsDrawn(seat, cards))
    begin_turn(story, next_seat(seat, len(story.game.seats), story.round.direction))


def begin_turn(story: Story, seat: SeatId) -> None:
    """The turn of `seat`, or of the first after it whose hand is not empty (TURN-05)."""
    if not any(story.round.hands):
        rounds.end_round(story, "hands_empty", None)  # END-08
        return
    while not story.round.hands[seat]:
        story.tell(e.SeatSkipped(seat))
        seat = next_seat(seat, len(story.game.seats), story.round.direction)
    story.tell(e.TurnBegan(seat))
