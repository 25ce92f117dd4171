"""Nights as they may also have been, for all that one viewer knows: proposals, and the judge of what he knows.

A night is a script (worlds.py). Another night has other secrets: dwarves, goals and where they were put, chests and the
cards over them, gold chosen, printed gold told, whom thieves robbed. `same_to` is the definition of what a viewer
knows, step by step; whatever it lets pass must look the same to him. What it does not let pass is proposed again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import card_words as w

from companion.live.story import Step, Story
from companion.maze.geometry import Cell
from companion.rules.decide import decide, new_game
from companion.rules.ending import is_told
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.secret import Secret

if TYPE_CHECKING:
    from worlds import Night

WHY = "a test makes another world"
TRIES = 12

Commands = dict[int, c.Command]  # by the number of the step, where it is another than in the first world


def another_night(night: Night, me: c.SeatId | None, until: int, rng: random.Random) -> Commands:
    """Other commands for some of the steps up to the act `until`; none where no other world was found."""
    steps = [step for _, step in steps_of(night, until)]
    for attempt in range(TRIES):
        choices = attempt < TRIES // 2 and not night.open_gold and not _over(night, until)
        proposed = _proposed(night, me, until, rng, choices=choices)
        found = same_to(night, me, until, proposed, rng, thefts=choices)
        if found is not None and any(found.get(step.seq, step.command) != step.command for step in steps):
            return found
    return {}


def _over(night: Night, until: int) -> bool:
    return any(isinstance(event, e.GameEnded) for _, step in steps_of(night, until) for event in step.events)


def steps_of(night: Night, until: int) -> Iterator[tuple[int, Step]]:
    for at in range(until + 1):
        for step in night.turns[at].steps:
            yield at, step


# ---- what a viewer knows --------------------------------------------------------------------------------------------


def same_to(
    night: Night, me: c.SeatId | None, until: int, other: Commands, rng: random.Random, *, thefts: bool
) -> Commands | None:
    """The commands of the other world, thefts added; None where the viewer `me` would know it from the first."""
    found, first, second = dict(other), Story.begin(new_game()), Story.begin(new_game())
    for at in range(until + 1):
        turn = night.turns[at]
        if turn.gone:
            first, second = first.without(turn.gone), second.without(turn.gone)
        for step in turn.steps:
            command = found.get(step.seq, step.command)
            if thefts and isinstance(command, c.Steal):
                command = found[step.seq] = _other_theft(second.game, command, me, rng)
            events = _decided(second.game, step.by, command)
            if isinstance(events, Refusal):
                return None
            if heard(step.events, me) != heard(events, me):
                return None
            first = first.then(step.seq, step.by, step.command, step.events)
            second = second.then(step.seq, step.by, command, events)
            if seen_by(first.game, me) != seen_by(second.game, me):
                return None
            if shown_after(first.game) != shown_after(second.game):
                return None
    return found


def _decided(game: Game, by: c.Actor, command: c.Command) -> tuple[e.Event, ...] | Refusal:
    """Chance may be asked for a card that is not there in this world."""
    try:
        return decide(game, by, command)
    except ValueError:
        return Refusal("no_such_card")


def heard(events: Iterable[e.Event], me: c.SeatId | None) -> list[Any]:
    """All that is said aloud, and the secrets that were this viewer's own."""
    return [_bare(event, mine=me is not None and _is_mine(event, me)) for event in events]


def _is_mine(event: e.Event, me: c.SeatId) -> bool:
    if isinstance(event, e.NuggetStolen):
        return me in (event.seat, event.victim.open_for(WHY))
    own = (e.GoldTaken, e.GoldPaid, e.GoldChanged, w.GoalsSwapped, e.TheftDue, e.GoldTold)
    return isinstance(event, own) and event.seat == me


def _bare(value: Any, *, mine: bool) -> Any:
    """Plain values; secrets are open to whoever they belong to, and so are those whom a thief may rob."""
    if isinstance(value, Secret):
        return value.open_for(WHY) if mine else "secret"
    if isinstance(value, e.TheftDue | e.GoldTold) and not mine:
        return (type(value).__name__, value.seat)
    if is_dataclass(value) and not isinstance(value, type):
        return (type(value).__name__, *(_bare(getattr(value, part.name), mine=mine) for part in fields(value)))
    if isinstance(value, tuple):
        return tuple(_bare(part, mine=mine) for part in value)
    return value


