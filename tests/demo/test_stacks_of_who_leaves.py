"""Who leaves the demo table: his simulated cards go where the rules say, and there are as many of them."""

from __future__ import annotations

from scene import Scene, path

from companion.live.stacks import Stacks
from companion.maze.geometry import Cell, Side
from companion.rules.audit import audit
from companion.state import commands as c
from companion.state import pending as p
from companion.state.commands import Attendance

LEFT = Attendance.LEFT
IN_BETWEEN = Cell(1, 0)


def stacks_beside(scene: Scene) -> Stacks:
    stacks = Stacks("seed", scene.game.ruleset, 0)
    for seq, event in enumerate(scene.events):
        stacks.after(event, seq)
    return stacks


def agree(stacks: Stacks, scene: Scene) -> bool:
    counted = tuple(map(len, stacks.hands)), len(stacks.pile), len(stacks.discards)
    return counted == (scene.now.hands, scene.now.pile, scene.now.discards) and not audit(scene.game)


def path_in_hand(stacks: Stacks, seat: int) -> str:
    """One that may lie east of the start card; of a shuffled hand."""
    return next(str(card.face) for card in stacks.hands[seat] if card.face and "W" in str(card.face))


def laid(scene: Scene, seat: int, payer: int | None = None) -> int:
    """A card that waits; its key in the deck."""
    before = stacks_beside(scene)
    face = path_in_hand(before, seat)
    command = path(1, 0, face)
    scene.do(c.PlacePath(IN_BETWEEN, command.face, toll_payer=payer), by=seat)
    return next(card.key for card in before.hands[seat] if card.face and str(card.face) == face)


def test_the_card_that_waits_for_a_veto_is_the_one_that_lies_in_the_maze_when_who_laid_it_has_left() -> None:
    scene = Scene(modules=("wc2019",), board="")
    key = laid(scene, 0)
    scene.do(c.SetPresence(0, LEFT))
    assert agree(stacks_beside(scene), scene)
    scene.do(c.LetStand())
    assert agree(stacks_beside(scene), scene)
    assert stacks_beside(scene).laid[IN_BETWEEN].key == key


def test_the_card_that_waits_for_a_toll_is_the_one_that_lies_in_the_maze_when_who_laid_it_has_left() -> None:
    scene = Scene(modules=("toll-tunnel",), board="")
    scene.do(c.SetToll(Cell(0, 0), Side.E), by=0)
    key = laid(scene, 1, payer=2)
    assert isinstance(scene.pending, p.AskingToll)
    scene.do(c.SetPresence(1, LEFT))
    assert agree(stacks_beside(scene), scene)
    scene.do(c.AnswerToll(pays=True), by=2)
    assert agree(stacks_beside(scene), scene)
    assert stacks_beside(scene).laid[IN_BETWEEN].key == key


def test_who_leaves_after_the_others_let_his_card_stand_keeps_none() -> None:
    scene = Scene(modules=("wc2019",), board="")
    laid(scene, 0)
    scene.do(c.LetStand())
    scene.do(c.SetPresence(0, LEFT))
    assert agree(stacks_beside(scene), scene) and not scene.now.hands[0]


def test_the_card_for_which_nobody_pays_the_toll_is_discarded_when_who_laid_it_has_left() -> None:
    scene = Scene(modules=("toll-tunnel",), board="")
    scene.do(c.SetToll(Cell(0, 0), Side.E), by=0)
    key = laid(scene, 1, payer=2)
    scene.do(c.SetPresence(1, LEFT))
    scene.do(c.AnswerToll(pays=False), by=2)
    stacks = stacks_beside(scene)
    assert agree(stacks, scene) and not stacks.hands[1] and stacks.discards[-1].key == key
