"""Simulated players play every box at the demo table, through hands, phones and a camera that is never wrong."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from at_table import done, table_view
from demo_night import demo, play, stacks_of
from pytest import MonkeyPatch
from turns import whose_turn

from companion.cards.deck import DeckCard
from companion.demo import policy_cards, policy_maze
from companion.demo.players import Players
from companion.demo.tidy import laid_out
from companion.editions import MODULES
from companion.editions.compose import compose, conflict_of
from companion.editions.ruleset import Ruleset
from companion.live.session import Session
from companion.live.stacks import Stacks
from companion.rules.audit import audit
from companion.state.commands import ByTable, Configure, NewGame, RemoveSeat, StartGame
from companion.state.events import TollAsked, TollRefused, TurnBegan
from companion.views.model import Stage

BESIDE = ("anniversary-2024", "s2-anniversary", "tournament")
BOXES = [("s2-anniversary", ()), ("bga-s2", ()), ("bga-s2", ("visible-gold",)), ("tournament", ())]
for at, module in enumerate(MODULES):
    beside = [box for box in BESIDE if not conflict_of(box, (module.key,))]
    BOXES += [(box, (module.key,)) for box in whose_turn(beside, at)]

NIGHTS = [
    ("s2-anniversary", ()),
    ("tournament", ()),
    ("anniversary-2024", ("new-challenges", "treasure-chests", "tunnel-party")),
    ("revised", ("toll-tunnel", "fashion-department", "wc2019")),
]


def everywhere(stacks: Stacks) -> list[DeckCard]:
    hands = [card for hand in stacks.hands for card in hand]
    lying = [*stacks.laid.values(), *stacks.before.values()]
    return [*hands, *stacks.pile, *stacks.discards, *stacks.aside, *lying]


def hands_and_rules_agree(session: Session) -> None:
    """As many cards in each hand, in the pile and among the discards as the rules count, and none of them twice."""
    game, stacks = session._ledger.story.game, stacks_of(session)
    assert game.round is not None
    assert [len(hand) for hand in stacks.hands] == list(game.round.hands)
    assert (len(stacks.pile), len(stacks.discards)) == (game.round.pile, game.round.discards)
    keys = [card.key for card in everywhere(stacks)]
    assert len(keys) == len(set(keys)) == game.ruleset.deck + game.round.extra
    assert audit(game) == ()


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "modules"), BOXES)
def test_a_round_of_every_box_needs_nobody(tmp_path: Path, edition: str, modules: tuple[str, ...]) -> None:
    rules = compose(edition, modules)
    assert isinstance(rules, Ruleset)
    session, table = demo(tmp_path, max(4, rules.least), len(edition), Configure(edition, modules))
    players = Players(edition)
    play(players, session, table, Stage.ROUND_OVER)
    assert table_view(session).stage is Stage.ROUND_OVER
    hands_and_rules_agree(session)
    session.close()


@pytest.mark.parametrize(("edition", "modules"), NIGHTS)
def test_a_whole_night_needs_nobody(tmp_path: Path, edition: str, modules: tuple[str, ...]) -> None:
    session, table = demo(tmp_path, 5, 1, Configure(edition, modules))
    play(Players(1), session, table, Stage.GAME_OVER)
    assert (table_view(session).stage, table_view(session).round) == (Stage.GAME_OVER, 3)
    session.close()


def test_whoever_refused_a_toll_is_not_asked_again_in_the_same_turn(tmp_path: Path, monkeypatch: MonkeyPatch) -> None:
    monkeypatch.setattr(policy_cards, "PAYS", 0.0)
    monkeypatch.setattr(policy_maze, "ASKED_LIKES", -9.0)  # everybody is eager to ask
    session, table = demo(tmp_path, 7, 3, Configure("anniversary-2024", ("toll-tunnel",)))
    play(Players(3), session, table, Stage.ROUND_OVER)
    asked: list[tuple[int, int]] = []
    refused = 0
    for step in session._ledger.story.steps:
        for event in step.events:
            if isinstance(event, TurnBegan):
                asked = []
            elif isinstance(event, TollAsked):
                assert (event.seat, event.payer) not in asked
                asked.append((event.seat, event.payer))
            refused += isinstance(event, TollRefused)
    assert refused > 2
    session.close()


EVERYTHING = ("wc2017", "wc2018", "wc2019", "wc2020", "wc2021", "wc2022", "wc2023", "toll-tunnel", "treasure-chests")
MOVES = {
    "LayThief", "HandsOff", "Trap", "Free", "Inspect", "SwapHats", "SwapHands", "TradeTwo", "SwapGoals",
    "SearchDiscards", "Veto", "LetStand", "ReverseTurns", "Pioneer", "MoveLast", "SetToll",
}  # fmt: skip


def test_over_a_few_nights_every_card_of_every_box_is_played(tmp_path: Path) -> None:
    kinds: Counter[str] = Counter()
    for seed, players in ((0, 8), (10, 9)):
        session, table = demo(tmp_path / str(seed), players, seed, Configure("s2-anniversary", EVERYTHING))
        play(Players(seed), session, table, Stage.GAME_OVER)
        assert table_view(session).stage is Stage.GAME_OVER
        kinds.update(type(step.command).__name__ for step in session._ledger.story.steps)
        session.close()
    assert kinds.keys() >= MOVES, MOVES - kinds.keys()


def test_demo_hands_follow_steps_that_are_taken_back_and_a_smaller_table(tmp_path: Path) -> None:
    session, table = demo(tmp_path, 5, 2, Configure("s2-anniversary", EVERYTHING))
    players = Players(2)
    for _ in range(12):
        play(players, session, table, Stage.ROUND_OVER, 9)
        session.undo(ByTable())
        table.look(session)
        hands_and_rules_agree(session)
    done(session.submit(ByTable(), NewGame()))
    done(session.submit(ByTable(), RemoveSeat(4)))
    done(session.submit(ByTable(), Configure("anniversary-2024")))
    done(session.submit(ByTable(), StartGame(0)))
    hands_and_rules_agree(session)
    session.close()


def test_a_postcard_is_no_card_of_the_simulated_table(tmp_path: Path) -> None:
    """A night with one that was taken up again stood still: its table could not be laid out."""
    session, _table = demo(tmp_path, 4, 1, Configure("anniversary-2024", ("fashion-department",)))
    view = table_view(session)
    assert view.maze is not None and "site" in {card.kind for card in view.maze.cards}
    assert {kind.value for _, _, kind, _ in laid_out(view)} == {"start", "goal"}
    session.close()
