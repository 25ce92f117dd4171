"""What a card's neighbours say about how it was read.

in     Candidates of each cell, best first
out    the same Candidates, with other confidences
never  puts another Candidate first: neighbours may raise doubt, they do not change what was seen
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.maze.geometry import Cell, Side
from companion.sight.reading import Candidate


@dataclass(frozen=True)
class NeighbourPriorSettings:
    misfit: float = 0.04  # of the sides that touch at real tables, so many do not fit: illegal cards, goals
    rounds: int = 2  # each card is weighed by neighbours that were weighed themselves


NEIGHBOUR_PRIOR = NeighbourPriorSettings()


def with_neighbour_prior(beliefs: Mapping[Cell, Sequence[Candidate]]) -> dict[Cell, tuple[Candidate, ...]]:
    """The same candidates with confidences that also weigh how well each fits the cards around it.

    The first candidate stays first: where its neighbours speak against it, its confidence falls.
    """
    weights = {cell: [candidate.confidence for candidate in row] for cell, row in beliefs.items()}
    for _ in range(NEIGHBOUR_PRIOR.rounds):
        mouths = {cell: _mouths(row, weights[cell]) for cell, row in beliefs.items()}
        weights = {
            cell: _normal(
                [c.confidence * _fit(c, cell, mouths) for c in row], sum(candidate.confidence for candidate in row)
            )
            for cell, row in beliefs.items()
        }
    return {cell: _first_stays(row, weights[cell]) for cell, row in beliefs.items()}


def _mouths(row: Sequence[Candidate], weights: Sequence[float]) -> tuple[float, ...]:
    """For each side the probability of a tunnel mouth; a face-down card tells nothing: one half."""
    total = sum(weights) or 1.0
    return tuple(
        sum(
            weight * (0.5 if candidate.face is None else float(side in candidate.face.open))
            for candidate, weight in zip(row, weights, strict=True)
        )
        / total
        for side in Side
    )


def _fit(candidate: Candidate, cell: Cell, mouths: Mapping[Cell, Sequence[float]]) -> float:
    """How probable it is that people laid this card here, beside an even chance."""
    if candidate.face is None:
        return 0.5 ** sum(cell.beside(side) in mouths for side in Side)
    fit = 1.0
    for side in Side:
        other = mouths.get(cell.beside(side))
        if other is not None:
            meets = other[side.opposite] if side in candidate.face.open else 1 - other[side.opposite]
            fit *= NEIGHBOUR_PRIOR.misfit + (1 - 2 * NEIGHBOUR_PRIOR.misfit) * meets
    return fit


def _normal(values: Sequence[float], total: float) -> list[float]:
    scale = sum(values)
    return [value * total / scale for value in values] if scale > 0 else list(values)


def _first_stays(row: Sequence[Candidate], weights: Sequence[float]) -> tuple[Candidate, ...]:
    weighed = [Candidate(candidate.face, weight) for candidate, weight in zip(row, weights, strict=True)]
    return (*weighed[:1], *sorted(weighed[1:], key=lambda candidate: -candidate.confidence))
