"""Which boxes lie on the table and where the goals are, as the camera's reader is told. Nothing that was seen."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event

from companion.editions.compose import compose
from companion.editions.ruleset import Ruleset
from companion.live.session import Session
from companion.live.settings import GAME_TOLD_S
from companion.sight.mistakes import Mistakes
from companion.sight.reading import InPlay
from companion.views.model import TableViewer, View

MISTAKES = Mistakes(logging.getLogger("companion.game"))


def in_play(view: View) -> InPlay | None:
    """From what everybody may see; None while what is chosen does not go together."""
    rules = compose(view.setup.edition, view.setup.modules, view.setup.options)
    if not isinstance(rules, Ruleset):
        return None
    lying = [card.cell for card in view.maze.cards if card.kind == "goal"] if view.maze else []
    goals = frozenset(goal.face.upright() for goal in rules.goals)
    cards = frozenset(face.upright() for face in (rules.start, *rules.copies, *rules.chest_paths))
    return InPlay(tuple(sorted(lying or rules.goal_cells)), cards | goals, goals)


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