def seen_by(game: Game, me: c.SeatId | None) -> tuple[Any, ...]:
    """What this seat can look at now: its dwarf, its gold, what it peeks at; and what is asked of it alone."""
    now = game.round
    if me is None or now is None or me >= len(game.seats):
        return ()
    roles = None if now.roles is None else now.roles.open_for(WHY)
    gold = (game.gold[me].open_for(WHY), game.purses[me].open_for(WHY)) if game.gold else None
    looked: Any = None
    pending = game.pending
    if isinstance(pending, p.Peeking) and pending.seat == me:
        looked = [_at(now.goals, now.goal_cells, pending.cell), _at(now.chests, now.chest_cells, pending.cell)]
        looked.append(_at(now.chest_faces, now.chest_cells, pending.cell))
    elif isinstance(pending, p.Inspecting) and pending.seat == me and roles:
        looked = roles[pending.target]
    elif isinstance(pending, p.Drafting) and pending.seat == me and now.draft:
        looked = now.draft.values.open_for(WHY)
    return (roles[me] if roles else None, gold, looked, _can_pay(game, me))


def shown_after(game: Game) -> tuple[Any, ...]:
    """The goals that everybody sees turned up: of this round once its end stands for good, and of the one before."""
    return tuple(
        now.goals.open_for(WHY) if now is not None and now.goals is not None and over else None
        for now, over in ((game.round, is_told(game)), (game.before, True))
    )


def _can_pay(game: Game, me: c.SeatId) -> bool:
    return isinstance(game.pending, p.AskingToll) and game.pending.payer == me and bool(game.purses[me].open_for(WHY))


def _at(secret: Secret[tuple[Any, ...]] | None, cells: Sequence[Cell], cell: Cell) -> Any:
    return secret.open_for(WHY)[cells.index(cell)] if secret is not None and cell in cells else None


# ---- proposals ------------------------------------------------------------------------------------------------------


def _proposed(night: Night, me: c.SeatId | None, until: int, rng: random.Random, *, choices: bool) -> Commands:
    """Other deals and choices, with what this viewer has seen of them left as it was where that is easily told."""
    steps = [step for _, step in steps_of(night, until)]
    swaps = {step.seq: _other_swap(step, me, rng) for step in steps if isinstance(step.command, w.SwapGoals)}
    found: Commands = dict(swaps)
    begins = [at for at in range(until + 1) if any(_begins(step) for step in night.turns[at].steps)]
    for begin, end in pairwise([*begins, until + 1]):
        one = _Round(night, me, begin, end, swaps, whole_box=len(begins) == 1, over=end <= until)
        for step in one.deals():
            found[step.seq] = one.other(step, rng)
    if choices:
        found |= _other_gold(steps, me, rng) | _told_otherwise(steps, me, rng)
    return found


def _begins(step: Step) -> bool:
    return any(isinstance(event, e.RoundBegan) for event in step.events)


def _other_swap(step: Step, me: c.SeatId | None, rng: random.Random) -> c.Command:
    command = step.command
    assert isinstance(command, w.SwapGoals)
    return command if step.mover == me else replace(command, swapped=Secret(rng.random() < 0.5))


def _other_theft(game: Game, command: c.Steal, me: c.SeatId | None, rng: random.Random) -> c.Command:
    pending, victim = game.pending, command.victim.open_for(WHY)
    if not isinstance(pending, p.Robbing) or (me is not None and me in (pending.seat, victim)):
        return command
    others = [seat for seat in pending.victims if seat != me]
    return c.Steal(Secret(rng.choice([*others, None] if game.ruleset.thief_may_decline else others or [victim])))


