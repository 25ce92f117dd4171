"""The second box on the simulated camera: hands lay its cards, the real reader reads them, the rules accept them."""

from dataclasses import replace
from pathlib import Path

from at_table import done, table_view
from demo_night import opened_demo, sit_at

from companion.demo.players import Players
from companion.state.commands import AddSeat, ByTable, Configure, StartGame
from companion.views.model import Stage
from vision.simulate.camera_stand import DEMO_CAMERA
from vision.simulate.demo_table import DemoTable
from vision.tracking.read_trigger import ReadTrigger
from vision.tracking.tracker import Tracker

CAMERA = replace(DEMO_CAMERA, width_px=960, height_px=540)  # cards are 33 px wide there
STEPS = 60  # a round takes about 40; what comes after is the next
AFTERWARDS = 4  # frames; a card at rest is told with the third


def test_simulated_players_play_a_round_of_the_second_box_before_the_camera(tmp_path: Path) -> None:
    session = opened_demo(tmp_path, seed=10)
    table = DemoTable(camera=CAMERA, paced=False, gesture_s=0.5, pause_s=0.0)
    sit_at(session, table)
    done(session.submit(ByTable(), Configure("s2-anniversary")))
    for name in ("Rosa", "Teo", "Uli", "Vera", "Wim"):
        done(session.submit(ByTable(), AddSeat(name, simulated=True)))
    done(session.submit(ByTable(), StartGame(0)))
    frames, trigger, players = table.frames(), ReadTrigger(Tracker(), timed=True), Players(1)
    for _ in range(STEPS):
        if table_view(session).stage is Stage.ROUND_OVER:
            break
        players.step(session, table)
        _watch(session, table, frames, trigger)
    view = table_view(session)
    assert view.maze is not None and len(view.maze.cards) > 10
    assert view.stage is Stage.ROUND_OVER
    lying = {card.cell: card.face and str(card.face) for card in table.scene.cards}
    shown = {card.cell: card.face for card in view.maze.cards}
    assert shown.keys() == lying.keys()
    down = {cell for cell, face in lying.items() if face is None}  # goals, which the screen turns up once all is over
    assert {cell: shown[cell] for cell in shown.keys() - down} == {cell: lying[cell] for cell in lying.keys() - down}
    session.close()


def _watch(session, table, frames, trigger):
    while not table.resting:
        for seen in trigger.see(next(frames)):
            session.observe(seen)
    for _ in range(AFTERWARDS):
        for seen in trigger.see(next(frames)):
            session.observe(seen)
