"""The window: a game and the live facts about its table, made into what one viewer may see.

Everything that is secret is opened here and in the rooms of the same name, each time for the one viewer who may know
it: project_people, project_maze, project_asks, project_score.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType

from companion.cards.card import Said
from companion.cards.register import cards, removed_by
from companion.editions.cards import Mark
from companion.maze.geometry import Cell
from companion.state import pending as p
from companion.state.commands import SeatId
from companion.state.events import CardsDrawn, Configured, Event, PlayBegan, RoundBegan, SeatMoved, SeatRemoved
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.secret import Secret
from companion.views import model as m
from companion.views import project_asks as asks
from companion.views import project_people as people
from companion.views import project_score as score
from companion.views.lines import Note, line_for, opening
from companion.views.offers import fixes_for, offers_for
from companion.views.project_maze import maze_of
from companion.views.setting import SeenTable, setting_of
from companion.views.setup import setup_of
from companion.views.stages import stage_of

LINES_SHOWN = 30
_LINES_AN_ENTRY = 100  # more than one step tells

ToTell = tuple[tuple[int, Event | Note], ...]  # the journal's number of the step, and what happened


@dataclass(frozen=True)
class Asked:
    """A proposal and the seats whose phones may answer it; the table screen always may."""

    proposal: m.ProposalView
    seats: frozenset[SeatId] = frozenset()


@dataclass(frozen=True)
class Desk:
    """What is true of the running table and is no part of the game. All of it is public but `hands` and `codes`.

    undo : the seat that may take the last step back; the table may where `may_undo`
    may_go_on : that step gave up a game, which would go on
    hands : at the demo table, the cards each seat holds
    entries : the step that laid the card of each cell
    trouble : why the last step could not be kept
    on_its_way : at the demo table, the seat on turn whose hand lays a card that the camera has not seen yet
    seed_is_set : chance deals from a seed that somebody chose
    seen : what the camera sees of the table while it is set, and the lines of which that makes it sure
    """

    version: int = 0
    taken: frozenset[SeatId] = frozenset()
    online: frozenset[SeatId] = frozenset()
    camera: m.CameraView = field(default_factory=lambda: m.CameraView("off"))
    asked: tuple[Asked, ...] = ()
    story: ToTell = ()
    may_undo: bool = False
    may_go_on: bool = False
    undo: SeatId | None = None
    hands: Mapping[SeatId, Secret[tuple[m.HandCardView, ...]]] = field(default_factory=lambda: MappingProxyType({}))
    entries: Mapping[Cell, int] = field(default_factory=lambda: MappingProxyType({}))
    trouble: Refusal | None = None
    on_its_way: SeatId | None = None
    seed_is_set: bool = False
    seen: SeenTable | None = None
    new_phones: frozenset[SeatId] = frozenset()
    requests: tuple[m.SeatRequestView, ...] = ()
    gone: frozenset[SeatId] = frozenset()
    at_table: frozenset[SeatId] = frozenset()
    remotes: frozenset[SeatId] = frozenset()
    newcomers: tuple[str, ...] = ()
    codes: Mapping[SeatId, Secret[str]] = field(default_factory=lambda: MappingProxyType({}))


def project(game: Game, viewer: m.Viewer, desk: Desk, shown: m.View | None = None) -> m.View:
    """Everything this viewer's page is made of. shown : `shown_to_all` of this game and desk, where several look"""
    me = viewer.seat if isinstance(viewer, m.SeatViewer) and game.has_seat(viewer.seat) else None
    return _with_own(replace(shown or shown_to_all(game, desk), viewer=viewer), game, desk, me)


def shown_to_all(game: Game, desk: Desk) -> m.View:
    """What is the same for everybody: nobody's own eyes are needed for it, and it is no view of anybody yet."""
    return _with_round(_of_the_table(game, desk), game, desk)


def _of_the_table(game: Game, desk: Desk) -> m.View:
    """Whatever is being played."""
    turn, waiting = asks.turn_of(game), p.asked_seats(game.pending)
    laid = {card.mark for card in cards() if card.key in game.ruleset.deeds}
    return m.View(
        version=desk.version,
        seed_is_set=desk.seed_is_set,
        seat_requests=desk.requests,
        newcomers=desk.newcomers,
        paused=game.paused,
        seating=game.seating if isinstance(game.pending, p.AtLobby) else None,
        viewer=m.TableViewer(),
        stage=stage_of(game.pending),
        setup=setup_of(game),
        round=0,
        rounds=game.ruleset.rounds,
        seats=tuple(
            replace(
                people.seat_of(game, seat, taken=desk.taken, online=desk.online, turn=turn, waiting=waiting),
                new_phone=seat in desk.new_phones,
                gone=seat in desk.gone,
                at_table=seat in desk.at_table,
                remote=seat in desk.remotes,
            )
            for seat in range(len(game.seats))
        ),
        turn=turn,
        waiting_for=waiting,
        maze=maze_of(game, desk.entries),
        pile=None,
        discards=0,
        offers=m.OffersView(),
        camera=desk.camera,
        proposals=(),
        lines=(),
        goal=asks.goal_task(game),
        aside=score.aside_of(game),
        roles_in_play=_pool(game),
        final=score.final_of(game),
        rounds_played=score.rounds_of(game),
        result=score.result_of(game),
        last_result=score.last_result_of(game),
        pioneer_left=_pioneer_left(game),
        tolls_left=_tolls_left(game),
        marks_in_play=tuple(mark for mark in Mark if mark in laid),
        may_go_on=desk.may_go_on,
        trouble=desk.trouble,
        on_its_way=desk.on_its_way,
    )


