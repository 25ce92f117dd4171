"""The drawings of one page: single cards, the mine with all its marks, and what a thumb picks in it. No sentences."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Unpack

from markupsafe import Markup

from companion.cards.asked import What
from companion.cards.register import AnyCard, cards
from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.state.commands import Supply
from companion.views.model import CardView, MazeView
from web.present.actions import Actions
from web.present.box_drawing import box_svg
from web.present.card_drawing import card_svg
from web.present.dwarf_drawing import dwarf_svg
from web.present.layout_drawing import LayoutWords, layout_svg, measures_of
from web.present.maze_drawing import Marks, fits, maze_svg
from web.present.maze_words import maze_words
from web.present.palette import best_turn, both_ways, lying, palette

if TYPE_CHECKING:
    from companion.editions.ruleset import Ruleset
    from companion.state.refusals import Refusal
    from companion.views.model import HandCardView
    from web.present.selection import SelectionParts
    from web.present.sentences import Sentences


class Drawings(Actions):
    """Part of Page."""

    refusal: Refusal | None
    quarters: int

    if TYPE_CHECKING:

        @property
        def words(self) -> Sentences: ...
        @property
        def box(self) -> Ruleset | None: ...
        @property
        def chosen_card(self) -> HandCardView | None: ...
        def step(self, **change: Unpack[SelectionParts]) -> str: ...

    # ---- drawings --------------------------------------------------------------------------------------------

    def dwarf(self, role: str) -> Markup:
        return dwarf_svg(role)

    def box_picture(self, shelf: str) -> Markup:
        return box_svg(shelf)

    def card(self, face: str | None, css: str = "", treasure: str | None = None) -> Markup:
        """As it lies on the table, seen from this page's side of it."""
        return card_svg(face, self.words.cards.all_of(face), css, treasure, quarters=self.quarters)

    def held_card(self, face: str | None) -> Markup:
        """In a hand, where nobody turns it."""
        return card_svg(face, self.words.cards.all_of(face))

    def goal_seen(self, face: str) -> str | None:
        """What a goal card with this front shows, where it can be one only."""
        goals = self.box.goals if self.box else ()
        kinds = {card.kind for card in goals if face in (str(card.face), str(card.face.half_turn()))}
        return kinds.pop() if len(kinds) == 1 else None

    def side_word(self, side: Side) -> str:
        return self.words.cards.side(side)

    def maze(self, *, thumbs: bool = False, picks: str = "") -> Markup:
        """The maze with what is asked, refused and chosen. `picks` names the cells that can be pressed."""
        maze = self.mine
        if maze is None:
            return Markup("")
        return maze_svg(maze, self.say("maze.title"), self._marks(maze, picks), thumbs=thumbs, quarters=self.quarters)

    @property
    def layout(self) -> Markup:
        """How the cards are laid out before a round."""
        maze = self.view.maze
        if maze is None or not any(card.kind == "goal" for card in maze.cards):
            return Markup("")
        far = measures_of(maze)
        across, down = self.say.many("prepare.across", far.across), self.say.many("prepare.down", far.down)
        words = LayoutWords(self.say("prepare.picture"), across, down, self.say("prepare.top"))
        return layout_svg(maze, self.box.midway if self.box else None, words)

    @property
    def maze_words(self) -> tuple[str, ...]:
        """The same for those who cannot see it."""
        return tuple(maze_words(self.mine, self.words)) if self.mine else ()

    @cached_property
    def mine(self) -> MazeView | None:
        """The maze, in which a goal that everybody has heard of is turned up, though its card is still to be laid."""
        maze, task = self.view.maze, self.view.goal
        if maze is None or task is None or task.task != "lay":
            return maze
        (cell,), face, kind = task.cells, task.faces[0], task.kind
        cards = (replace(card, face=face, goal=kind, linked=True) if card.cell == cell else card for card in maze.cards)
        return replace(maze, cards=tuple(cards))

    def _marks(self, maze: MazeView, picks: str) -> Marks:
        open_ = [p for p in self.view.proposals if p.problem != "leftover"]  # old cards go away, wherever they lie
        asked = {p.cell: p.saw or (p.candidates[0].face if p.candidates else None) for p in open_}
        asked |= self.held_cards
        stands = self.ends_there if picks == "set_toll" else ()
        stood = {self.selection.cell} if stands and self.selection.cell else set()
        return Marks(
            picks=self._picks(maze, picks),
            asked=asked,
            wrong=frozenset(self._wrong()),
            chosen={cell: face for cell, face in self._chosen(picks).items() if cell not in asked},
            glow=frozenset(self._glow() | stood),
            goes=self._goes(picks),
            ladders=frozenset(self.ladder_cells if picks in ("frontier", "any") else ()),
            stands=stands,
            near=picks == "set_toll",
            top=self.view.setting is not None,
        )

    def _wrong(self) -> set[Cell]:
        """What was refused, and what a card that waits would take away."""
        wrong = {proposal.cell for proposal in self.view.proposals if proposal.refusal is not None}
        if self.refusal is not None and self.refusal.cell is not None:
            wrong.add(self.refusal.cell)
        return wrong | self._held_places if self._held_falls else wrong

    def _glow(self) -> set[Cell]:
        """What the table talks about."""
        view = self.view
        glow = set() if self._held_falls else self._held_places
        if view.goal:
            glow.update(view.goal.cells)
        if view.peek:
            glow.add(view.peek.cell)
        if view.ask:
            glow.update(view.ask.cells)
        if view.result:
            glow.update(cell for team in view.result.teams for cell in team.doors)
        return glow

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
        card = next((card for card in cards() if held is not None and card.key == held.deed), None)
        return card is not None and card.removes

    def _goes(self, picks: str) -> bool | None:
        """The card in a chosen cell is taken away; None where it is only pointed at, False where one is laid there."""
        card = self.picking(picks)
        if card is None:
            return None if picks and picks in (self.asked_in_mine, "chests") else False
        return True if card.removes else False if card.asked_for(What.WAY) else None

    def picking(self, picks: str) -> AnyCard | None:
        """The card for which cells are picked."""
        return self.open_card if self.open_card and self.open_card.key == picks else None

    def _picks(self, maze: MazeView, kind: str) -> dict[Cell, tuple[str, str]]:
        cells: tuple[Cell, ...] = ()
        if kind == "frontier":
            cells = tuple(cell for cell in self.free_cells if cell not in self.unfit)
        elif kind and (kind in ("set_toll", self.asked_in_mine) or self.picking(kind)):
            cells = self.places(kind)
        elif kind == "chests":
            free = dict(self.view.fix.chests)
            cells = (*free, *free.get(self.selection.cell, ())) if self.selection.cell else tuple(free)
        elif kind == "any":
            cells = (*self.free_cells, *(card.cell for card in maze.cards if self._may_change(card)))
        return {cell: (self._pressed(cell, kind), self.words.target(cell)) for cell in cells}

    def _may_change(self, card: CardView) -> bool:
        """The table may say that another card lies there: a path card, or a goal that people have told."""
        return card.kind == "path" or len(self._told_for(card)) > 1

    def _told_for(self, card: CardView) -> list[Face]:
        """Of a printed goal that lies face up, the fronts that may have been told for one another: the stones."""
        if self.box is None or card.goal is None or card.face is None or self.view.setup.goals is not Supply.CARDS:
            return []
        lies = Face.parse(card.face).upright()
        told = next((one for one in self.box.goals if (one.kind, one.face.upright()) == (card.goal, lies)), None)
        return [one.face for one in self.box.goals if told is not None and one.is_like(told)]

    def _pressed(self, cell: Cell, kind: str) -> str:
        """Where pressing a cell leads. A goal that is pressed again is let go; a chest goes to a free cell."""
        first = self.selection.cell
        if kind == "chests" and cell not in dict(self.view.fix.chests):
            return self.step(other=cell)
        card = self.picking(kind)
        if first is None or card is None or not card.asked_for(What.GOALS):
            return self.step(cell=cell, face=None, turned=False, other=None)
        if cell == first:
            return self.step(cell=self.selection.other, other=None)
        return self.step(other=None if cell == self.selection.other else cell)

    def _chosen(self, picks: str) -> dict[Cell, str | None]:
        """What is picked in the maze already, with the card that would lie there; nothing where nothing can be pressed,
        for an address outlives the turn."""
        if not picks or self.selection.do == "set_toll":  # there a dwarf will stand, no card
            return {}
        face = self.chosen_face
        if self.open_card and self.open_card.asked_for(What.WAY):
            face = self.moved_face(self.chosen_way) if self.chosen_way else None
        return {cell: face for cell in (self.selection.cell, self.selection.other) if cell is not None}

    # ---- laying a card by thumb ------------------------------------------------------------------------------

    @cached_property
    def is_turned(self) -> bool:
        """A hand card is first shown the way that matches, then as the thumb turned it."""
        face = self.chosen_card.face if self.chosen_card else None
        if face is None or self.selection.cell is None or self.view.maze is None:
            return self.selection.turned
        return self.selection.turned != best_turn(self.view.maze, self.selection.cell, face)

    @property
    def lies_two_ways(self) -> bool:
        """Half-turned, a crossing is the same card."""
        face = self.chosen_card.face if self.chosen_card else None
        return face is not None and len(both_ways((face,))) > 1

    @property
    def chosen_face(self) -> str | None:
        face = self.chosen_card.face if self.chosen_card else None
        return lying(face, self.is_turned) if face else self.selection.face

    def palette(self, cell: Cell) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What may lie there, those that fit first."""
        if self.view.maze is None or self.box is None:
            return (), ()
        there = self.card_at(cell)
        faces = (self._told_for(there) if there else []) or [cards.face for cards in self.box.paths]
        return palette(self.view.maze, cell, tuple(map(str, faces)))

    def card_at(self, cell: Cell | None) -> CardView | None:
        return next((card for card in self.view.maze.cards if card.cell == cell), None) if self.view.maze else None

    @property
    def free_cells(self) -> tuple[Cell, ...]:
        """Where a tunnel may come."""
        maze = self.view.maze
        return maze.frontier + maze.unlinked_cells + self.ladder_cells if maze else ()

    @cached_property
    def unfit(self) -> dict[Cell, str]:
        """Of these, where the chosen card of a hand may lie no way round, and why."""
        face, maze = self.chosen_card.face if self.chosen_card else None, self.view.maze
        if face is None or maze is None:
            return {}
        apart = maze.no_ladder_cells if "^" in face else ()
        goals = {card.cell for card in maze.cards if card.kind == "goal" and "^" in face}
        beside = [cell for cell in self.free_cells if goals & set(map(cell.beside, Side))]  # S2P-02
        misfits = [cell for cell in self.free_cells if not fits(maze, cell, both_ways((face,)))]
        why = dict.fromkeys(apart, "not_connected") | dict.fromkeys(beside, "ladder_next_to_goal")
        return why | dict.fromkeys(misfits, "edge_mismatch")

    @property
    def why_not_there(self) -> str:
        """Why the chosen card of a hand may not lie in the chosen cell as it is turned now; empty where it may."""
        cell, face, maze = self.selection.cell, self.chosen_face, self.view.maze
        if cell is None or face is None or maze is None or cell in self.unfit:
            return self.unfit.get(cell, "") if cell else ""
        if cell not in self.free_cells:
            return "illegal_placement"
        return "" if fits(maze, cell, (face,)) else "edge_mismatch"

    @property
    def fits_nowhere(self) -> bool:
        return len(self.unfit) == len(self.free_cells)

    @property
    def ladder_cells(self) -> tuple[Cell, ...]:
        """Where only a ladder may lie, unless the chosen card of a hand has none."""
        chosen, maze = self.chosen_card, self.view.maze
        return maze.ladder_cells if maze and (chosen is None or "^" in (chosen.face or "")) else ()
