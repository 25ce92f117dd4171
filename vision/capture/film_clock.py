"""The times of a film's pictures: as they were recorded, or guessed where the film does not say. Opens no film."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class FilmClockSettings:
    """Which times and rates are believed."""

    guessed_per_s: float = 12.0  # pictures, where a film says nothing that can be: by lamplight phones give few
    most_per_s: float = 250.0  # a phone's slow motion has 240; recordings of a browser claim 1000
    rounded_s: float = 0.001  # by which the times of a constant rate may be off: some films count in thousandths


FILM_CLOCK = FilmClockSettings()


class FilmClock:
    """per_s : pictures, as the film's header has it; it counts where it is true, or a picture has no time of its own"""

    def __init__(self, per_s: float) -> None:
        self._per_s = per_s if 0 < per_s <= FILM_CLOCK.most_per_s else FILM_CLOCK.guessed_per_s
        self._number = -1
        self._told_s = 0.0  # the last picture's time, as the film had it
        self._time_s = 0.0

    def tell(self, recorded_s: float) -> float:
        """Return the next picture's time in seconds. recorded_s : as the film has it; as before where it has none"""
        passed_s, self._told_s = recorded_s - self._told_s, recorded_s
        self._number += 1
        constant_s = self._number / self._per_s
        if self._number == 0 or abs(recorded_s - constant_s) <= FILM_CLOCK.rounded_s:
            self._time_s = max(self._time_s, constant_s)
        elif passed_s >= 1 / FILM_CLOCK.most_per_s:
            self._time_s += passed_s
        else:
            self._time_s += 1 / self._per_s
        return self._time_s
