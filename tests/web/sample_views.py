"""Views for every stage, typed by hand, and a session that only remembers what it was asked. No rules."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from threading import Condition
from typing import Any

from companion.maze.geometry import GOAL_CELLS, Cell
from companion.sight.hints import Hint
from companion.state.commands import GoalKind, Supply, Tool
from companion.state.refusals import Refusal
from companion.views import model as m

NAMES = ("Ana", "Bartholomew", "Chloé", "Dieter", "Eva María")
LAID = {
    (1, 0): "EW", (2, 0): "NESW", (2, -1): "NES", (3, -1): "ESW", (3, 0): "N|E|W", (4, -1): "EW", (2, 1): "NE",
    (3, 1): "NSW", (3, 2): "NE", (4, 2): "EW", (5, -1): "NSW", (5, -2): "SW", (6, 2): "E|W", (4, 1): "W",
}  # fmt: skip
ISLAND = {(6, 2)}
ENTRIES = {(1, 0): 12, (5, -2): 19}


def maze(*, goals: dict[Cell, tuple[GoalKind, str]] | None = None) -> m.MazeView:
    shown = goals or {}
    cards = [m.CardView(Cell(0, 0), "start", "NESW^", linked=True)]
    cards += [
        m.CardView(Cell(*at), "path", face, linked=at not in ISLAND, newest=at == (5, -2), entry=ENTRIES.get(at))
        for at, face in LAID.items()
    ]
    for cell in GOAL_CELLS:
        kind, face = shown.get(cell, (None, None))
        cards.append(m.CardView(cell, "goal", face, kind, linked=face is not None))
    frontier = tuple(Cell(*at) for at in ((0, -1), (0, 1), (2, -2), (3, 3), (4, -2), (5, 0), (5, 2)))
    return m.MazeView(tuple(cards), frontier, 0, 8, -2, 3)


def seats(on_turn: int | None = 1, **change: Any) -> tuple[m.SeatView, ...]:
    broken = {1: (Tool.LAMP,), 3: (Tool.PICKAXE, Tool.CART)}
    base = [
        m.SeatView(i, name, i, i != 4, i not in (2, 4), i == 4, i == on_turn, i != 2, broken.get(i, ()), 6, 1)
        for i, name in enumerate(NAMES)
    ]
    return tuple(replace(seat, **change) for seat in base)


EDITIONS = tuple(m.EditionView(key, 3, 10) for key in ("anniversary-2024", "revised", "amigo-2004", "bga"))
SETUP = m.SetupView(
    "anniversary-2024", (), (), Supply.APP, Supply.APP, Supply.CARDS, EDITIONS, may_start=True
)  # fmt: skip
LINES = (
    m.LineView(1, "round_began", {"number": 1, "seat": 0}),
    m.LineView(2, "path_placed", {"seat": 0, "cell": Cell(1, 0), "face": "EW", "entry": 12}),
    m.LineView(3, "tool_broken", {"seat": 0, "target": 1, "tool": "lamp"}),
    m.LineView(4, "discarded", {"seat": 2, "cards": 1}),
    m.LineView(5, "map_used", {"seat": 3, "cell": Cell(8, 0)}),
    m.LineView(6, "path_placed", {"seat": 0, "cell": Cell(5, -2), "face": "SW", "entry": 19}),
)
SETTING = m.SettingView((
    m.LineToSetView("start", 0), m.LineToSetView("goals", 3), m.LineToSetView("in_box_roles", 0),
    m.LineToSetView("shuffle", 67), m.LineToSetView("deal", 6),
))  # fmt: skip
BEING_SET = m.SettingView(
    (m.LineToSetView("collect", 0, seen=False), m.LineToSetView("start", 0, seen=True), m.LineToSetView("goals", 3),
     m.LineToSetView("shuffle_again", 67, ticked=True), m.LineToSetView("deal", 6)),
    m.SeenTableView(start=True, goals=2, others=4),
)  # fmt: skip
TABLE = m.View(
    version=41, viewer=m.TableViewer(), stage=m.Stage.PLAY, setup=SETUP, round=1, rounds=3, seats=seats(), turn=1,
    waiting_for=(1,), maze=maze(), pile=31, discards=4, offers=m.OffersView(undo=True),
    fix=m.FixView(under_way=True, turn=(0, 2, 3, 4), end_round=True),
    camera=m.CameraView("seeing", (Hint("table.dim"),), True), proposals=(), lines=LINES,
    roles_in_play=(("miner", 4), ("saboteur", 2)), setting=SETTING,
)  # fmt: skip
OFFERS = m.OffersView(
    place=True,
    cards=(
        m.CardOfferView("break", tuple(m.Way(seat, tool) for seat, tools in (
            (0, tuple(Tool)), (2, tuple(Tool)), (3, (Tool.LAMP,)), (4, tuple(Tool))) for tool in tools)),
        m.CardOfferView("repair", (m.Way(1, Tool.LAMP), m.Way(3, Tool.PICKAXE), m.Way(3, Tool.CART))),
        m.CardOfferView("rockfall", tuple(m.Way(cells=(Cell(*at),)) for at in LAID)),
        m.CardOfferView("map", tuple(m.Way(cells=(cell,)) for cell in GOAL_CELLS)),
    ),
    discards=(1,),
    undo=False,
)  # fmt: skip
ILLEGAL = Refusal("illegal_placement", {}, ("edge_mismatch",), Cell(5, 0), can_force=True)
PROPOSAL = m.ProposalView(
    "p7", "laid", Cell(5, 0),
    (m.CandidateView(0, "NSW", 71, True), m.CandidateView(1, "NW", 22, True),
     m.CandidateView(2, "ES", 5, False, ("edge_mismatch", "not_connected"))),
    mine=True, problem="unsure",
)  # fmt: skip
PROPOSAL_ILLEGAL = replace(
    PROPOSAL,
    id="p8",
    problem="illegal",
    refusal=ILLEGAL,
    candidates=(m.CandidateView(0, "ES", 96, False, ("edge_mismatch",)),),
)
PROPOSAL_OTHER_GOAL = m.ProposalView(
    "p9", "goal", Cell(8, 0), (m.CandidateView(0, "NW", 97, True, does="lay_goal"),), mine=True,
    problem="different_card", saw="NESW",
)  # fmt: skip
PROPOSAL_TOO_EARLY = m.ProposalView("p10", "goal", Cell(8, 0), (), mine=True, problem="place_holder")
ROLES = ("miner", "saboteur", "miner", "saboteur", "miner")
RESULT = m.ResultView(
    1, "miners", "gold", tuple(m.ScoreView(i, None, i in (0, 2, 4), role) for i, role in enumerate(ROLES)),
    gold_row=0, goal_rows=3, aside=("miner",),
)  # fmt: skip
LOST = replace(RESULT, winners="saboteurs", reason="hands_empty")
FINAL = tuple(m.ScoreView(i, n, n == 7) for i, n in enumerate((7, 4, 7, 3, 0)))


def phone(seat: int = 1, role: str = "saboteur", **change: Any) -> m.View:
    shown = m.RoleView(True, role, change.get("stage") is not m.Stage.ROLES)
    view = replace(
        TABLE, viewer=m.SeatViewer(seat), me=TABLE.seats[seat], role=shown,
        my_nuggets=(3, 1), offers=OFFERS,
    )  # fmt: skip
    view = replace(view, **change)
    return replace(view, me=view.seats[seat])


def with_roles(view_seats: tuple[m.SeatView, ...]) -> tuple[m.SeatView, ...]:
    return tuple(replace(seat, role=role) for seat, role in zip(view_seats, ROLES, strict=True))


HAND = (
    m.HandCardView(11, "path", "NSW"), m.HandCardView(12, "path", "N|E"), m.HandCardView(13, "path", "EW"),
    m.HandCardView(14, "break", tools=(Tool.CART,)), m.HandCardView(15, "repair", tools=(Tool.PICKAXE, Tool.LAMP)),
    m.HandCardView(16, "map"), m.HandCardView(17, "rockfall"),
)  # fmt: skip
GOLD_TASK = m.GoalTaskView("lay", 1, (Cell(8, -2),), GoalKind.GOLD, ("NESW",), (False,))
TO_TURN = m.GoalTaskView("turn", 1, (Cell(8, 0),))
COAL_TASK = m.GoalTaskView("lay", 1, (Cell(8, 0),), GoalKind.COAL, ("NW", "ES"), (False, True))
LOBBY = {"stage": m.Stage.LOBBY, "round": 0, "turn": None, "waiting_for": (), "maze": None, "pile": None,
         "lines": (), "offers": m.OffersView(), "seats": seats(None, broken=(), hand=0), "role": None}  # fmt: skip
ROLES_STAGE = {"stage": m.Stage.ROLES, "turn": None, "waiting_for": (1, 2), "seats": seats(None, broken=()),
               "offers": m.OffersView()}  # fmt: skip
UNTOUCHED = m.MazeView(tuple(card for card in maze().cards if card.kind != "path"), (), 0, 8, -2, 2)
SETTING_STAGE = {**ROLES_STAGE, "stage": m.Stage.SETTING, "waiting_for": (), "role": None, "setting": BEING_SET,
                 "maze": UNTOUCHED}  # fmt: skip
NOT_ME = {"turn": 0, "waiting_for": (0,), "seats": seats(0), "offers": m.OffersView()}
OVER = {"stage": m.Stage.ROUND_OVER, "turn": None, "waiting_for": (), "result": RESULT,
        "seats": with_roles(seats(None, broken=())), "offers": m.OffersView(next_round=True, see_result=True),
        "aside": RESULT.aside,
        "maze": maze(goals={Cell(8, -2): (GoalKind.GOLD, "NESW"), Cell(8, 0): (GoalKind.COAL, "NW"),
                            Cell(8, 2): (GoalKind.COAL, "NE")})}  # fmt: skip
GAME_OVER = {**OVER, "stage": m.Stage.GAME_OVER, "final": FINAL, "offers": m.OffersView(), "round": 3}
TOLD = {"stage": m.Stage.TELL, "turn": None, "waiting_for": (), "offers": m.OffersView(agree_roles=True),
        "seats": with_roles(seats(None, broken=()))}  # fmt: skip
DRAFT = {"stage": m.Stage.DRAFT, "aside": RESULT.aside, "turn": None, "waiting_for": (1,), "offers": m.OffersView(),
         "seats": with_roles(seats(None, broken=()))}  # fmt: skip

TABLE_VIEWS: dict[str, m.View] = {
    "lobby": replace(TABLE, **{k: v for k, v in LOBBY.items() if k != "role"}),
    "lobby-empty": replace(TABLE, **{k: v for k, v in LOBBY.items() if k != "role"} | {
        "seats": (), "setup": replace(SETUP, may_start=False, problem=Refusal("too_few_players", {"least": 3}))}),
    "setting": replace(TABLE, **{k: v for k, v in SETTING_STAGE.items() if k != "role"}),
    "roles": replace(TABLE, **ROLES_STAGE),
    "play": TABLE,
    "proposal": replace(TABLE, proposals=(PROPOSAL,)),
    "illegal": replace(TABLE, proposals=(PROPOSAL_ILLEGAL,)),
    "peek": replace(TABLE, stage=m.Stage.PEEK, peek=m.PeekView(1, Cell(8, 0))),
    "goal": replace(TABLE, stage=m.Stage.GOAL, goal=COAL_TASK),
    "goal-turn": replace(TABLE, stage=m.Stage.GOAL, goal=TO_TURN),
    "goal-early": replace(TABLE, stage=m.Stage.GOAL, goal=TO_TURN, proposals=(PROPOSAL_TOO_EARLY,)),
    "goal-other": replace(TABLE, stage=m.Stage.GOAL, goal=COAL_TASK, proposals=(PROPOSAL_OTHER_GOAL,)),
    "goal-tell": replace(TABLE, stage=m.Stage.GOAL, goal=m.GoalTaskView("tell", 1, (Cell(8, 0),))),
    "tell": replace(TABLE, stage=m.Stage.TELL, turn=None, waiting_for=(0, 1), tell_role=(0, 1), seats=seats(None)),
    "told": replace(TABLE, **TOLD, tell_role=(0, 1, 2)),
    "draft": replace(TABLE, **DRAFT, draft=m.DraftView(1, 3, (1, 0, 2))),
    "round-over": replace(TABLE, **OVER),
    "round-lost": replace(TABLE, **{**OVER, "result": LOST}),
    "game-over": replace(TABLE, **GAME_OVER),
}  # fmt: skip
PHONE_VIEWS: dict[str, m.View] = {
    "lobby": phone(**LOBBY),
    "setting": phone(**SETTING_STAGE),
    "roles": phone(**ROLES_STAGE),
    "play": phone(),
    "play-hand": phone(seats=seats(1, broken=()), hand_cards=HAND),
    "wait": phone(**NOT_ME),
    "proposal": phone(proposals=(PROPOSAL,)),
    "illegal": phone(proposals=(PROPOSAL_ILLEGAL,)),
    "peek": phone(stage=m.Stage.PEEK, offers=m.OffersView(), peek=m.PeekView(1, Cell(8, 0), GoalKind.COAL, "NW")),
    "peek-other": phone(0, stage=m.Stage.PEEK, offers=m.OffersView(), peek=m.PeekView(1, Cell(8, 0))),
    "goal": phone(stage=m.Stage.GOAL, offers=m.OffersView(), goal=GOLD_TASK),
    "goal-turn": phone(stage=m.Stage.GOAL, offers=m.OffersView(), goal=TO_TURN),
    "goal-early": phone(stage=m.Stage.GOAL, offers=m.OffersView(), goal=TO_TURN, proposals=(PROPOSAL_TOO_EARLY,)),
    "goal-other": phone(stage=m.Stage.GOAL, offers=m.OffersView(), goal=COAL_TASK, proposals=(PROPOSAL_OTHER_GOAL,)),
    "goal-choose": phone(stage=m.Stage.GOAL, offers=m.OffersView(choose_goal=GOAL_CELLS[:2]),
                         goal=m.GoalTaskView("choose", 1, GOAL_CELLS[:2])),
    "tell": phone(stage=m.Stage.TELL, turn=None, waiting_for=(1,), tell_role=(1,), tell_gold=(1,)),
    "told": phone(**TOLD, tell_role=(1,)),
    "draft": phone(**DRAFT, draft=m.DraftView(1, 3, (1, 0, 2), (3, 1, 1))),
    "round-over": phone(**OVER),
    "round-lost": phone(**{**OVER, "result": LOST}),
    "game-over": phone(**GAME_OVER),
}  # fmt: skip


@dataclass(frozen=True)
class Done:
    version: int = 42


@dataclass(frozen=True)
class Joined:
    token: str
    seat: int


CALLS = ("submit", "answer", "correct", "undo", "amend", "resync", "release", "lay_from_hand", "discard_from_hand",
         "leave")  # fmt: skip


@dataclass
class FakeSession:
    """Answers with the views it is given; `asked` keeps every call that would change something."""

    table: m.View = TABLE
    phones: dict[int, m.View] = field(default_factory=lambda: {1: phone()})
    outcome: Any = field(default_factory=Done)
    tokens: dict[str, int] = field(default_factory=lambda: {"token-of-one": 1})
    asked: list[tuple[Any, ...]] = field(default_factory=list)
    asking: dict[str, m.SeatRequestView] = field(default_factory=dict)
    newcomers: tuple[str, ...] = ()
    remotes: tuple[str, ...] = ()
    version: int = 41
    waits: int = 0
    closed: bool = False
    changed: Condition = field(default_factory=Condition, compare=False)

    def view(self, viewer: m.Viewer) -> m.View:
        return self.phones[viewer.seat] if isinstance(viewer, m.SeatViewer) else self.table

    def viewer_of(self, token: str | None) -> m.Viewer:
        return m.SeatViewer(self.tokens[token]) if token in self.tokens else m.TableViewer()

    def came(self, token: str) -> None: ...

    def is_host(self, token: str | None) -> bool:
        return token == "the-host"

    def is_remote(self, token: str | None) -> bool:
        return token in self.remotes

    def tell_anew(self) -> None:
        self.version += 1

    def play_at_table(self, by: Any, seat: int) -> Any:
        self.asked.append(("play_at_table", by, seat))
        return self.outcome if isinstance(self.outcome, Refusal) else Joined(f"token-of-seat-{seat}", seat)

    def join(self, name: str, *, seat: int | None = None, code: str = "", phone: str | None = None) -> Any:
        self.asked.append(("join", name, seat, code) if code else ("join", name, seat))
        return self.outcome if isinstance(self.outcome, Refusal) else Joined("token-of-one", 1)

    def admit(self, by: Any, key: int, *, yes: bool) -> Any:
        self.asked.append(("admit", by, key, yes))
        return self.outcome

    def asked_for(self, token: str | None) -> m.SeatRequestView | None:
        return self.asking.get(token or "")

    def is_newcomer(self, token: str | None) -> bool:
        return token in self.newcomers

    def online(self, token: str, yes: bool) -> None:
        self.asked.append(("online", token, yes))

    def wait(self, version: int, timeout_s: float) -> int:
        """As the real one: a stream that is told the same at once asks again at once, and takes a whole core."""
        self.waits += 1
        with self.changed:
            self.changed.wait_for(lambda: self.version != version or self.closed, timeout_s)
            return self.version

    def close(self) -> None:
        with self.changed:
            self.closed = True
            self.changed.notify_all()

    def __getattr__(self, name: str) -> Any:
        if name not in CALLS:
            raise AttributeError(name)

        def ask(*args: Any, **named: Any) -> Any:
            self.asked.append((name, *args, named))
            return self.outcome

        return ask


@dataclass
class LiveFake(FakeSession):
    """A fake session whose views can be changed while browsers look."""

    def now(self, *, table: Any = None, phone: Any = None) -> None:
        with self.changed:
            self.version += 1
            self.table = replace(table or self.table, version=self.version)
            self.phones = {1: replace(phone or self.phones[1], version=self.version)}
            self.changed.notify_all()
