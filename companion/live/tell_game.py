"""What the camera's reader is told of the game: which boxes lie on the table, where the goals are, what was laid."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event

from companion.editions.compose import compose
from companion.editions.ruleset import Ruleset
from companion.live.session import Session
from companion.live.settings import GAME_TOLD_S
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.mistakes import Mistakes
from companion.sight.reading import AgreedMaze, CardKind, InPlay, SeenCard, quad_px
from companion.views.model import TableViewer, View
from companion.views.model_maze import CardView

MISTAKES = Mistakes(logging.getLogger("companion.game"))
NO_CORNERS = quad_px([(0, 0)] * 4)


def in_play(view: View) -> InPlay | None:
    """From what everybody may see; None while what is chosen does not go together."""
    rules = compose(view.setup.edition, view.setup.modules, view.setup.options)
    if not isinstance(rules, Ruleset):
        return None
    lying = [card.cell for card in view.maze.cards if card.kind == "goal"] if view.maze else []
    goals = frozenset(goal.face.upright() for goal in rules.goals)
    cards = frozenset(face.upright() for face in (rules.start, *rules.copies, *rules.chest_paths))
    return InPlay(tuple(sorted(lying or rules.goal_cells)), cards | goals, goals)


def agreed_maze(view: View) -> AgreedMaze:
    return AgreedMaze(view.round, agreed_cards(view))


def agreed_cards(view: View) -> dict[Cell, SeenCard]:
    """The cards of the maze as the table knows them, of which a photograph is told: without corners in a picture."""
    lying = [card for card in view.maze.cards if card.kind in {*CardKind}] if view.maze else []
    return {card.cell: _agreed(card) for card in lying}


def _agreed(card: CardView) -> SeenCard:
    face = None if card.face is None else Face.parse(card.face)
    return SeenCard(card.cell, CardKind(card.kind), face, 1.0, False, NO_CORNERS)


def tell_game(session: Session, tell: Callable[[InPlay], None], stop: Event) -> None:
    """Tells it at once and whenever it changes, until stopped; for a thread of its own. What fails is tried anew."""
    version, known = -1, None
    while not (stop.is_set() or session.closed):
        try:
            now = in_play(session.view(TableViewer()))
            if now is not None and now != known:
                tell(now)
                known = now
        except Exception as error:
            MISTAKES.tell("The camera was not told of the game", error)
        version = session.wait(version, GAME_TOLD_S)
