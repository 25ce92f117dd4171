"""A game that was recorded, played again line by line: each line asks something, `Replay.answer` says what came of it.

{"by": 2, "does": command}   it is decided and done; `by` is a seat, table, camera or dealer. Steps are numbered from 1
{"by": 2, "asks": command}   it is decided, and not done
{"back": true}               the last step is taken back
{"amend": 17, "face": "NS"}  the card that step 17 laid is another
{"looks": 2}                 what this seat, or the table, is shown, and what was heard since the last look;
                             what the seat may do, and would like best
{"ends": true}               who has won what, and whether all cards and all gold are still there

Beside what was asked stands what came of it: {"then": text}, see game_text. Whatever is longer than a line is a digest.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from game_text import WHY, answered, digest, from_by, from_json, said, text

from companion.cards.register import card_named
from companion.demo.mind import Mind
from companion.demo.policy_cards import answer as answer_of_mind
from companion.demo.policy_cards import other_ideas
from companion.demo.policy_maze import eyes_of
from companion.demo.shuffled_deck import ShuffledDeck
from companion.live.story import Step, Story
from companion.live.undo import amended, last_undoable, may_go_on
from companion.maze.faces import Face
from companion.rules import deals
from companion.rules.audit import audit
from companion.rules.decide import decide, new_game
from companion.rules.moves import moves
from companion.state import pending as p
from companion.state.refusals import Refusal
from companion.views.lines import line_for
from companion.views.model import SeatViewer, TableViewer, View
from companion.views.project import Desk, project

Line = dict[str, Any]


@dataclass
class Replay:
    """A game as far as it was played. `seed`: of the shuffled deck and of moods; `number`: of the last step."""

    seed: str
    story: Story = field(default_factory=lambda: Story.begin(new_game()))
    deck: ShuffledDeck = field(default_factory=ShuffledDeck)
    number: int = 0
    heard: list[str] = field(default_factory=list)
    minds: dict[int, Mind] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.deck.take_up(self.seed, {})

    def answer(self, line: Line) -> str:
        if "looks" in line:
            return self._look(line["looks"])
        if "back" in line:
            return self._back()
        if "amend" in line:
            return self._amend(line["amend"], Face.parse(line["face"]))
        return self._end() if "ends" in line else self._decide(line)

    def _decide(self, line: Line) -> str:
        by, command = from_by(line["by"]), from_json(line.get("does") or line["asks"])
        try:
            answer = decide(self.story.game, by, command)
        except ValueError as error:  # a programmer's mistake, or a dealer's
            return f"raises {error}"
        if "does" in line:
            assert not isinstance(answer, Refusal), (line, answer)
            self.number += 1
            self._follow(self.story.then(self.number, by, command, answer))
        return answered(command, answer)

    def _follow(self, story: Story) -> None:
        """One step more: hands follow, and everybody hears of it."""
        self.story = story
        step = story.told[-1]
        assert isinstance(step, Step)
        self.deck.follow(story)
        for event in step.events:
            for seat in (None, *range(len(story.game.seats))):
                line = line_for(event, seat, entry=step.seq)
                if line is not None:
                    self.heard.append(f"{text(seat)} {line[0]} {text(line[1])}")

    def _back(self) -> str:
        gone = last_undoable(self.story)
        if isinstance(gone, Refusal):
            return f"refused: {said(gone)}"
        self.story = self.story.without(step.seq for step in gone)
        self.deck.follow(self.story)
        return f"taken back: {' '.join(str(step.seq) for step in gone)}"

    def _amend(self, number: int, face: Face) -> str:
        found = amended(self.story, number, face)
        if isinstance(found, Refusal):
            return f"refused: {said(found)}"
        self.story = found[0]
        self.deck.follow(self.story)
        later = [step for step in self.story.steps if step.seq >= number]
        return f"{len(later)} steps told again {digest(' '.join(answered(one.command, one.events) for one in later))}"

    # ---- what is seen ---------------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        story = self.story
        gone = last_undoable(story)
        desk = Desk(
            hands=self.deck.views(()),
            entries=story.entries,
            may_undo=not isinstance(gone, Refusal),
            may_go_on=may_go_on(gone),
        )
        view = project(story.game, TableViewer() if seat is None else SeatViewer(seat), desk)
        return replace(view, setup=replace(view.setup, editions=()))

    def _look(self, who: int | str) -> str:
        seat = who if isinstance(who, int) else None
        view, heard = self.view(seat), self.heard
        self.heard = []
        parts = [f"view {digest(text(view))}", f"heard {len(heard)} {digest(' '.join(heard))}"]
        if seat is not None:
            parts += self._own(view, seat)
        if isinstance(self.story.game.pending, p.Dealing):
            game = self.story.game
            draws = (deals.dwarves_of(game), deals.goals_to_draw(game), deals.chests_to_draw(game),
                     deals.covers_to_draw(game))  # fmt: skip
            parts.append(f"deals {digest(text(draws))}")
        return ", ".join(parts)

    def _own(self, view: View, seat: int) -> list[str]:
        """What the seat may do with the cards it holds, and what it would like best if it were simulated."""
        game, mind = self.story.game, self.minds.setdefault(seat, Mind(Random(f"{self.seed}/{seat}")))
        mind.remember(view)
        mind.rng = Random(f"{self.seed}/{self.number}")
        faces = [card.face for card in self.deck.hand(seat) if card.face is not None]
        may = [said(move) for move in moves(game, seat, faces)]
        parts = [f"{len(may)} moves {digest(' '.join(may))}"] if may else []
        if view.hand_cards:
            parts.append(f"{len(view.hand_cards)} cards")
        liked = liked_cards(view, mind)
        if liked:
            parts.append(f"likes {len(liked)} {digest(' '.join(liked))}: {liked[0]}")
        replies = answer_of_mind(view, mind)
        return [*parts, f"answers {said(replies)}"] if replies is not None else parts

    def _end(self) -> str:
        game = self.story.game
        gold = [sorted(cards.open_for(WHY)) for cards in game.gold]
        owned = f"nuggets={text(game.nuggets)} gold={text(gold)} purses={text(game.purses)} bank={game.bank}"
        rounds = "; ".join(said(result) for result in game.results)
        return f"{owned} winners={text(game.winners)}; {rounds}; wrong: {text(audit(game))}"


def liked_cards(view: View, mind: Mind) -> list[str]:
    """All that a simulated player might do with any action card, best first. How much he likes it is no matter."""
    ideas = other_ideas(view, mind)
    for offer in view.offers.cards:
        card = card_named(offer.card)
        ideas += card.liked(card, eyes_of(view, mind, lambda cell: True, offer.card), offer.ways, mind.rng)
    wanted = sorted((-weight, said(command)) for weight, command in ideas if weight > 0)
    return [command for _, command in wanted]
