"""What people lay out before a round with their own cards, and how much of it is done. Rules make the list."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.setting import left_to_do, lines_of
from companion.state.game import Game
from companion.state.pending import SettingTable
from companion.views.model import CameraView, LineToSetView, SeenTableView, SettingView

NOTHING_SEEN = SeenTableView(start=False, goals=0, others=0)
_LOOKS = ("seeing", "covered", "photos")  # the states in which what was seen still lies there


@dataclass(frozen=True)
class SeenTable:
    """What the camera has seen. `lines`: the keys of those that it sees done."""

    table: SeenTableView
    lines: frozenset[str] = frozenset()


def setting_of(game: Game, seen: SeenTable | None, camera: CameraView) -> SettingView | None:
    """The list, as long as a round is played; while the table is set, with what is done of it."""
    if game.round is None or game.round.ending is not None:
        return None
    lines, table = lines_of(game), _table(seen, camera)
    if not isinstance(game.pending, SettingTable):
        begun = SettingView(tuple(LineToSetView(line.key, line.number) for line in lines), table if seen else None)
        return begun if begun.camera_misses else SettingView(begun.lines)
    left, sure = left_to_do(game), seen.lines if seen and camera.state in _LOOKS else frozenset()
    shown = tuple(LineToSetView(line.key, line.number, line.key not in left, line.key in sure) for line in lines)
    return SettingView(shown, table)


def _table(seen: SeenTable | None, camera: CameraView) -> SeenTableView | None:
    """A camera that cannot find the table sees nothing of it; none that is off or dead looks at all. Photographs of
    which none shows the table yet tell nothing of it."""
    if camera.state in ("off", "starting") or not camera.gives_pictures:
        return None
    table = seen.table if seen and camera.state in _LOOKS else NOTHING_SEEN
    return None if camera.state == "photos" and table == NOTHING_SEEN else table
