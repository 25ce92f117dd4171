"""In which order thieves steal, once the gold is divided (S2A-02, S2A-05)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.editions.parameters import ThiefStart


def order_of_thieves(
    played_at: Mapping[int, int], trapped: Sequence[bool], start: ThiefStart = ThiefStart.LAST_PLAYED
) -> tuple[int, ...]:
    """Who played a thief last (or first, CON-20), then clockwise by seat; the trapped may not steal.

    played_at : for each seat with a thief before it, when it was played; bigger is later
    """
    if not played_at:
        return ()
    pick = max if start is ThiefStart.LAST_PLAYED else min
    first, seats = pick(played_at, key=lambda seat: played_at[seat]), len(trapped)
    clockwise = ((first + step) % seats for step in range(seats))
    return tuple(seat for seat in clockwise if seat in played_at and not trapped[seat])
