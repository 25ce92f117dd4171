"""What everybody sees now: one view for each viewer, made anew when anything of it has changed. No presses."""

from __future__ import annotations

from dataclasses import replace

from companion.live.grants import Grants
from companion.live.holder import Holder
from companion.live.night import Night
from companion.live.phones import Phones
from companion.live.places import Places
from companion.live.table import Table
from companion.live.turn_clock import TurnClock
from companion.live.undo import last_undoable, may_go_on, phone_that_may
from companion.maze.geometry import Cell
from companion.state.commands import SeatId
from companion.state.refusals import Refusal
from companion.views.model import CameraView, View, Viewer
from companion.views.project import Asked, Desk, project, shown_to_all
from companion.views.setting import SeenTable


class Windows:
    """Not thread-safe: the session calls it under its own lock."""

    def __init__(
        self, night: Night, table: Table, places: Places, phones: Phones, grants: Grants, holder: Holder
    ) -> None:
        self._ledger, self._seed_is_set = night.ledger, night.seed_is_set
        self._table, self._places, self._phones, self._holder = table, places, phones, holder
        self._grants = grants
        self._camera = CameraView("off")
        self._turn_clock = TurnClock()
        self._views: dict[Viewer, View] = {}
        self._desk: Desk | None = None  # of which these are the views
        self._shown: View | None = None  # what is the same in all of them
        self._told = night.ledger.version
        self._asked: tuple[Asked, ...] = ()  # the questions that were shown last
        self._seen: SeenTable | None = None  # what was shown last of the table while it is set
        self._coming: tuple[SeatId, Cell] | None = None  # the card on its way that was

    def view(self, viewer: Viewer) -> View:
        if viewer not in self._views:
            self._desk = self._desk or self._laid_out()
            self._shown = self._shown or shown_to_all(self._table.game, self._desk)
            self._views[viewer] = project(self._table.game, viewer, self._desk, self._shown)
        clock = self._turn_clock.show(self._ledger.story)
        return replace(self._views[viewer], turn_clock=clock) if clock else self._views[viewer]

    def camera(self, now: CameraView) -> bool:
        """Whether this tells anything else than before; it comes with every frame."""
        if now.tells_as(self._camera):
            return False
        self._camera = now
        self._ledger.seen_otherwise()
        return True

    def renew(self) -> bool:
        """Views that are out of date are made anew. Whether there are any."""
        self._holder.follow(self._table)
        self._turn_clock.follow(self._ledger.story)
        asked, coming = self._table.questions.asked(), self._holder.on_its_way(self._table)
        seen = self._table.questions.seen_of(self._ledger.story)
        if (asked, coming, seen) != (self._asked, self._coming, self._seen):
            self._asked, self._coming, self._seen = asked, coming, seen
            self._ledger.seen_otherwise()
        if self._told == self._ledger.version:
            return False
        self._told = self._ledger.version
        self._views.clear()
        self._desk = self._shown = None
        return True

    def _laid_out(self) -> Desk:
        undoable = last_undoable(self._ledger.story)
        steps = () if isinstance(undoable, Refusal) else undoable
        return Desk(
            version=self._ledger.version,
            taken=self._places.taken,
            new_phones=self._places.new_phones,
            requests=tuple(one.view() for one in self._places.requests.waiting),
            online=self._phones.at_the_table,
            gone=self._phones.gone,
            at_table=self._grants.at_table,
            remotes=self._grants.remotes,
            newcomers=tuple(one.name for one in self._places.newcomers.waiting),
            codes=self._places.codes(),
            camera=self._camera,
            asked=self._table.questions.asked(),
            story=self._ledger.story.to_tell,
            may_undo=bool(steps),
            may_go_on=may_go_on(steps),
            undo=phone_that_may(steps),
            hands=self._holder.hands(),
            on_its_way=self._coming[0] if self._coming else None,
            entries=self._ledger.story.entries,
            trouble=self._ledger.trouble,
            seed_is_set=self._seed_is_set,
            seen=self._seen,
        )
