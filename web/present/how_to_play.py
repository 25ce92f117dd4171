"""How to play in six short panels, for the rules that are chosen: keys of sentences with their facts, and mazes that
show what is meant. No words, nothing of a running game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.cards.register import cards
from companion.editions.cards import GoalKind, Role
from companion.editions.parameters import GoldDeal, GoldDraw, GoldPick, Scoring, SkipSabotaged
from companion.editions.ruleset import Ruleset
from companion.maze.geometry import Cell
from companion.views.model import CardView, MazeView
from web.language import FALLBACK, Speech
from web.present.maze_drawing import Marks

Sentence = tuple[str, dict[str, int]]


@dataclass(frozen=True)
class Topic:
    """`name` says its title and which picture stands beside its sentences."""

    name: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class Illustration:
    """A small maze to look at, with what is marked in it. `good`: whether a card may lie so."""

    maze: MazeView
    marks: Marks
    good: bool = True


def panels(box: Ruleset, players: int, *, place_holders: bool) -> tuple[Topic, ...]:
    """In the order in which a beginner asks.

    players : so many have sat down
    place_holders : the app deals the goals, and the cards on the table only mark the places
    """
    told = (
        ("goal", _goal(box, place_holders)),
        ("turn", _turn(box, players)),
        ("tunnels", _tunnels(box, place_holders)),
        ("tools", _tools(box)),
        ("cards", _cards(box, place_holders)),
        ("gold", _gold(box)),
    )
    found = (Topic(name, tuple(sentences)) for name, sentences in told)
    return tuple(panel for panel in found if panel.sentences)


def _goal(box: Ruleset, place_holders: bool) -> Iterator[Sentence]:
    if box.scoring is Scoring.TEAMS:
        yield "how.goal.teams", {"goals": box.goals_laid}
        yield "how.goal.saboteurs_of_teams", {}
        yield "how.goal.others", {}
    else:
        yield "how.goal.miners", {"goals": box.goals_laid}
        yield "how.goal.saboteurs", {}
    if box.greedy_dwarves or any(role is Role.GREEDY for _, pool in box.pools for role, _ in pool):
        yield "how.goal.greedy", {}
    yield "how.goal.secret", {}
    if place_holders:
        yield "how.goal.place_holders", {}


def _turn(box: Ruleset, players: int) -> Iterator[Sentence]:
    yield ("how.turn.one_of_many", {"most": box.most_discards}) if box.most_discards > 1 else ("how.turn.one", {})
    if box.scoring is Scoring.TEAMS:
        yield "how.turn.trade", {}
    within = box.least <= players <= box.most
    yield ("how.turn.draw_hand", {"hand": box.hand(players)}) if within else ("how.turn.draw", {})


def _tunnels(box: Ruleset, place_holders: bool) -> Iterator[Sentence]:
    yield "how.tunnels.fit", {}
    if box.connection_required:
        yield "how.tunnels.joined", {}
    yield "how.tunnels.dead_end", {}
    yield ("how.tunnels.goal.app" if place_holders else "how.tunnels.goal"), {}


def _tools(box: Ruleset) -> Iterator[Sentence]:
    if "break" in box.deeds:
        yield "how.tools.broken", {}
        yield "how.tools.mend", {}
        yield ("how.tools.own" if box.self_sabotage else "how.tools.others"), {}


def _cards(box: Ruleset, place_holders: bool) -> Iterator[Sentence]:
    """A card that looks at goals says where to look, if they are not what lies there."""
    usual = Speech(FALLBACK)
    for card in told_cards(box):
        on_phones = f"how.cards.{card}.app"
        yield (on_phones if place_holders and usual.has(on_phones) else f"how.cards.{card}"), {}


def told_cards(box: Ruleset) -> list[str]:
    """The cards of the box that a beginner is told of: those that have a sentence for it, as pages offer them."""
    usual = Speech(FALLBACK)
    return [card.key for card in cards() if card.key in box.deeds and usual.has(f"how.cards.{card.key}")]


def _gold(box: Ruleset) -> Iterator[Sentence]:
    rewards = [nuggets for _, nuggets in box.saboteur_reward]
    if box.scoring is Scoring.TEAMS:
        yield "how.gold.teams", {"most": max(nuggets for _, nuggets in box.team_reward)}
    elif box.scoring is Scoring.FIXED:
        yield "how.gold.fixed", {"completer": box.completer_reward, "miner": box.miner_reward}
    else:
        yield ("how.gold.as_players" if box.gold_draw is GoldDraw.PLAYERS else "how.gold.as_miners"), {}
        yield f"how.gold.{_sharing(box)}", {}
    if box.skip_sabotaged is not SkipSabotaged.NONE and box.scoring is Scoring.GOLD_CARDS:
        yield "how.gold.broken", {}
    if box.scoring is not Scoring.TEAMS:
        yield "how.gold.saboteurs", {"least": min(rewards), "most": max(rewards)}
    yield "how.gold.end", {"rounds": box.rounds}


def _sharing(box: Ruleset) -> str:
    if box.gold_pick is GoldPick.AUTO_BEST:
        return "by_itself"
    return "once" if box.gold_deal is GoldDeal.ONCE_EACH else "until_gone"


# ---- pictures -----------------------------------------------------------------------------------------------------


def whole_mine(box: Ruleset) -> Illustration:
    """Where everything lies, with a way that was dug to the gold: here it lay straight ahead."""
    end = max(cell.x for cell in box.goal_cells)
    goals = tuple(
        CardView(cell, "goal", "NESW", GoalKind.GOLD, linked=True) if cell.y == 0 else CardView(cell, "goal", None)
        for cell in box.goal_cells
    )
    chests = tuple(CardView(cell, "covered", None, chest=True) for cell in box.chest_cells)
    dug = tuple(_path(x, "NEW" if x % 3 == 2 else "EW") for x in range(1, end))
    ys = [cell.y for cell in box.goal_cells]
    cards = (_start(), *dug, *goals, *chests)
    return Illustration(MazeView(cards, (), 0, end, min(ys), max(ys)), Marks())


def fits() -> tuple[Illustration, ...]:
    """A card that fits, one that does not, and a dead end with nothing behind it."""
    return (
        _row(_path(1, "EW"), _path(2, "NEW")),
        _row(_path(1, "NS"), wrong=Cell(1, 0)),
        _row(_path(1, "EW"), _path(2, "N|E|S|W"), wrong=Cell(3, 0)),
    )


def _row(*cards: CardView, wrong: Cell | None = None) -> Illustration:
    marks = Marks(wrong=frozenset({wrong}) if wrong else frozenset())
    return Illustration(MazeView((_start(), *cards), (), 0, len(cards), 0, 0), marks, wrong is None)


def _start() -> CardView:
    return CardView(Cell(0, 0), "start", "NESW^", linked=True)


def _path(x: int, face: str) -> CardView:
    return CardView(Cell(x, 0), "path", face, linked=True)
