"""The drawings of one page: single cards, the mine with all its marks, and what a thumb picks in it. No sentences."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from markupsafe import Markup

from companion.maze.geometry import Cell, Side
from companion.views.model import CardView, MazeView
from web.present.actions import Actions
from web.present.cards import card_svg
from web.present.maze import Marks, maze_svg
from web.present.palette import best_turn, lying, palette

if TYPE_CHECKING:
    from companion.editions.ruleset import Ruleset
    from companion.state.refusals import Refusal
    from companion.views.model import HandCardView
    from web.present.sentences import Sentences

EXTRAS = {"^": "ladder", "*": "crystal", "b": "door.blue", "g": "door.green"}  # in a face's notation


class Drawings(Actions):
    """Part of Page."""

    refusal: Refusal | None

    if TYPE_CHECKING:

        @property
        def words(self) -> Sentences: ...
        @property
        def box(self) -> Ruleset | None: ...
        @property
        def held_card(self) -> HandCardView | None: ...
        def step(self, **change: object) -> str: ...

    # ---- drawings --------------------------------------------------------------------------------------------

    def card(self, face: str | None, css: str = "", treasure: str | None = None) -> Markup:
        return card_svg(face, self.face_words(face), css, treasure)

    def face_words(self, face: str | None) -> str:
        """What a card shows, for those who cannot see the drawing."""
        if face is None:
            return self.say("card.face_down")
        sides = {"N": "side.up", "E": "side.right", "S": "side.down", "W": "side.left"}
        parts = face.rstrip("^*").split("|")
        joined = [p.rstrip("bg") for p in parts if len(p.rstrip("bg")) > 1]
        ends = [p for p in parts if len(p) == 1 and p in sides]
        words = [self.say("card.joined", sides=self.say.join([self.say(sides[s]) for s in group])) for group in joined]
        if ends:
            words.append(self.say("card.dead_ends", sides=self.say.join([self.say(sides[s]) for s in ends])))
        extras = [sign for sign in ("^", "*") if sign in face] + [p[-1] for p in parts if p[-1:] in ("b", "g")]
        words += [self.say(f"card.{EXTRAS[sign]}") for sign in extras]
        return "; ".join(words) or self.say("card.rock")

    def maze(self, *, thumbs: bool = False, picks: str = "") -> Markup:
        """The maze with what is asked, refused and chosen. `picks` names the cells that can be pressed."""
        maze = self.view.maze
        if maze is None:
            return Markup("")
        asked = {p.cell: (p.candidates[0].face if p.candidates else None) for p in self.view.proposals}
        asked |= self.held_cards
        wrong = {p.cell for p in self.view.proposals if p.refusal is not None}
        if self.refusal is not None and self.refusal.cell is not None:
            wrong.add(self.refusal.cell)
        chosen = {cell: face for cell, face in self._chosen().items() if cell not in asked}
        glow = set(self.view.goal.cells) if self.view.goal else set()
        glow |= {self.view.peek.cell} if self.view.peek else set()
        glow |= set(self.view.ask.cells) if self.view.ask else set()
        (wrong if self._held_falls else glow).update(self._held_places)
        glow |= {cell for team in self.view.result.teams for cell in team.doors} if self.view.result else set()
        goes = True if picks == "rockfall" else None if picks in ("goal_swap", "shift_goal", "map") else False
        ladders = frozenset(self.ladder_cells if picks == "frontier" else ())
        stands, near = self.ends_there if picks == "set_toll" else (), picks == "set_toll"
        glow |= {self.choice.cell} if stands and self.choice.cell else set()
        marks = Marks(
            self._picks(maze, picks), asked, frozenset(wrong), chosen, frozenset(glow), goes, ladders, stands, near
        )
        return maze_svg(maze, self.say("maze.title"), marks, thumbs=thumbs)

    @property
    def held_cards(self) -> dict[Cell, str | None]:
        """A tunnel that waits for an answer, where it would lie."""
        held = self.view.ask.held if self.view.ask else None
        return dict.fromkeys(held.cells, held.face) if held and held.face else {}

    @property
    def _held_places(self) -> set[Cell]:
        """Where a card that waits would do something: a rockfall, a map, goals that are swapped."""
        held = self.view.ask.held if self.view.ask else None
        return set(held.cells) if held and not held.face else set()

    @property
    def _held_falls(self) -> bool:
        """What the waiting card would take away is crossed out."""
        held = self.view.ask.held if self.view.ask else None
        return held is not None and held.deed == "rockfall"

    def _picks(self, maze: MazeView, kind: str) -> dict[Cell, tuple[str, str]]:
        cells: tuple[Cell, ...] = ()
        if kind == "frontier":
            cells = maze.frontier + self.ladder_cells
        elif kind in ("rockfall", "move_last", "set_toll", "goal_swap", "shift_goal", "map"):
            cells = self.places(kind)
        elif kind == "any":
            cells = tuple({*maze.frontier, *(card.cell for card in maze.cards if card.kind == "path")})
        return {cell: (self._pressed(cell, kind), self.words.place(cell)) for cell in cells}

    def _pressed(self, cell: Cell, kind: str) -> str:
        """Where pressing a cell leads. Of two goals the one that is pressed again is let go."""
        first = self.choice.cell
        if kind != "goal_swap" or first is None:
            return self.step(cell=cell, face=None, turned=False, other=None)
        if cell == first:
            return self.step(cell=self.choice.other, other=None)
        return self.step(other=None if cell == self.choice.other else cell)

    def _chosen(self) -> dict[Cell, str | None]:
        """What is picked in the maze already, with the card that would lie there."""
        if self.choice.do == "set_toll":  # a dwarf will stand there, no card
            return {}
        face = self.chosen_face
        if self.choice.do == "move_last":
            face = self.moved_face(self.chosen_way) if self.chosen_way else None
        return {cell: face for cell in (self.choice.cell, self.choice.other) if cell is not None}

    # ---- laying a card by thumb ------------------------------------------------------------------------------

    @cached_property
    def is_turned(self) -> bool:
        """A hand card is first shown the way that matches, then as the thumb turned it."""
        face = self.held_card.face if self.held_card else None
        if face is None or self.choice.cell is None or self.view.maze is None:
            return self.choice.turned
        return self.choice.turned != best_turn(self.view.maze, self.choice.cell, face)

    @property
    def chosen_face(self) -> str | None:
        face = self.held_card.face if self.held_card else None
        return lying(face, self.is_turned) if face else self.choice.face

    def palette(self, cell: Cell) -> tuple[tuple[str, ...], tuple[str, ...]]:
        if self.view.maze is None or self.box is None:
            return (), ()
        return palette(self.view.maze, cell, tuple(str(cards.face) for cards in self.box.paths))

    def card_at(self, cell: Cell | None) -> CardView | None:
        return next((card for card in self.view.maze.cards if card.cell == cell), None) if self.view.maze else None

    @property
    def ladder_cells(self) -> tuple[Cell, ...]:
        """Where only a ladder may lie: beside a tunnel card that leads elsewhere (S2P-02)."""
        held, maze = self.held_card, self.view.maze
        if maze is None or not ("^" in (held.face or "") if held else self.has_ladders):
            return ()
        taken = {card.cell for card in maze.cards}
        tunnels = {card.cell for card in maze.cards if card.face is not None and card.kind in ("start", "path")}
        beside = {cell.beside(side) for cell in tunnels for side in Side}
        at_goals = {cell.beside(side) for cell in self.goal_cells for side in Side}
        return tuple(sorted(beside - taken - at_goals - set(maze.frontier)))

    @cached_property
    def has_ladders(self) -> bool:
        return any(cards.face.ladder for cards in self.box.paths) if self.box else False

    @property
    def goal_cells(self) -> tuple[Cell, ...]:
        cards = self.view.maze.cards if self.view.maze else ()
        return tuple(sorted((card.cell for card in cards if card.kind == "goal"), key=lambda cell: cell.y))
