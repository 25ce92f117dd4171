"""Plays many games and keeps those that try what no other tries: what tests/rules/test_recorded_games.py plays again.

    python tests/record_games.py [--candidates 1200] [--bytes 900000]   makes fixtures/games anew
    python tests/record_games.py --add                        keeps them all, and adds games for what is new
    python tests/record_games.py --again                      asks the games that are there anew, and keeps the answers
    python tests/record_games.py --show NAME LINE             everything that a look in this line sees

A recorded game says what this program decided on the day it was recorded, right or wrong. When a rule changes on
purpose, the games that show it fail: ask them `--again`, and look at the difference of fixtures/games line by line, for
each has to follow from what was changed. Where a box or a house rule is new, `--add` games that have it; where no
recorded game can be played on, make them anew.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "rules")]

from mutations import ROOMS  # noqa: E402
from what_was_tried import Notes, Tried, watched  # noqa: E402

FOLDER = ROOT / "fixtures" / "games"
OFTEN = (1.0, 0.5, 0.3)  # what it is worth that a game tries something for the first, second and third time
MUST = "must"
WHY_NOT = re.compile(r"^refused: \w+|^raises|\breasons=\[.*?\]")
HAPPENED = re.compile(r"(?:^|; )([a-z_]+)")
LONGEST = 1200  # lines; whoever plays on has found a way to play for ever


@dataclass(frozen=True)
class Candidate:
    name: str
    text: str
    tried: frozenset[Any]


def written(seed: str, lines: list[dict[str, Any]]) -> str:
    """One line of the file a line of the game."""
    rows = ",\n".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines)
    return f'{{"seed": {json.dumps(seed)}, "lines": [\n{rows}\n]}}\n'


# ---- candidates ---------------------------------------------------------------------------------------------------


def played(seed: int, notes: Notes) -> Any:
    """One game to its end, or left in the middle."""
    from curious_players import Curious
    from played_with import configured
    from recorded_game import Replay

    from companion.editions.compose import compose
    from companion.state import commands as c
    from companion.state.pending import GameOver

    chance = Random(f"candidate {seed}")
    command = configured(chance)
    table = Curious(chance, replay=Replay(str(seed)), notes=notes)
    table.simulated, table.calm = chance.choice([0.0, 0.5, 0.9]), chance.random() < 0.2
    table.haste = chance.choice([0.0, 0.0, 0.3, 0.9])
    rules = compose(command.edition, command.modules, command.options)
    players = chance.choice([rules.least, chance.randint(rules.least, rules.most), min(5, rules.most)])
    last = chance.choice([LONGEST, LONGEST, 60, 90, 150])
    _sit_down(table, command, players)
    while not isinstance(table.game.pending, GameOver) and len(table.lines) < last:
        table.step()
        assert len(table.lines) < LONGEST, "played for ever"
    for who in ("table", chance.randrange(players)):
        table.write({"looks": who})
    table.write({"ends": True})
    if isinstance(table.game.pending, GameOver) and not table.calm:
        table.do(c.ByTable(), c.NewGame())
    return table


def _sit_down(table: Any, command: Any, players: int) -> None:
    from any_command import anybody, anything

    from companion.rules.lobby import most_of_all
    from companion.state import commands as c

    chance = table.chance
    for _ in range(0 if table.calm else 3):
        table.ask(c.ByTable(), anything(chance))
        table.ask_nearly()
    if chance.random() < 0.5:
        table.do(c.ByTable(), command)
    for number in range(players):
        table.do(c.ByTable(), c.AddSeat(f"player {number}", simulated=bool(number % 2)))
    if not table.calm and players < most_of_all():
        table.do(c.ByTable(), c.AddSeat(" one  more "))
        table.do(c.ByTable(), c.MoveSeat(players, chance.randrange(players)))
        table.do(c.ByTable(), c.RenameSeat(chance.randrange(players), f"guest {chance.randrange(9)}"))
        for _ in range(5):
            table.ask(anybody(chance) if chance.random() < 0.3 else c.ByTable(), anything(chance))
            table.ask_nearly()
        table.do(c.ByTable(), c.RemoveSeat(chance.randrange(players)))
        table.do(c.ByTable(), c.TakeOverSeat(chance.randrange(players), chance.random() < 0.5, f"new {players}"))
    table.do(c.ByTable(), command)
    table.look()
    table.do(c.ByTable(), c.StartGame(chance.randrange(players)))


def features(lines: list[dict[str, Any]], replay: Any) -> Tried:
    """What is worth being tried although no condition says so."""
    from companion.state.events import Configured

    found: Tried = {("whole", bool(replay.story.game.winners))}
    for line in lines:
        command = line.get("does") or line.get("asks")
        if command:
            found.add((command["is"], type(line["by"]).__name__, *WHY_NOT.findall(line["then"])))
        found |= {("event", event) for event in HAPPENED.findall(line["then"])}
    for event in (event for step in replay.story.steps for event in step.events):
        if isinstance(event, Configured):
            found |= {("edition", event.edition, *one) for one in (*event.options, ())}
            found |= {(MUST, *one) for one in event.options} | {(MUST, one) for one in event.modules}
            found |= {("module", event.edition, one) for one in event.modules}
            found |= {("supply", (event.roles, event.goals, event.gold)), ("players", len(replay.story.game.seats))}
    return found


# ---- chosen -------------------------------------------------------------------------------------------------------


def there(notes: Notes) -> Iterator[Candidate]:
    """The games that were kept before."""
    from recorded_game import Replay

    for path in sorted(FOLDER.glob("[0-9]*.json")):
        notes.tried = set()
        game = json.loads(path.read_text(encoding="utf-8"))
        replay = Replay(game["seed"])
        lines = [{**line, "then": replay.answer(line)} for line in game["lines"]]
        tried = frozenset(notes.tried | features(lines, replay))
        yield Candidate(path.stem.split("_", 1)[1], written(game["seed"], lines), tried)


def gathered(seeds: range, notes: Notes) -> list[Candidate]:
    found = []
    for seed in seeds:
        notes.tried = set()
        try:
            table = played(seed, notes)
        except Exception as error:  # players who stumble; but look whether it is the rules
            print(f"{seed}: {type(error).__name__} {str(error)[:100]}", flush=True)
            continue
        name = f"{table.game.ruleset.edition}_{seed}"
        text = written(str(seed), table.lines)
        found.append(Candidate(name, text, frozenset(notes.tried | features(table.lines, table.replay))))
    return found


def chosen(candidates: list[Candidate], most: int) -> list[Candidate]:
    """Greedily: whichever tries most that was not tried often enough, a byte."""
    kept: list[Candidate] = []
    often: Counter[Any] = Counter()
    left, room = list(candidates), most
    while left:
        worth = {one.name: sum(_worth(x, often[x]) for x in one.tried) for one in left}
        left = [one for one in left if len(one.text.encode()) <= room and worth[one.name] >= 0.5]
        if not left:
            break
        best = max(left, key=lambda one: worth[one.name] / len(one.text.encode()))
        often.update(best.tried)
        room -= len(best.text.encode())
        kept.append(best)
        left.remove(best)
    print(f"{len(kept)} of {len(candidates)} games, {most - room} bytes, {len(often)} of "
          f"{len(set().union(*(one.tried for one in candidates)))} things tried")  # fmt: skip
    return kept


def _worth(tried: Any, often: int) -> float:
    """Modules and house rules before all else."""
    if isinstance(tried, tuple) and tried[0] == MUST:
        return 0.0 if often else 50.0
    return OFTEN[often] if often < len(OFTEN) else 0.0


def pruned(kept: list[Candidate], notes: Notes) -> Iterator[str]:
    """The games without the questions that try only what others have tried twice."""
    from recorded_game import Replay

    often: Counter[Any] = Counter()
    for one in kept:
        game, lines = json.loads(one.text), []
        replay = Replay(game["seed"])
        for line in game["lines"]:
            notes.tried = set()
            assert replay.answer(line) == line["then"], line
            tried = notes.tried | {line["then"].split(" facts=")[0]}
            if "asks" not in line or any(often[each] < len(OFTEN) for each in tried):
                lines.append(line)
            often.update(tried)
        yield written(game["seed"], lines)


# ---- added --------------------------------------------------------------------------------------------------------


def add(seeds: range, notes: Notes) -> None:
    """Games for what no recorded one plays with, numbered after the last."""
    from played_with import configured, has, lacking, parts

    games = sorted(FOLDER.glob("[0-9]*.json"))
    missing, kept = lacking(path.read_text(encoding="utf-8") for path in games), []
    for seed in seeds:
        command = configured(Random(f"candidate {seed}"))
        if missing & parts(command.edition, command.modules, command.options):
            for one in gathered(range(seed, seed + 1), notes):
                kept.append(one)
                missing -= has(one.text)
    first = 1 + max(int(path.stem.split("_")[0]) for path in games)
    for number, (one, text) in enumerate(zip(kept, pruned(kept, notes), strict=True), first):
        (FOLDER / f"{number:02}_{one.name}.json").write_text(text, encoding="utf-8")
    print(f"{len(kept)} games more; no game has {sorted(missing)}")


# ---- asked anew ---------------------------------------------------------------------------------------------------


def asked_again(path: Path) -> None:
    from recorded_game import Replay

    game = json.loads(path.read_text(encoding="utf-8"))
    replay = Replay(game["seed"])
    lines = [{**line, "then": replay.answer(line)} for line in game["lines"]]
    path.write_text(written(game["seed"], lines), encoding="utf-8")


def write_boxes() -> None:
    from recorded_boxes import boxes

    text = json.dumps(boxes(), indent=0, ensure_ascii=False)
    (FOLDER / "boxes.json").write_text(text + "\n", encoding="utf-8")


def shown(path: Path, number: int) -> None:
    from game_text import text
    from recorded_game import Replay

    game = json.loads(path.read_text(encoding="utf-8"))
    replay = Replay(game["seed"])
    for line in game["lines"][: number - 1]:
        replay.answer(line)
    line = game["lines"][number - 1]
    who = line.get("looks")
    print(text(replay.view(who if isinstance(who, int) else None)), *replay.heard, sep="\n")
    print(line, replay.answer(line), sep="\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--candidates", type=int, default=1200)
    parser.add_argument("--first", type=int, default=0, help="seed of the first candidate")
    parser.add_argument("--add", action="store_true")
    parser.add_argument("--more", action="store_true", help="the games that are there are candidates, too")
    parser.add_argument("--bytes", type=int, default=950_000)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--show", nargs=2, metavar=("NAME", "LINE"))
    given = parser.parse_args()
    if given.show:
        return shown(FOLDER / f"{given.show[0]}.json", int(given.show[1]))
    if given.again:
        for path in sorted(FOLDER.glob("[0-9]*.json")):
            asked_again(path)
        write_boxes()
        return None
    notes = watched([room.replace("/", ".") for room in ROOMS])
    seeds = range(given.first, given.first + given.candidates)
    if given.add:
        add(seeds, notes)
        return write_boxes()
    before = list(there(notes)) if given.more else []
    kept = chosen([*before, *gathered(seeds, notes)], given.bytes * 3 // 2)
    for path in FOLDER.glob("*.json"):
        path.unlink()
    room = given.bytes
    for rank, (one, text) in enumerate(zip(kept, pruned(kept, notes), strict=True)):
        room -= len(text.encode())
        if room > 0:
            (FOLDER / f"{rank:02}_{one.name}.json").write_text(text, encoding="utf-8")
    write_boxes()
    return None


if __name__ == "__main__":
    main()
