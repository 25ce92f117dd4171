"""Thieves, once the gold is divided: in which order they steal, and what is then whose (S2A-01 to S2A-05)."""

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


def steal(gold: Sequence[int], thief: int, victim: int | None) -> tuple[int, ...]:
    """One nugget goes from the victim to the thief; none where the thief declines or there is none (S2A-03)."""
    if victim is None or victim == thief or gold[victim] < 1:
        return tuple(gold)
    return tuple(own + (seat == thief) - (seat == victim) for seat, own in enumerate(gold))
