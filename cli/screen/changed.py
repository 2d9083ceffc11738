"""How a board changed, in its own words: ``ana's deck 38 -> 37; discard + Elk; bench - Wolf``.

Two boards are compared panel by panel and row by row. Nothing here knows a game: a row is a label
and a text, a text is a list of things between commas, and a thing that begins with a name and has
a figure behind it, such as a unit, is known again by that name.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from cli.screen import render
from referee.game import Panel
from referee.replay.compare import Difference

NOTHING = frozenset({"", "-", "empty", "none", "nobody", "open"})
"""What a row says that holds nothing."""

_FIGURE = re.compile(r"(?<![A-Za-z]\.)(?<!\d)\d+")
_NAMED = re.compile(r"(?P<name>[^\d,]+(?:\([^)]*\))?) [+-]?\d")
_OF_FULL = re.compile(r" \d+/\d+")
_SEVERAL = re.compile(r"(?P<name>.+) x(?P<count>\d+)")
_NUMBERED = re.compile(r".+\.\d+")
_BAR = re.compile(r" (?=[#.]{5})#*\.*$")
_FIELD = re.compile(r"(?P<label>[a-z]+) (?P<text>\d.*|empty|none)")
_SECTION = re.compile(r"(?P<section>[a-z ]+): (?P<rest>.+)")
_HELD = {ord(","): "\ue000", ord(";"): "\ue001"}
"""What stands for a mark in a name while lists are taken apart."""
_MARKS = {ord(held): chr(mark) for mark, held in _HELD.items()}


def board_changes(
    before: Sequence[Panel], after: Sequence[Panel], names: Collection[str] = ()
) -> list[str]:
    """What differs between two boards, one text for each panel that does.

    Args:
        before: the one.
        after: the other.
        names: what the cards are called; one that has a comma is no list.

    Example:
        >>> one = Panel("ana", (("deck", "38"), ("discard", "empty"), ("bench", "Wolf 20/30")))
        >>> two = Panel("ana", (("deck", "37"), ("discard", "Elk x2"), ("bench", "Wolf 10/30")))
        >>> board_changes([one], [two])
        ["ana's deck 38 -> 37; discard + Elk x2; bench Wolf 20/30 -> 10/30"]
    """
    texts = []
    marked = [name for name in names if name != _held(name)]
    before, after = _whole(before, marked), _whole(after, marked)
    titles = dict.fromkeys(panel.title for panel in (*before, *after))
    for place, title in enumerate(titles):
        old, new = _rows(before, title), _rows(after, title)
        found = [
            text
            for label in dict.fromkeys((*old, *new))
            for text in _changed(label, old.get(label, []), new.get(label, []))
        ]
        if found:
            texts.append((_whose(title, place) + "; ".join(found)).translate(_MARKS))
    return texts


def changed_lines(
    changes: Sequence[str], differences: Sequence[Difference], indent: int = 0
) -> list[str]:
    """The changes of a board for the screen; where it shows none, that there are some beyond it."""
    if differences and not changes:
        places = render.counted(len(differences), "place")
        changes = [f"nothing on the board; the state differs in {places} (--json lists them)"]
    return [line for text in changes for line in render.wrapped(text, indent, indent + 2)]


def _whole(board: Sequence[Panel], names: Sequence[str]) -> list[Panel]:
    """A board in which the marks in these names part nothing."""

    def held(text: str) -> str:
        for name in names:
            text = text.replace(name, _held(name))
        return text

    return [
        Panel(panel.title, tuple((held(label), held(text)) for label, text in panel.rows))
        for panel in board
    ]


def _held(name: str) -> str:
    return name.translate(_HELD)


def _whose(title: str, place: int) -> str:
    """What stands before the changes of a panel: whose they are, but for those of the whole."""
    if title[:1].islower():
        return f"{title}'s "
    return f"{title}: " if place else ""


def _rows(board: Sequence[Panel], title: str) -> dict[str, list[str]]:
    """The texts of a panel by label; a label may have several."""
    rows: dict[str, list[str]] = {}
    for panel in board:
        if panel.title == title:
            for label, text in panel.rows:
                rows.setdefault(label, []).append(_BAR.sub("", text))
    return rows


def _changed(label: str, old: list[str], new: list[str]) -> Iterator[str]:
    """What differs in the rows of one label; one that is a thing with a number comes and goes
    whole."""
    if _NUMBERED.fullmatch(label) and not (old and new):
        yield f"- {label}" if old else f"+ {label} {new[0]}"
        return
    gone, come = list(Counter(old) - Counter(new)), list(Counter(new) - Counter(old))
    gone = [text for text in gone if text not in NOTHING]
    come = [text for text in come if text not in NOTHING]
    if not label:  # each is a sentence of its own
        yield from (f"no longer {text}" for text in gone)
        yield from (f"now {text}" for text in come)
        return
    for text in list(gone):
        same = next((t for t in come if _name(t) == _name(text)), None)
        if _name(text) and same is not None:
            gone.remove(text)
            come.remove(same)
            yield from _things(label, text, same)
    if len(gone) == len(come) == 1 and not (_name(gone[0]) and _name(come[0])):
        yield from _things(label, gone[0], come[0])
        return
    units = [f"- {_name(text)}" for text in gone if _name(text)]
    units += [f"+ {_name(text)}" for text in come if _name(text)]
    if units:
        yield f"{label} {' '.join(units)}"
    for text in gone:
        if not _name(text):
            yield from _things(label, text, "")
    for text in come:
        if not _name(text):
            yield from _things(label, "", text)


def _name(text: str) -> str:
    """The name with which a row begins that tells of one thing with figures; else nothing."""
    found = _NAMED.match(text)
    return found["name"] if found and found["name"][:1].isupper() else ""


def _things(label: str, old: str, new: str) -> Iterator[str]:
    """What differs between two lists of things; of ``5; deck 10`` in what belongs to the deck,
    too."""
    rows, others = _fields(label, old), _fields(label, new)
    if len(rows | others) > 1 and rows and others:
        for each in rows | others:
            if rows.get(each) != others.get(each):
                yield from _things(each, rows.get(each, ""), others.get(each, ""))
        return
    was, now = _split(old), _split(new)
    if was and now and was.keys().isdisjoint(now.keys()):
        yield f"{label} {old} -> {new}"
        return
    name = _name(old) if _name(old) == _name(new) and _OF_FULL.search(new) else ""
    for section in dict.fromkeys((*was, *now)):
        for text in _list_changes(was.get(section, []), now.get(section, [])):
            named = name and not text.startswith(name)
            yield " ".join(filter(None, (label, name if named else "", section, text)))


def _fields(label: str, text: str) -> dict[str, str]:
    """The rows that stand beside each other in one: ``5; deck 10`` of a hand is two, and so is
    ``5, magicka 2`` of points."""
    first, *beside = _parts(text, ";") or [""]
    if not beside and text[:1].isdecimal():
        first, *beside = _parts(text) or [""]
        beside = beside if first.isdecimal() else []
    found = [match for each in beside if (match := _FIELD.fullmatch(each))]
    rows = {label: first} | {match["label"]: match["text"] for match in found}
    return rows if len(found) == len(beside) else {}


def _split(text: str) -> dict[str, list[str]]:
    """The things in a text by their section: ``2, known: Elk`` has one without and one in known.

    What stands in square brackets behind a thing is a section of its own without a name; where
    semicolons alone part the things, it stays with its own.
    """
    several = _parts(text, ";")
    if len(several) > 1 and all(len(_parts(each)) == 1 for each in several):
        return {"": several}
    found: dict[str, list[str]] = {}
    section = ""
    for part in _parts(text):
        headed = _SECTION.fullmatch(part)
        if headed:
            section, part = headed["section"], headed["rest"]
        body, _, inner = part.partition(" [")
        found.setdefault(section, []).append(body)
        if inner:
            found.setdefault("with", []).extend(_parts(inner.removesuffix("]")))
    return found if text not in NOTHING else {}


def _parts(text: str, mark: str = ",") -> list[str]:
    """The parts between the commas, or other marks, that stand in no brackets."""
    parts, depth, start = [], 0, 0
    for at, char in enumerate(text):
        depth += (char in "([") - (char in ")]")
        if char == mark and not depth:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()] if text.strip() else parts


def _list_changes(old: list[str], new: list[str]) -> Iterator[str]:
    """What differs between two lists: figures, what came and went, else the whole of both."""
    was, now = _counted(old), _counted(new)
    gone, come = list((was - now).elements()), list((now - was).elements())
    figures = []
    for text in list(gone):
        same = next((t for t in come if _FIGURE.sub("#", t) == _FIGURE.sub("#", text)), None)
        if same is not None:
            gone.remove(text)
            come.remove(same)
            figures.append(_figures(text, same))
    if gone and come and any(not text[:1].isupper() for text in (*gone, *come)):
        kept = next((n for n in range(len(old)) if old[n : n + 1] != new[n : n + 1]), 0)
        yield f"{', '.join(old[kept:])} -> {', '.join(new[kept:])}"
        return
    yield from figures
    moved = []
    for sign, word, texts in (("-", "no longer", gone), ("+", "now", come)):
        said = []
        for text, count in Counter(texts).items():
            if text[:1].isupper():
                moved.append(f"{sign} {text}" + (f" x{count}" if count > 1 else ""))
            else:
                said.append(text)
        if said:
            yield f"{word} {', '.join(said)}"
    if moved:
        yield " ".join(moved)


def _counted(things: list[str]) -> Counter[str]:
    """Things with their number: ``Elk x2`` is two of ``Elk``."""
    found: Counter[str] = Counter()
    for thing in things:
        several = _SEVERAL.fullmatch(thing)
        found[several["name"] if several else thing] += int(several["count"]) if several else 1
    return found


def _figures(old: str, new: str) -> str:
    """Two things that differ in figures alone, the words that they share once."""
    was, now = old.split(" "), new.split(" ")
    at = [n for n, (one, two) in enumerate(zip(was, now, strict=True)) if one != two]
    if len(at) != 1:
        return f"{old} -> {new}"
    (n,) = at
    return " ".join((*was[:n], f"{was[n]} -> {now[n]}", *was[n + 1 :]))
