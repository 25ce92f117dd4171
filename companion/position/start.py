"""What a game is begun with: players, what is played, and what chance deals by."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from companion.editions import EDITIONS, MODULES
from companion.editions.compose import compose
from companion.editions.options import OPTIONS
from companion.editions.ruleset import Conflict, Ruleset
from companion.live.dealer import Dealer, SeededDealer
from companion.maze.faces import Face
from companion.position.hands import Hands
from companion.position.notation import quoted_names
from companion.rules.decide import decide, new_game
from companion.rules.evolve import fold
from companion.state import commands as c
from companion.state.events import Event
from companion.state.game import Game
from companion.state.names import same_name
from companion.state.pending import LookingAtRoles
from companion.state.refusals import Refusal
from companion.state.words import Command

Options = Mapping[str, object] | str | None  # house rules: words, numbers or truths by name, or `maps=5` in one text
PLAYERS = ("Ada", "Bo", "Cy")
USUAL = new_game().ruleset.edition


@dataclass(frozen=True)
class Happened:
    """A game after what was done, and the events since it began. number : of the next deal"""

    game: Game
    events: tuple[Event, ...] = ()
    hands: Hands | None = None
    number: int = 0

    def then(self, by: c.Actor, command: Command, dealer: Dealer, named: Iterable[int] = ()) -> Happened:
        """After this too, and after all that chance owes to it. Raises ValueError where it is not allowed.

        named : the keys of the cards that are thrown away
        """
        answer = decide(self.game, by, command)
        if isinstance(answer, Refusal):
            raise ValueError(f"not allowed: {', '.join((answer.code, *answer.reasons))}")
        happened, game, number = [*answer], fold(self.game, answer), self.number + 1
        while (chance := dealer.chance(game, number)) is not None:
            dealt = decide(game, c.ByDealer(), chance)
            if isinstance(dealt, Refusal):
                raise RuntimeError(f"chance was refused: {dealt.code}")
            game, number = fold(game, dealt), number + 1
            happened += dealt
        hands = self.hands and self.hands.after_all(happened, self.number, named)
        return Happened(game, (*self.events, *happened), hands, number)


@dataclass(frozen=True)
class Start:
    """dealt : path and action cards are dealt by the seed too; printed : roles, goals and gold are the table's cards
    starter : the seat that begins; typed : the text of the position from which it is played on
    """

    edition: str = USUAL
    players: tuple[str, ...] = PLAYERS
    modules: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    seed: str = "1"
    dealt: bool = False
    printed: bool = False
    starter: int = 0
    typed: str = ""

    @classmethod
    def of(
        cls,
        edition: str,
        players: str | Iterable[str],
        modules: str | Iterable[str],
        options: Options,
        seed: str,
        *,
        dealt: bool = False,
        printed: bool = False,
    ) -> Start:
        names, keys, chosen = names_in(players), words_in(modules, "modules"), options_in(options)
        rules = ruleset_of(edition, keys, dict(chosen))
        if not rules.least <= len(names) <= rules.most:
            raise ValueError(f"{rules.edition} is for {rules.least} to {rules.most} players, not {len(names)}")
        return cls(edition, names, keys, chosen, str(seed), dealt, printed)

    @cached_property
    def dealer(self) -> SeededDealer:
        return SeededDealer(self.seed, draws_paths=not self.printed)

    def begun(self) -> Happened:
        """The first turn, with every role looked at."""
        at = Happened(new_game(), hands=self.no_hands())
        for command in self.commands():
            at = at.then(c.ByTable(), command, self.dealer)
        return at.then(c.ByTable(), c.BeginPlay(), self.dealer) if isinstance(at.game.pending, LookingAtRoles) else at

    def no_hands(self) -> Hands | None:
        """Before the first round: nobody holds a card."""
        if not self.dealt:
            return None
        return Hands(self.seed, ruleset_of(self.edition, self.modules, dict(self.options)), 0, dealt=True)

    def commands(self) -> tuple[Command, ...]:
        supply = c.Supply.CARDS if self.printed else c.Supply.APP
        chosen = c.Configure(self.edition, self.modules, self.options, supply, supply, supply)
        return (chosen, *(c.AddSeat(name) for name in self.players), c.StartGame(self.starter))


def ruleset_of(edition: str, modules: str | Iterable[str] = (), options: Options = None) -> Ruleset:
    """What is played. Raises ValueError where it does not go together, with the reason and what there is instead."""
    found = compose(str(edition), words_in(modules, "modules"), options_in(options))
    if isinstance(found, Conflict):
        said = " ".join(filter(None, (found.code, found.name, found.other, *found.more)))
        there = _THERE.get(found.code)
        raise ValueError(f"{said}; there are {', '.join(there)}" if there else said)
    return found


def copies_of(rules: Ruleset, face: Face) -> int:
    """How many cards with this front there are, by its upright name; those over chests are among them."""
    return rules.copies.get(face, 0) + [over.upright() for over in rules.chest_paths].count(face)


def names_in(players: str | Iterable[str]) -> tuple[str, ...]:
    """The players, also of one text with commas between them."""
    names = [name for name, _ in quoted_names(players)] if isinstance(players, str) else words_in(players, "players")
    broken = next((name for name in names if not name.strip() or re.search(r"[\r\n]", name)), None)
    if broken is not None:
        raise ValueError(f"{broken!r} is no name")
    alike = next(((one, other) for one, other in combinations(names, 2) if same_name(one.strip(), other.strip())), None)
    if alike is not None:
        raise ValueError("two players are called {!r}{}".format(alike[0], f" and {alike[1]!r}" * (len({*alike}) > 1)))
    return tuple(names)


def options_in(options: Options) -> tuple[tuple[str, str], ...]:
    """House rules by name, also of one text such as `maps=5 hand_size=5`."""
    if isinstance(options, str):
        pairs = [word.partition("=") for word in words_in(options, "options")]
        wrong = next((name for name, sign, _ in pairs if not sign), None)
        if wrong is not None:
            raise ValueError(f"{wrong!r} sets no option; such as maps=5")
        return tuple((name, value) for name, _, value in pairs)
    if not isinstance(options, Mapping | None):
        raise ValueError(f"options are words by name, such as {{'maps': '5'}}, and not {options!r}")
    return tuple(
        (name, str(word).lower() if isinstance(word, bool | int) else str(word))
        for name, word in (options or {}).items()
    )


def words_in(words: str | Iterable[str], what: str) -> tuple[str, ...]:
    """Those of a list, or of one text with spaces or commas between them."""
    if isinstance(words, str):
        return tuple(filter(None, re.split(r"[\s,]+", words)))
    found = tuple(words) if isinstance(words, Iterable) else (words,)
    wrong = [word for word in found if not isinstance(word, str)]
    if wrong:
        raise ValueError(f"{what} are a list of texts, and not {wrong[0]!r}")
    return found


_THERE = {
    "unknown_edition": tuple(box.key for box in EDITIONS),
    "unknown_module": tuple(module.key for module in MODULES),
    "unknown_option": tuple(OPTIONS),
}