@dataclass(frozen=True)
class _Round:
    """One round of the night, up to the moment, as its cards can be followed: each has its number in the deal."""

    night: Night
    me: c.SeatId | None
    begin: int
    end: int
    swaps: Commands
    whole_box: bool = False  # nothing lay aside before, and nothing is dealt after it
    over: bool = False  # another round has begun
    dwarves: list[str] = field(default_factory=list)  # as the other world deals them

    def deals(self) -> list[Step]:
        kinds = (c.DealRoles, c.DealGoals, c.DealChests, c.RedealRoles)
        return [step for _, step in self._steps() if isinstance(step.command, kinds)]

    def other(self, step: Step, rng: random.Random) -> c.Command:
        command = step.command
        if isinstance(command, c.DealRoles):
            cards = [*command.roles.open_for(WHY), *command.aside.open_for(WHY)]
            mixed, seats = _mixed(cards, self._dwarves_known(), rng), len(command.roles.open_for(WHY))
            self.dwarves[:] = mixed
            return c.DealRoles(Secret(tuple(mixed[:seats])), Secret(tuple(mixed[seats:])))
        if isinstance(command, c.RedealRoles):
            return self._redealt(command, rng)
        if isinstance(command, c.DealGoals):
            goals = list(command.cards.open_for(WHY))
            return c.DealGoals(Secret(tuple(self._mixed_goals(goals, rng))))
        assert isinstance(command, c.DealChests)
        known = {place for place, _ in self._chests_known()}
        effects = _mixed(
            [*command.effects.open_for(WHY), *self._aside(command.effects, self.night.rules.chest_effects)], known, rng
        )
        faces = _mixed(
            [*command.faces.open_for(WHY), *self._aside(command.faces, self.night.rules.chest_paths)], known, rng
        )
        return c.DealChests(
            Secret(tuple(effects[: self.night.rules.chests])), Secret(tuple(faces[: self.night.rules.chests]))
        )

    def _steps(self) -> Iterator[tuple[int, Step]]:
        for at in range(self.begin, self.end):
            for step in self.night.turns[at].steps:
                yield at, step

    def _moments(self) -> Iterator[tuple[list[Step], e.Event]]:
        """Every event, with the steps of the round that stood when it happened, itself among them."""
        kept: list[Step] = []
        for at in range(self.begin, self.end):
            gone = self.night.turns[at].gone
            kept = [step for step in kept if step.seq not in gone]
            for step in self.night.turns[at].steps:
                kept = [*kept, step]
                for event in step.events:
                    yield kept, event

    # dwarves

    def _dwarves_known(self) -> set[int]:
        """Places in the deal: of this seat's dwarves, one after the other, of those it looked at, of all at the end."""
        known: set[int] = set()
        for kept, event in self._moments():
            if isinstance(event, e.RolesDealt | w.HatSwapped | w.RolesRedealt | w.Inspected | e.RolesShown):
                places = _dwarves(kept)
                if isinstance(event, e.RolesShown):
                    known |= set(places)
                elif self.me is not None and self.me < len(places):
                    known.add(places[self.me])
                    if isinstance(event, w.Inspected) and event.seat == self.me:
                        known.add(places[event.target])
        return known

    def _redealt(self, command: c.RedealRoles, rng: random.Random) -> c.Command:
        """The same shuffle of the other dwarves."""
        for kept, event in self._moments():
            if isinstance(event, w.RolesRedealt) and event.roles is command.roles:
                places = _dwarves(kept)
                return c.RedealRoles(Secret(tuple(self.dwarves[place] for place in places)))
        return command

    # goals and chests

    def _mixed_goals(self, goals: list[Any], rng: random.Random) -> list[Any]:
        forced: dict[int, Any] = {}
        shown = (e.RolesShown, e.GoldAsked, e.GameEnded)
        if self.over or any(isinstance(event, shown) for _, event in self._moments()):
            return goals
        for kept, event in self._moments():
            cell = _goal_seen(event, self.me)
            if cell is None:
                continue
            truth, cells = _goals(kept, {})
            other, _ = _goals(kept, self.swaps)
            if cell in cells:
                forced[other[cells.index(cell)]] = goals[truth[cells.index(cell)]]
        free = list(goals)
        for card in forced.values():
            if card not in free:
                return goals
            free.remove(card)
        gold = [card for card in free if card.kind is c.GoalKind.GOLD]
        others = [card for card in free if card not in gold] + self._aside(Secret(tuple(goals)), self.night.rules.goals)
        free = gold + rng.sample(others, len(free) - len(gold))
        rng.shuffle(free)
        return [forced[place] if place in forced else free.pop() for place in range(len(goals))]

    def _aside(self, dealt: Secret[tuple[Any, ...]], box: tuple[Any, ...]) -> list[Any]:
        """Cards of the box that may have been dealt as well."""
        left = list(box) if self.whole_box else []
        for card in dealt.open_for(WHY) if left else ():
            left.remove(card)
        return left

    def _chests_known(self) -> Iterator[tuple[int, e.Event]]:
        began = next(event for _, event in self._moments() if isinstance(event, e.RoundBegan))
        for _, event in self._moments():
            mine = isinstance(event, w.MapUsed) and event.seat == self.me
            shown = mine or isinstance(event, e.CoverTurned | e.ChestOpened)
            if shown and event.cell in began.chest_cells:  # type: ignore[union-attr]
                yield began.chest_cells.index(event.cell), event  # type: ignore[union-attr]


