"""Logistic regression of results on few or many terms, each row of which has few."""

from collections.abc import Mapping, Sequence
from math import exp, sqrt
from typing import NamedTuple

Row = Mapping[int, float]
"""The terms of a result, by the number of their coefficient; those left out are 0."""


def chance(logit: float) -> float:
    """The chance that belongs to a logit."""
    return 1 / (1 + exp(-max(-700.0, min(700.0, logit))))


class Logistic(NamedTuple):
    """What was fitted."""

    rows: Sequence[Row]
    weights: Sequence[float]  # how much each row says, where the fit is
    ridge: Sequence[float]  # the penalty of each coefficient: 1 / variance of what is assumed of it
    coefficients: list[float]

    def error(self, number: int) -> float:
        """The standard error of a coefficient."""
        one = [0.0] * len(self.coefficients)
        one[number] = 1.0
        return sqrt(max(0.0, _solved(self.rows, self.weights, self.ridge, one)[number]))


def fitted(
    rows: Sequence[Row],
    results: Sequence[float],
    ridge: Sequence[float],
    times: Sequence[int] | None = None,
) -> Logistic:
    """The likeliest coefficients, by Newton's method.

    Args:
        rows: the terms of each result.
        results: from 0 to 1; the mean of them where there are several of the same terms.
        ridge: for each coefficient the inverse of the variance that is assumed of it about 0; a
            little above 0 where nothing is.
        times: how many results each row stands for; one where they are not told.
    """
    counts = times or [1] * len(rows)
    found = [0.0] * len(ridge)
    weights: list[float] = []
    for _ in range(50):
        chances = [chance(sum(found[k] * x for k, x in row.items())) for row in rows]
        weights = [n * max(1e-9, p * (1 - p)) for n, p in zip(counts, chances, strict=True)]
        slope = [-penalty * each for penalty, each in zip(ridge, found, strict=True)]
        for row, n, p, result in zip(rows, counts, chances, results, strict=True):
            for k, x in row.items():
                slope[k] += n * (result - p) * x
        step = _solved(rows, weights, ridge, slope)
        longest = max(map(abs, step), default=0.0)
        scale = min(1.0, 3.0 / longest) if longest else 0.0
        found = [each + scale * by for each, by in zip(found, step, strict=True)]
        if longest < 1e-9:
            break
    return Logistic(rows, weights, ridge, found)


def _solved(
    rows: Sequence[Row], weights: Sequence[float], ridge: Sequence[float], wanted: Sequence[float]
) -> list[float]:
    """What the curvature turns into what is wanted, by conjugate gradients."""
    scale = list(ridge)
    for row, weight in zip(rows, weights, strict=True):
        for k, x in row.items():
            scale[k] += weight * x * x
    found = [0.0] * len(wanted)
    rest = list(wanted)
    ahead = [r / s for r, s in zip(rest, scale, strict=True)]
    going = list(ahead)
    size = sum(r * a for r, a in zip(rest, ahead, strict=True))
    enough = size * 1e-20
    for _ in range(4 * len(wanted) + 20):
        if size <= enough or size == 0:
            break
        bent = [penalty * g for penalty, g in zip(ridge, going, strict=True)]
        for row, weight in zip(rows, weights, strict=True):
            along = weight * sum(going[k] * x for k, x in row.items())
            for k, x in row.items():
                bent[k] += along * x
        far = size / sum(g * b for g, b in zip(going, bent, strict=True))
        found = [f + far * g for f, g in zip(found, going, strict=True)]
        rest = [r - far * b for r, b in zip(rest, bent, strict=True)]
        ahead = [r / s for r, s in zip(rest, scale, strict=True)]
        before, size = size, sum(r * a for r, a in zip(rest, ahead, strict=True))
        going = [a + size / before * g for a, g in zip(ahead, going, strict=True)]
    return found
