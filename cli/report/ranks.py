"""Which share is the largest, then the next, moment by moment: a line for each that rises and
falls (a bump chart)."""

from collections.abc import Mapping
from itertools import pairwise
from xml.etree.ElementTree import Element

from cli.screen import svg
from cli.screen.intervals import Rate

_LEFT, _RIGHT, _TOP, _STEP, _ROW = 40, 210, 64, 72, 30
_LETTERS = 20
"""The longest name that is drawn whole."""
_BELOW = 34


def ranks_drawn(
    title: str, along: str, panels: Mapping[str, Mapping[int, Mapping[str, Rate]]], most: int
) -> Element:
    """The first names of each moment in the order of their shares, one panel below the other.

    Args:
        title: what they are.
        along: what the moments are, such as ``round``.
        panels: the share of each name at each moment, by what the panel is of.
        most: how many ranks are drawn; who is behind them has no place at that moment.
    """
    ranks = {name: _ranks(moments, most) for name, moments in panels.items()}
    names = sorted({name for found in ranks.values() for name in found})
    steps = max(len(moments) for moments in panels.values())
    heights = [_TOP + _ROW * _deepest(found) + _BELOW for found in ranks.values()]
    width, height = _LEFT + _STEP * max(1, steps - 1) + _RIGHT, sum(heights)
    root = svg.document(title, (0, 0, width, height), width=width, height=height, font_size=13)
    svg.add(root, "rect", width=width, height=height, fill="white")
    for number, (name, moments) in enumerate(panels.items()):
        group = svg.add(root, "g", transform=f"translate(0 {sum(heights[:number])})")
        svg.add(group, "text", title, x=8, y=20, font_size=16)
        svg.add(group, "text", f"{name}; the largest share above", x=8, y=40, fill="#555")
        _draw(group, along, moments, {each: ranks[name].get(each, {}) for each in names})
    return root


def _ranks(moments: Mapping[int, Mapping[str, Rate]], most: int) -> dict[str, dict[int, int]]:
    """The rank of each name at each moment at which it is among the first."""
    found: dict[str, dict[int, int]] = {}
    for moment, shares in sorted(moments.items()):
        order = sorted(shares, key=lambda name: (-shares[name].rate, name))
        for rank, name in enumerate(order[:most]):
            found.setdefault(name, {})[moment] = rank
    return found


def _deepest(ranks: Mapping[str, Mapping[int, int]]) -> int:
    return 1 + max((rank for own in ranks.values() for rank in own.values()), default=0)


def _draw(
    group: Element,
    along: str,
    moments: Mapping[int, Mapping[str, Rate]],
    ranks: Mapping[str, Mapping[int, int]],
) -> None:
    x = {moment: _LEFT + _STEP * at for at, moment in enumerate(sorted(moments))}
    bottom = _TOP + _ROW * _deepest(ranks)
    for moment, at in x.items():
        svg.add(group, "text", f"{along} {moment}", x=at, y=bottom + 8, text_anchor="middle")
    for number, (name, own) in enumerate(ranks.items()):
        shade = svg.SHADES[number % len(svg.SHADES)]
        dashes = svg.DASHES[number % len(svg.DASHES)]
        if not own:
            continue  # the same name has the same line in each panel
        places = [(x[moment], _TOP + _ROW * rank, moment) for moment, rank in own.items()]
        for (x1, y1, before), (x2, y2, moment) in pairwise(places):
            if [*x].index(moment) == [*x].index(before) + 1:
                line = svg.add(group, "line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=shade)
                line.set("stroke-width", "2.5")
                if dashes:
                    line.set("stroke-dasharray", dashes)
        for across, down, moment in places:
            dot = svg.add(group, "circle", cx=across, cy=down, r=6, fill=shade)
            rate = moments[moment][name]
            svg.add(dot, "title", f"{along} {moment}, {rate.in_words()}")
        across, down, moment = places[-1]
        short = name if len(name) <= _LETTERS else f"{name[: _LETTERS - 1]}…"
        words = f"{short} {100 * moments[moment][name].rate:.0f} %"
        svg.add(group, "text", words, x=across + 12, y=down, dy=4, fill=shade)


__all__ = ["ranks_drawn"]