def _with_round(view: m.View, game: Game, desk: Desk) -> m.View:
    """The numbers of the round, where one is played; they are everybody's too."""
    round_ = game.round
    if round_ is None:
        return view
    return replace(
        view,
        round=round_.number,
        pile=round_.pile,
        discards=round_.discards,
        direction=round_.direction,
        reversed=round_.direction is not game.ruleset.turn_direction,
        maps_barred=round_.maps_barred,
        setting=setting_of(game, desk.seen, desk.camera),
    )


def _with_own(view: m.View, game: Game, desk: Desk, me: SeatId | None) -> m.View:
    """What this viewer knows, hears and may do; `me` None is the table. In a pause nobody is asked what the camera saw,
    and a phone takes nothing back."""
    may_undo = desk.may_undo and (me is None or (me == desk.undo and not game.paused))
    asked = () if game.paused else desk.asked
    return replace(
        view,
        offers=offers_for(game, me, undo=may_undo),
        fix=fixes_for(game, me),
        proposals=tuple(replace(one.proposal, mine=me is None or me in one.seats) for one in asked),
        lines=_lines(desk, me),
        me=None if me is None else view.seats[me],
        role=people.role_of(game, me),
        my_nuggets=people.my_nuggets(game, me),
        my_purse=people.my_purse(game, me),
        peek=people.peek_of(game, me),
        inspection=people.inspection_of(game, me),
        ask=asks.ask_of(game, me),
        draft=score.draft_of(game, me),
        tell_role=asks.roles_told_by(game, me),
        tell_gold=asks.gold_told_by(game, me),
        my_told_gold=asks.own_told_gold(game, me),
        result=score.with_own_thefts(view.result, game, me),
        last_result=score.with_own_thefts(view.last_result, game, me),
        hand_cards=_hand_cards(desk, me),
        drew=_drew(desk.story, me),
        my_code=_code(desk, me),
    )


def _pool(game: Game) -> tuple[tuple[str, int], ...]:
    if not game.ruleset.least <= len(game.seats) <= game.ruleset.most:
        return ()
    return tuple((role.value, count) for role, count in game.ruleset.pool(len(game.seats)))


def _pioneer_left(game: Game) -> int:
    return game.round.progress.to_lay if game.round and isinstance(game.pending, p.Pioneering) else 0


def _tolls_left(game: Game) -> int | None:
    if not game.ruleset.toll_dwarves or game.round is None:
        return None
    return game.ruleset.toll_dwarves - game.round.tolls_set


def _lines(desk: Desk, me: SeatId | None) -> tuple[m.LineView, ...]:
    """The last of what this viewer hears. A line keeps its number when others are taken back.

    What was told before seats got other numbers may be of people who are gone, and names the others by the old ones.
    """
    lines: list[m.LineView] = []  # from the end on, for the beginning of a long night is not shown
    for entry, told in groupby(reversed(desk.story), itemgetter(0)):
        events = [event for _, event in told]
        heard = list(_told(entry, reversed(events), desk, me))
        numbered = enumerate(heard, entry * _LINES_AN_ENTRY)
        lines += reversed(
            [m.LineView(at, code, MappingProxyType(facts), gone) for at, ((code, facts), gone) in numbered]
        )
        if len(lines) >= LINES_SHOWN or any(map(_renumbers, events)):
            break
    return tuple(reversed(lines[:LINES_SHOWN]))


def _renumbers(event: Event | Note) -> bool:
    """Whether seats have other numbers after it."""
    return isinstance(event, SeatRemoved) or (isinstance(event, SeatMoved) and event.seat != event.to)


def _told(
    entry: int, events: Iterable[Event | Note], desk: Desk, me: SeatId | None
) -> Iterator[tuple[Said, Cell | None]]:
    """What one step tells this viewer, each with the cell out of which it took a card. A new game begins with what is
    played: where people look then."""
    for event in events:
        if isinstance(event, PlayBegan) and (chosen := _chosen(entry, desk.story)) is not None:
            yield from ((said, None) for said in opening(chosen))
        said = line_for(event, me, entry=entry)
        if said is not None:
            yield said, None if isinstance(event, Note) else removed_by(event)


def _chosen(entry: int, story: ToTell) -> Configured | None:
    """What is played, as it was chosen last, where people begin to dig in a new game with this step."""
    here = (event for at, event in reversed(story) if at < entry or (at == entry and not isinstance(event, PlayBegan)))
    began = next((event for event in here if isinstance(event, RoundBegan | PlayBegan)), None)
    if not isinstance(began, RoundBegan) or began.number != 1:
        return None
    return next((event for event in here if isinstance(event, Configured)), None)


def _code(desk: Desk, me: SeatId | None) -> str | None:
    sealed = None if me is None else desk.codes.get(me)
    return None if sealed is None else sealed.open_for("whoever sits there is shown his own seat's code")


def _drew(story: ToTell, me: SeatId | None) -> int:
    """How many cards this seat draws, where it is the last of this round to draw; everybody sees it do so."""
    for _, event in reversed(story):
        if isinstance(event, PlayBegan) or _renumbers(event):
            return 0
        if isinstance(event, CardsDrawn):
            return event.cards if event.seat == me else 0
    return 0


def _hand_cards(desk: Desk, me: SeatId | None) -> tuple[m.HandCardView, ...] | None:
    if me is None or me not in desk.hands:
        return None
    return desk.hands[me].open_for("a player looks at his own hand")