def _dwarves(kept: list[Step]) -> list[int]:
    """Which card of the deal each seat holds now."""
    held: list[int] = []
    spare: list[int] = []
    roles: list[str] = []
    for step in kept:
        for event in step.events:
            if isinstance(event, e.RolesDealt):
                seats = len(event.roles.open_for(WHY))
                roles = [*event.roles.open_for(WHY), *event.aside.open_for(WHY)]
                held, spare = list(range(seats)), list(range(seats, len(roles)))
            elif isinstance(event, w.HatSwapped) and spare:
                held[event.target], old = spare.pop(0), held[event.target]
                spare.append(old)
            elif isinstance(event, w.RolesRedealt) and event.roles is not None:
                left = list(held)
                dealt = event.roles.open_for(WHY)
                held = [left.pop(next(n for n, card in enumerate(left) if roles[card] == role)) for role in dealt]
    return held


def _goals(kept: list[Step], other: Commands) -> tuple[list[int], list[Cell]]:
    """Which card of the deal lies at each place now, and the cells of the places."""
    places: list[int] = []
    cells: list[Cell] = []
    last = None
    for step in kept:
        last = other.get(step.seq, step.command) if isinstance(step.command, w.SwapGoals) else last
        for event in step.events:
            if isinstance(event, e.RoundBegan):
                cells, places = list(event.goal_cells), list(range(len(event.goal_cells)))
            elif isinstance(event, w.GoalShifted):
                cells[cells.index(event.cell)] = event.to
            elif isinstance(event, w.GoalsSwapped) and isinstance(last, w.SwapGoals) and last.swapped.open_for(WHY):
                one, two = (cells.index(cell) for cell in event.cells)
                places[one], places[two] = places[two], places[one]
    return places, cells


def _goal_seen(event: e.Event, me: c.SeatId | None) -> Cell | None:
    if isinstance(event, w.MapUsed) and event.seat == me:
        return event.cell
    return event.cell if isinstance(event, e.GoalTurned | e.GoalLaid) else None


def _mixed(cards: Sequence[Any], known: set[int], rng: random.Random) -> list[Any]:
    """The cards at places that are not known change places."""
    mixed, hidden = list(cards), [place for place in range(len(cards)) if place not in known]
    pot = [cards[place] for place in hidden]
    rng.shuffle(pot)
    for place in hidden:
        mixed[place] = pot.pop()
    return mixed


# ---- gold -----------------------------------------------------------------------------------------------------------


def _other_gold(steps: list[Step], me: c.SeatId | None, rng: random.Random) -> Commands:
    """The others choose other gold cards, so that this viewer is handed the same ones whenever it is his turn."""
    found: Commands = {}
    drafts = [number for number, step in enumerate(steps) if isinstance(step.command, c.DealGold)]
    for begin, end in pairwise([*drafts, len(steps)]):
        deal = steps[begin].command
        assert isinstance(deal, c.DealGold)
        left = list(deal.values.open_for(WHY))
        _smallest_are_gone(left, _golds(steps[begin]))
        picks = [step for step in steps[begin:end] if isinstance(step.command, c.TakeGold)]
        for run in _runs(picks, lambda step: step.mover == me):
            values = [_golds(step)[0] for step in run]
            if run[0].mover != me:
                rng.shuffle(values)
            for step, value in zip(run, values, strict=True):
                found[step.seq] = c.TakeGold(left.index(value))
                left.remove(value)
                _smallest_are_gone(left, _golds(step)[1:])
    return found


def _told_otherwise(steps: list[Step], me: c.SeatId | None, rng: random.Random) -> Commands:
    """What others tell of their printed gold; at the end everybody hears it."""
    told = [(step.seq, step.command) for step in steps if isinstance(step.command, c.TellGold)]
    return {seq: c.TellGold(one.seat, rng.randrange(9)) for seq, one in told if one.seat != me}


def _smallest_are_gone(left: list[int], taken: list[int]) -> None:
    """Those who are away have been given so many, the smallest each."""
    for _ in taken:
        left.remove(min(left))


def _golds(step: Step) -> list[int]:
    return [event.value.open_for(WHY) for event in step.events if isinstance(event, e.GoldTaken)]


def _runs(picks: list[Step], mine: Callable[[Step], bool]) -> list[list[Step]]:
    """Picks in a row that this viewer does not look into; each of his own stands alone."""
    runs: list[list[Step]] = []
    for pick in picks:
        if runs and not mine(pick) and not mine(runs[-1][0]):
            runs[-1].append(pick)
        else:
            runs.append([pick])
    return runs
