"""Rates with their intervals, a line each: a dot, and how far the truth may lie from it."""

from collections.abc import Iterable, Sequence
from math import ceil, floor
from typing import NamedTuple
from xml.etree.ElementTree import Element

from cli.screen import svg

_PLOT, _ROW, _TOP, _RIGHT = 240, 24, 34, 62
_LETTERS = 30
"""The longest label that is drawn whole."""


class Rate(NamedTuple):
    """A rate, such as of wins, or a difference of two, with its 95 % interval."""

    label: str
    rate: float
    low: float
    high: float
    n: int
    expected: float | None = None  # what chance alone would make it

    def in_words(self) -> str:
        """The same as a sentence."""
        more = "" if self.expected is None else f", expected {self.expected:.3f}"
        return (
            f"{self.label}: {self.rate:.3f} ({self.low:.3f} to {self.high:.3f}, n {self.n}{more})"
        )


def label_width(labels: Iterable[str], letters: int) -> int:
    """How much room labels take at a size of 14, cut at so many letters, and what is beside them:
    no more than they need, so that a phone shows what they are of."""
    return 16 + 8 * min(letters, max(map(len, labels), default=0))


def intervals_drawn(title: str, rates: Sequence[Rate], even: float | None = None) -> Element:
    """The rates one below the other.

    Args:
        title: what they are.
        rates: in their order.
        even: a rate at which nothing is said, such as one half; it is a line over all.
    """
    height = _TOP + _ROW * len(rates) + 8
    left = label_width((each.label for each in rates), _LETTERS)
    right = left + _PLOT
    width = right + _RIGHT
    root = svg.document(title, (0, 0, width, height), width=width, height=height, font_size=14)
    low, high = 0, 10
    if any(each.low < 0 for each in rates):  # differences
        low = floor(10 * min(each.low for each in rates))
        high = max(1, ceil(10 * max(each.high for each in rates)))

    def x(rate: float) -> float:
        return left + _PLOT * (10 * rate - low) / (high - low)

    step = 2 if high - low > 5 else 1
    for tenth in range(low + -low % step, high + 1, step):
        at = x(tenth / 10)
        svg.add(root, "line", x1=at, x2=at, y1=_TOP - 8, y2=height, stroke="#ddd")
        label = f"{tenth * 10} %"
        svg.add(root, "text", label, x=at, y=_TOP - 16, text_anchor="middle", fill="#555")
    if even is not None:
        at = x(even)
        svg.add(
            root,
            "line",
            x1=at,
            x2=at,
            y1=_TOP - 8,
            y2=height,
            stroke="#555",
            stroke_dasharray="4 3",
        )
    for number, each in enumerate(rates):
        y = _TOP + _ROW * number + _ROW / 2
        group = svg.add(root, "g")
        svg.add(group, "title", each.in_words())
        short = each.label if len(each.label) <= _LETTERS else f"{each.label[: _LETTERS - 1]}…"
        svg.add(group, "text", short, x=left - 10, y=y + 5, text_anchor="end")
        span = f"M{svg.number(x(each.low))} {svg.number(y)}H{svg.number(x(each.high))}"
        svg.add(group, "path", d=span, stroke=svg.SHADES[0], stroke_width=3)
        svg.add(group, "circle", cx=x(each.rate), cy=y, r=5.5, fill=svg.SHADES[0])
        if each.expected is not None:
            at = x(each.expected)
            mark = f"M{svg.number(at)} {svg.number(y - 8)}v16"
            svg.add(group, "path", d=mark, stroke=svg.SHADES[1], stroke_width=3)
        svg.add(group, "text", f"n {each.n:,}", x=right + 10, y=y + 5, fill="#555")
    return root


__all__ = ["Rate", "intervals_drawn", "label_width"]
