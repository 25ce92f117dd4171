"""Which stage of the evening everybody sees, from what the game waits for."""

from __future__ import annotations

from companion.cards.register import chest_asks
from companion.state import pending as p
from companion.views import model as m


def stage_of(pending: p.Pending) -> m.Stage:
    return m.Stage.ASK if chest_asks(pending) else _STAGES[type(pending)]


_STAGES: dict[type, m.Stage] = {
    p.AtLobby: m.Stage.LOBBY,
    p.Dealing: m.Stage.ROLES,
    p.SettingTable: m.Stage.SETTING,
    p.LookingAtRoles: m.Stage.ROLES,
    p.LayingMidway: m.Stage.ASK,
    p.Playing: m.Stage.PLAY,
    p.Pioneering: m.Stage.PLAY,
    p.Redealing: m.Stage.PLAY,
    p.Peeking: m.Stage.PEEK,
    p.Inspecting: m.Stage.INSPECT,
    p.Vetoing: m.Stage.ASK,
    p.AskingToll: m.Stage.ASK,
    p.LayingCover: m.Stage.ASK,
    p.TellingChest: m.Stage.ASK,
    p.Robbing: m.Stage.ASK,
    p.ChoosingGoal: m.Stage.GOAL,
    p.TurningGoal: m.Stage.GOAL,
    p.LayingGoal: m.Stage.GOAL,
    p.TellingGoal: m.Stage.GOAL,
    p.TellingRoles: m.Stage.TELL,
    p.TellingGold: m.Stage.TELL,
    p.DealingGold: m.Stage.DRAFT,
    p.Drafting: m.Stage.DRAFT,
    p.RoundOver: m.Stage.ROUND_OVER,
    p.GameOver: m.Stage.GAME_OVER,
}
