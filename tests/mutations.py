"""Changes the rules a little, a hundred times, and tells which changes the quick tests of the rules do not notice.

    python tests/mutations.py [--count 100] [--seed 1] [--only SUBSTRING]

Each change is made in a copy of the tree, one at a time: a number, a comparison, a condition that is dropped or turned
round, `and` for `or`. What survives is either the same rule in other words, which EQUIVALENT says with its reason, or
wants a test. Not part of the suite but for a small sample (tests/rules/test_mutations.py).
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = ("companion/rules", "companion/maze", "companion/editions", "companion/cards")
NEEDED = ("companion", "web", "tests", "fixtures/vectors", "fixtures/journals", "fixtures/games", "pyproject.toml")
QUICK = (
    "tests/rules/test_recorded_games.py",
    "tests/rules/test_corners.py", "tests/rules/test_small_truths.py", "tests/rules/test_goals.py",
    "tests/rules/test_turn.py", "tests/rules/test_special_cards.py", "tests/rules/test_mini_expansions.py",
    "tests/rules/test_house_rules.py", "tests/rules/test_second_box.py", "tests/conformance/test_vectors.py",
    "tests/maze", "tests/editions", "tests/rules", "tests/cards/test_deck_and_likes.py", "tests/conformance",
    "tests/test_library.py",
)  # fmt: skip
SLOW = ("test_module_", "test_other_boxes", "test_any_command", "test_base_games", "test_mutations")
TOO_LONG_S = 240  # several times the quick tests: a change that never ends is noticed

# What is the same rule in other words: the line that is changed, what becomes of it, and why nobody could notice.
EQUIVALENT: dict[tuple[str, str], str] = {
    **{
        (
            "companion/rules/goals.py: "
            "return (-slot.meets(face).bit_count() if tunnels else 0), slot.misfits(face).bit_count()",
            number,
        ): "a number that is the same for both ways decides nothing between them"
        for number in ("(1)", "(-1)")
    },
    (
        'companion/editions/tournament.py: "hand_table": ((5, 6), (7, 5), (9, 4)),  # TOUR-03',
        "(10)",
    ): "nine play at most",
    (
        "companion/cards/trap.py: return [(eager + 4 * rng.random(), card.played(way)) for way in ways]",
        "(5)",
    ): "how much a simulated player's mood weighs is no rule",
    (
        "companion/cards/pioneer.py: "
        "return [(2.0 + 3 * rng.random(), card.played(way)) for way in ways] if eyes.paths > 1 else []",
        "(2)",
    ): "how much a simulated player's mood weighs is no rule; that he holds two path cards is told to a test",
    (
        'companion/rules/moves.py: return len(draft.values.open_for("how many cards are left to choose from '
        'is seen by everybody")) if draft else 0',
        "(1)",
    ): "asked only while gold cards go round",
    (
        "companion/rules/ending.py: if game.ruleset.round_end is RoundEnd.HANDS_EMPTY and any(now.hands):",
        "(game.ruleset.round_end is RoundEnd.HANDS_EMPTY)",
    ): "once all hands are empty the round has ended by itself",
    (
        "companion/cards/repair_tool.py: "
        "weight = 9.0 if seat == eyes.me else 3.0 + 2 * rng.random() if eyes.digs else 0.0",
        "(1)",
    ): "how much a simulated player's mood weighs is no rule",
    (
        "companion/cards/deck.py: return (2 if card.face.links else 0, len(card.face.open))",
        "(-1)",
    ): "only what is thrown away first counts",
    (
        "companion/rules/flow.py: if not isinstance(pending, Redealing) or now is None or now.roles is None:",
        "(not isinstance(pending, Redealing) or now.roles is None)",
    ): "dwarves are dealt anew in a round only",
    (
        "companion/rules/share.py: counts = Counter(value for value in pile if value > 0)",
        "(-1)",
    ): "a card worth nothing completes no sum",
    (
        "companion/rules/chests.py: if effect is None and now.chests is not None:",
        "(now.chests is not None)",
    ): "what is in a chest is told only where none was dealt",
    (
        "companion/cards/move_last.py: if last is None or last.kind is not Kind.PATH or last.face is None:",
        "(last is None or last.kind is not Kind.PATH)",
    ): "a path card lies face up",
    (
        "companion/cards/veto.py: return played(stopped, event.by, 1, vetoes=playing(game).vetoes + 1)",
        "(2)",
    ): "there is one veto in the box",
    (
        "companion/rules/share.py: "
        "above = range(nuggets, sum(value * copies for value, copies in pile) + 1) if higher else range(0)",
        "(2)",
    ): "no cards are worth more than all",
    (
        "companion/rules/evolve_round.py: hands=at(now.hands, seat, max(0, now.hands[seat] - 1)),",
        "(-1)",
    ): "whoever holds no card is neither on turn nor asked",
    (
        "companion/cards/new_dwarf.py: if now.roles is None or now.aside is None:",
        "(now.roles is None)",
    ): "where the app deals dwarves it keeps the spare ones",
    (
        "companion/cards/chests/shift_goal.py: if _steps(start, cell.beside(side)) > _steps(start, cell)",
        "(_steps(start, cell.beside(side)) >= _steps(start, cell))",
    ): "a step is one nearer or one farther",
    (
        "companion/rules/pay.py: open_on(now.board, gold[0]) if ending.reached and gold else (),",
        "(ending.reached or gold)",
    ): "the gold lies face up where it was reached, and where it was not nobody asks which doors are open",
    (
        "companion/rules/flow.py: if not isinstance(pending, Drafting) or draft is None:",
        "(draft is None)",
    ): "cards go round only while somebody is asked to take one",
    (
        'companion/maze/board.py: if "reach" in self.__dict__ and placement.cell not in self.cards '
        "and placement.face is not None:",
        "(placement.cell not in self.cards and placement.face is not None)",
    ): "what was not asked for yet is worked out now: the same answer, later",
    **{
        (
            "companion/editions/ruleset.py: "
            "return next((nuggets for count, nuggets in self.saboteur_reward if count == saboteurs), 0)",
            number,
        ): "every box says it of as many saboteurs as it deals; where there are none nobody is paid"
        for number in ("(1)", "(-1)")
    },
}

COMPARED: dict[type, type] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COUNTED: dict[type, type] = {ast.Add: ast.Sub, ast.Sub: ast.Add}


@dataclass(frozen=True)
class Change:
    """In the file at `path`, the text from `start` to `end` (bytes) becomes `text`. `line` is the line before it."""

    path: str
    number: int
    line: str
    start: int
    end: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.number}: {self.line}   =>   {self.text}"

    @property
    def key(self) -> tuple[str, str]:
        """Stays the same when lines are added above."""
        return f"{self.path}: {self.line}", self.text


# ---- what may be changed ------------------------------------------------------------------------------------------


def changes(path: Path) -> Iterator[Change]:
    """Every small change of one source, in the order of its text."""
    source = path.read_bytes()
    starts = [0]
    for row in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(row))
    rows = source.decode("utf-8").splitlines()
    for node in _said(ast.parse(source)):
        for other in _others(node):
            assert node.end_lineno is not None and node.end_col_offset is not None
            yield Change(
                path.relative_to(ROOT).as_posix(),
                node.lineno,
                rows[node.lineno - 1].strip(),
                starts[node.lineno - 1] + node.col_offset,
                starts[node.end_lineno - 1] + node.end_col_offset,
                f"({ast.unparse(other)})",
            )


def _said(node: ast.AST) -> Iterator[ast.expr]:
    """Expressions that are evaluated: no annotations, no decorators, no keys of a subscript.

    Nor `strict` of zip, which guards against a slip of ours and is no rule.
    """
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "slice", "bases"):
            continue
        if isinstance(node, ast.keyword) and node.arg == "strict":
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.JoinedStr) or not isinstance(child, ast.AST):
                continue
            if isinstance(child, ast.expr):
                yield child
            yield from _said(child)


def _others(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield ast.Compare(node.left, [COMPARED[type(node.ops[0])]()], node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for dropped in range(len(node.values)):
            left = [value for place, value in enumerate(node.values) if place != dropped]
            yield left[0] if len(left) == 1 else ast.BoolOp(node.op, left)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in COUNTED:
        yield ast.BinOp(node.left, COUNTED[type(node.op)](), node.right)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)


def sample(count: int, seed: int, only: str = "") -> list[Change]:
    """So many changes, each of another expression, the same for the same seed."""
    files = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    found = [change for path in files for change in changes(path) if only in change.path]
    rng = random.Random(seed)
    rng.shuffle(found)
    places: dict[tuple[str, int], Change] = {}
    for change in found:
        places.setdefault((change.path, change.start), change)
    return list(places.values())[:count]


# ---- whether it is noticed ----------------------------------------------------------------------------------------


class Copy:
    """A tree beside this one in which one source at a time is changed."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.writes = folder, 0
        for part in NEEDED:
            origin, there = ROOT / part, folder / part
            there.parent.mkdir(parents=True, exist_ok=True)
            if origin.is_dir():
                shutil.copytree(origin, there, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copyfile(origin, there)

    def notices(self, change: Change | None) -> bool:
        """The quick tests fail with this change; without one they have to pass."""
        if change is None:
            return self._fails()
        path = self.folder / change.path
        source = path.read_bytes()
        self._write(path, source[: change.start] + change.text.encode() + source[change.end :])
        try:
            return self._fails()
        finally:
            self._write(path, source)

    def _write(self, path: Path, source: bytes) -> None:
        """With a time of its own, so that Python never takes an older compiled file for this one."""
        path.write_bytes(source)
        self.writes += 1
        os.utime(path, (self.writes, self.writes))

    def _fails(self) -> bool:
        tests = [part for part in QUICK if (self.folder / part).exists()]
        left_out = [f"--ignore-glob=*{name}*" for name in SLOW]
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider", *left_out, *tests]
        try:
            ran = subprocess.run(command, cwd=self.folder, capture_output=True, timeout=TOO_LONG_S, check=False)
        except subprocess.TimeoutExpired:
            return True
        return ran.returncode != 0


def survivors(chosen: list[Change], *, say: bool = False) -> list[Change]:
    """Those that nothing notices and that are no other words for the same rule."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        if copy.notices(None):
            raise RuntimeError("the quick tests fail without any change")
        for number, change in enumerate(chosen, 1):
            if copy.notices(change):
                continue
            reason = EQUIVALENT.get(change.key)
            if say:
                print(f"{number:4} {'the same: ' + reason if reason else 'SURVIVED'}  {change}", flush=True)
            if reason is None:
                found.append(change)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only in files whose path holds this")
    given = parser.parse_args()
    chosen = sample(given.count, given.seed, given.only)
    left = survivors(chosen, say=True)
    print(f"{len(chosen) - len(left)} of {len(chosen)} changes are noticed or change nothing")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
