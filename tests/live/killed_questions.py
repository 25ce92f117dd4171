"""A program that plays a night for each question, up to the question, and is killed while all of them stand. It prints
each press that was acknowledged, and what everybody is shown in the end. For test_killed_in_a_question."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import card_words as w
from worlds import canonical

from companion.editions.cards import GoalKind
from companion.live.dealer import SeededDealer
from companion.live.session import Session
from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.state import commands as c
from companion.state import pending as p
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.secret import Secret
from companion.views.model import SeatViewer, TableViewer, Viewer

PLAYERS = 4
COVERS = tuple(Face.parse(face) for face in ("NESW", "NS", "NW", "NE"))
Press = tuple[int, c.Command]  # by this seat


@dataclass(frozen=True)
class Question:
    """moves : what is pressed before it; of : who is asked; answers : what ends it.

    chest : what is in the one at (2,-1)
    """

    edition: str
    modules: tuple[str, ...]
    moves: tuple[Press, ...]
    of: tuple[int, ...]
    answers: tuple[Press, ...]
    chest: int = 0

    def chance(self, game: Game, number: int) -> c.Command | None:
        """The gold lies in the middle; roles and the rest come from the seed."""
        pending = game.pending
        if isinstance(pending, p.Dealing) and pending.goals:
            box = sorted(game.ruleset.goals, key=lambda card: card.kind is not GoalKind.GOLD)
            return c.DealGoals(Secret((box[1], box[0], box[2])))
        if isinstance(pending, p.Dealing) and not pending.roles and pending.chests:
            others = tuple(effect for effect in (1, 2, 3, 4) if effect != self.chest)
            return c.DealChests(Secret((self.chest, *others[:3])), Secret(COVERS))
        return SeededDealer("a night that is cut short").chance(game, number)


def lay(x: int, y: int, face: str = "EW", payer: int | None = None) -> c.PlacePath:
    return c.PlacePath(Cell(x, y), Face.parse(face), toll_payer=payer)


TO_A_CHEST: tuple[Press, ...] = ((0, lay(1, 0)), (1, lay(2, 0, "NEW")))
OPENED: tuple[Press, ...] = (*TO_A_CHEST, (1, c.LayGoal(Cell(2, -1), turned=False)))


def chest(effect: int, *answers: Press, moves: tuple[Press, ...] = OPENED) -> Question:
    return Question("anniversary-2024", ("treasure-chests",), moves, (1,), answers, effect)


QUESTIONS = {
    "veto": Question(
        "anniversary-2024",
        ("wc2019",),
        ((0, lay(1, 0)), (2, c.LetStand())),
        (1, 3),
        ((3, c.LetStand()), (1, w.Veto(1))),
    ),
    "toll": Question(
        "s2-anniversary",
        ("toll-tunnel",),
        ((0, lay(1, 0)), (1, c.SetToll(Cell(1, 0), Side.E)), (2, lay(2, 0, payer=3))),
        (3,),
        ((3, c.AnswerToll(pays=True)),),
    ),
    "cover": chest(8, (1, c.LayGoal(Cell(2, -1), turned=False)), moves=TO_A_CHEST),
    "choose_dwarf": chest(8, (1, w.Inspect(3))),
    "inspect": chest(8, (1, c.ClosePeek()), moves=(*OPENED, (1, w.Inspect(3)))),
    "shift_goal": chest(5, (1, w.ShiftGoal(Cell(8, 0)))),
    "take_card": chest(6, (1, w.TakeCard(2))),
    "chore": chest(7, (1, w.FinishChore())),
    "map": Question("anniversary-2024", (), ((0, w.UseMap(Cell(8, 0))),), (0,), ((0, c.ClosePeek()),)),
    "theft": Question(
        "s2-anniversary",
        ("toll-tunnel",),
        ((0, w.LayThief()), *((x % PLAYERS, lay(x, 0)) for x in range(1, 8)), (3, c.LayGoal(Cell(8, 0), turned=False))),
        (0,),
        ((0, c.Steal(Secret(2))),),
    ),
}


def main(folder: Path, until: str) -> None:
    sessions = []  # stay open
    for name, question in QUESTIONS.items():
        session = Session.open(folder / name, seed=3, dealer=question)
        assert isinstance(session, Session), session
        sessions.append(session)
        if until == "asked":
            _begin(session, question)
            _press(session, name, question.moves, "asked")
        elif until == "answered":
            _press(session, name, question.answers, "answered")
    for name, session in zip(QUESTIONS, sessions, strict=True):
        print("seen", name, json.dumps(all_that_is_seen(session)), flush=True)
    sys.stdin.read()  # until it is killed


def _begin(session: Session, question: Question) -> None:
    for seat in range(PLAYERS):
        assert not isinstance(session.join(f"player {seat}"), Refusal)
    for command in (c.Configure(question.edition, question.modules), c.StartGame(0), c.BeginPlay()):
        outcome = session.submit(c.ByTable(), command)
        assert not isinstance(outcome, Refusal), (command, outcome)


def _press(session: Session, name: str, presses: tuple[Press, ...], until: str) -> None:
    for number, (seat, command) in enumerate(presses):
        outcome = session.submit(c.BySeat(seat), command, command_id=f"{until}-{number}")
        assert not isinstance(outcome, Refusal), (command, outcome)
        print("done", name, seat, f"{until}-{number}", outcome.version, flush=True)


def all_that_is_seen(session: Session) -> list[str]:
    """By the table and by each seat; every start counts its versions on from a higher one."""
    viewers: list[Viewer] = [TableViewer(), *(SeatViewer(seat) for seat in range(PLAYERS))]
    return [canonical(replace(session.view(viewer), version=0)) for viewer in viewers]


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
