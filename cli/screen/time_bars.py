"""What went on side by side over a clock, a bar each, with the moments that mattered."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from xml.etree.ElementTree import Element

from cli.screen import svg

_WIDTH, _ROW, _TOP, _LEFT, _RIGHT = 760, 26, 34, 110, 110
_STEPS = (5, 10, 15, 30, 60, 120, 240, 480, 1440)
"""Minutes between two marks of the clock."""


class Span(NamedTuple):
    """Something that went on for a while."""

    label: str
    begin: datetime
    end: datetime
    marks: Sequence[datetime] = ()  # moments in it, such as that time was called
    note: str = ""  # what stands behind it

    def in_words(self) -> str:
        """The same as a sentence."""
        marks = "".join(f", mark at {each:%H:%M}" for each in self.marks)
        note = f", {self.note}" if self.note else ""
        return f"{self.label}: {self.begin:%H:%M} to {self.end:%H:%M}{marks}{note}"


def clock_drawn(title: str, spans: Sequence[Span]) -> Element:
    """The bars one below the other, in the order in which they are given."""
    first, last = min(each.begin for each in spans), max(each.end for each in spans)
    minutes = max(1.0, (last - first).total_seconds() / 60)
    height = _TOP + _ROW * len(spans) + 8
    root = svg.document(title, (0, 0, _WIDTH, height), width=_WIDTH, height=height, font_size=14)
    wide = _WIDTH - _LEFT - _RIGHT

    def x(at: datetime) -> float:
        return _LEFT + wide * (at - first).total_seconds() / 60 / minutes

    step = next((each for each in _STEPS if minutes / each <= 9), _STEPS[-1])
    at = first.replace(minute=0, second=0, microsecond=0)
    while at <= last:
        if at >= first:
            svg.add(root, "line", x1=x(at), x2=x(at), y1=_TOP - 8, y2=height, stroke="#ddd")
            label = f"{at:%H:%M}"
            svg.add(root, "text", label, x=x(at), y=_TOP - 16, text_anchor="middle", fill="#555")
        at += timedelta(minutes=step)
    for number, each in enumerate(spans):
        y = _TOP + _ROW * number
        group = svg.add(root, "g")
        svg.add(group, "title", each.in_words())
        svg.add(group, "text", each.label, x=_LEFT - 10, y=y + 17, text_anchor="end")
        width = max(2.0, x(each.end) - x(each.begin))
        shade = svg.SHADES[0]
        bar = svg.add(group, "rect", fill=shade, fill_opacity="0.35", stroke=shade)
        svg.place(bar, x(each.begin), y + 4, width, _ROW - 8)
        for mark in each.marks:
            line = f"M{svg.number(x(mark))} {svg.number(y + 1)}v{_ROW - 2}"
            svg.add(group, "path", d=line, stroke=svg.SHADES[1], stroke_width=3)
        if each.note:
            svg.add(group, "text", each.note, x=x(each.end) + 8, y=y + 17, fill="#555")
    return root


__all__ = ["Span", "clock_drawn"]
