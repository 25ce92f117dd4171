"""The second box on the simulated camera: hands lay its cards, the real reader reads them, the rules accept them."""

from pathlib import Path

from at_table import done, table_view

from companion.live.players import Players
from companion.live.session import Session
from companion.state.commands import AddSeat, ByTable, Configure, StartGame
from companion.views.model import Stage
from vision.attend import Attention
from vision.follow import Follower
from vision.simulate.demo import DemoTable

STEPS = 60  # a round takes about 40; what comes after is the next


def test_simulated_players_play_a_round_of_the_second_box_before_the_camera(tmp_path: Path) -> None:
    session = Session.open(tmp_path, seed=10, demo=True)
    assert isinstance(session, Session)
    table = DemoTable(paced=False, gesture_s=0.9, pause_s=0.0)
    session.sit_at(table)
    done(session.submit(ByTable(), Configure("s2-anniversary")))
    for name in ("Rosa", "Teo", "Uli", "Vera", "Wim"):
        done(session.submit(ByTable(), AddSeat(name, simulated=True)))
    done(session.submit(ByTable(), StartGame(0)))
    frames, attention, players = table.frames(), Attention(Follower(), timed=True), Players(1)
    for _ in range(STEPS):
        if table_view(session).stage is Stage.ROUND_OVER:
            break
        players.step(session, table)
        _watch(session, table, frames, attention)
    view = table_view(session)
    assert view.maze is not None and len(view.maze.cards) > 10
    assert view.stage is Stage.ROUND_OVER
    assert {card.cell: card.face for card in view.maze.cards} == {
        card.cell: card.face and str(card.face) for card in table.scene.cards
    }
    session.close()


def _watch(session, table, frames, attention):
    while not table.resting:
        for seen in attention.see(next(frames)):
            session.observe(seen)
    for _ in range(10):
        for seen in attention.see(next(frames)):
            session.observe(seen)
