"""What the lines of a card's text say of its keywords: a text is read here, and kept nowhere."""

import hashlib
import re
from collections.abc import Iterator
from typing import NamedTuple

_NUMBERED = re.compile(r"(.+) (\d+|x)")

PLAIN = (
    "advanced imbue",
    "aethercalling",
    "agility",
    "ambush",
    "brew",
    "bulwark",
    "cascade",
    "class locked",
    "cleave",
    "command",
    "commanded will",
    "critical",
    "divine relic",
    "efficiency",
    "elysian aura",
    "ephemerate",
    "fast activation",
    "first boon",
    "floating memory",
    "foster",
    "hindered",
    "immortality",
    "imbue",
    "intercept",
    "interdiction",
    "kindle",
    "level locked",
    "link",
    "link shield",
    "multistrike",
    "omnishroud",
    "prepare",
    "preserve",
    "pride",
    "ranged",
    "renewable",
    "reservable",
    "retort",
    "spellshroud",
    "stealth",
    "steadfast",
    "taunt",
    "true sight",
    "unblockable",
    "vigor",
)
"""Keywords that stand by themselves, or with others on a line (section 24)."""

LABELS = (
    "aenean progression",
    "balance",
    "brew",
    "cardistry",
    "deluge",
    "ephemerate",
    "equestrian",
    "harmonize",
    "inherited effect",
    "lineage release",
    "on ally hit",
    "on ally kill",
    "on attack",
    "on banish",
    "on champion hit",
    "on charge",
    "on death",
    "on destroy",
    "on enter",
    "on foster",
    "on hit",
    "on kill",
    "on leave",
    "starcalling",
    "upkeep",
)
"""Keywords that stand before a text."""

ACTIONS = ("class bonus", "empower", "gather", "glimpse", "recover")
"""What stands on a line like a keyword and is none."""
COSTS = frozenset("banish cardname discard pay put remove rest return reveal sacrifice".split())  # noqa: SIM905
"""How the cost of an ability begins, which stands before a colon as a label does."""

INHERITED = "inherited effect"
LINEAGE = " Lineage"

_BUBBLE = re.compile(r"<[^<>]*bubble[^<>]*>([^<>]*)</[^<>]*>")
_MARKS = re.compile(r"[*_]|<[^<>]*>")
_BRACKETS = re.compile(r"\s*\[([^\[\]]+)\]")
_REMINDER = re.compile(r"\([^()]*\)")
_LABEL = re.compile(rf"({'|'.join(LABELS)})( \d+| x)?\s*[:\u2014\u2013-]\s*(.*)", re.IGNORECASE)
_PLAIN = re.compile(rf"({'|'.join(PLAIN)})( \d+| x)?", re.IGNORECASE)
_LINKED = re.compile(r"[\w ]+ link", re.IGNORECASE)
_COMMANDING = re.compile(r"command [\w ]+", re.IGNORECASE)

_IMBUED = re.compile(r"(\w+(?: & \w+)+) imbue (\d+)", re.IGNORECASE)
_PRICED = re.compile(r"\((\d+)\)\s*(?:\(.*)?")
_NUMBER = re.compile(r"\b(?:\d+|x|one|two|three|four|five|six|seven|an?)\b")
_AMOUNT = re.compile(r"(\w+) (\w+)")

_ALONE = re.compile(r"([A-Z][\w'-]+(?: (?:of |the |& )*[A-Z][\w'-]+){0,3})(?: \d+| X)?\.?")
_BEFORE = re.compile(r"([A-Z][\w'-]+(?: [A-Z][\w'-]+){0,3})(?: \d+| X)?\s*[:\u2014\u2013]\s")
"""What may be a keyword by its place and its capitals: alone on a line, and before a text."""

_NEVER_0 = re.compile(r"(?<= X)\. X can't be 0\.$")

PRICED = ("ephemerate", "starcalling")
"""Keywords behind which stands a cost, which is their number if it is all (GA-24.34, 24.41)."""
AMOUNTS = ("one", "two", "three", "four", "five")
"""How many of an ingredient a Brew is of."""


class Keyword(NamedTuple):
    """A keyword as a line has it."""

    printed: str  # in lower case, with its number
    # the conditions before it, in lower case; none for an unconditional one
    way: tuple[str, ...] = ()
    lineage: str = ""  # the name in a keyword Lineage, as it is written
    # what else it names, in lower case: the words of an object, the ingredients
    named: tuple[str, ...] = ()


def plain(text: str) -> str:
    """A text without marks of layout, its conditions in brackets, with straight apostrophes."""
    bare = _MARKS.sub("", _BUBBLE.sub(r"[\1] ", text)).replace("\u2019", "'").replace("\u2018", "'")
    return "\n".join(" ".join(line.split()) for line in bare.splitlines()).strip()


def hash_of(text: str) -> str:
    """By what a text is known again: the SHA-256 of what it says, whatever its layout."""
    return hashlib.sha256(" ".join(plain(text).split()).encode()).hexdigest()


def keywords_of(text: str) -> Iterator[Keyword]:
    """The keywords of a card: lines of keywords alone, and those that stand before a text."""
    for line in plain(text).splitlines():
        way: list[str] = []
        rest = line
        while (bracket := _BRACKETS.match(rest)) is not None:
            way.append(bracket[1].strip().lower())
            rest = rest[bracket.end() :]
        yield from _of_line(rest.strip(), tuple(way))


NOT_ALL = ("command", "link")
"""Keywords of which the words before or behind say which ally or object is meant."""


def unknown_keywords(text: str) -> Iterator[str]:
    """What stands on a card as a keyword does, in lower case, and is none that is known."""
    for line in plain(text).splitlines():
        rest = _BRACKETS.sub("", line) if line.startswith("[") else line
        rest = _REMINDER.sub("", rest).strip()
        found = _ALONE.fullmatch(rest) or _BEFORE.match(rest)
        if found is None or any(_of_line(rest, ())):
            continue
        word = found[1].lower()
        if word not in ACTIONS and word.split()[0] not in COSTS:
            yield word


def shape_of(line: str, name: str) -> str:
    """A line of a text without the name of its card and without numbers: by what it is like the
    lines of other cards."""
    bare = line.replace(name, "~").replace(name.partition(",")[0], "~").lower()
    return _NUMBER.sub("#", _REMINDER.sub("", bare)).strip()


def is_plain(text: str) -> bool:
    """Whether a text says no more than its keywords do."""
    for line in plain(text).splitlines():
        rest = _BRACKETS.sub("", line) if line.startswith("[") else line
        found = list(_listed(rest.strip(), ()))
        if line and (not found or any(each.printed in NOT_ALL for each in found)):
            return False
    return True


def _of_line(line: str, way: tuple[str, ...]) -> Iterator[Keyword]:
    if (label := _LABEL.match(line)) is not None:
        word, number, rest = label.groups()
        priced = _PRICED.fullmatch(rest) if word.lower() in PRICED else None
        number = f" {priced[1]}" if priced else number
        named = tuple(_ingredients(rest)) if word.lower() == "brew" else ()
        yield Keyword(f"{word}{number or ''}".lower(), way, named=named)
        if word.lower() == INHERITED:
            yield from _listed(rest, way)
        return
    yield from _listed(line, way)


def _ingredients(rest: str) -> Iterator[str]:
    """The ingredients of a Brew, each as often as it is needed; none where it is told otherwise."""
    listed, _, together = _REMINDER.sub("", rest).strip(" .").partition(" with ")
    found: list[str] = []
    for part in listed.split(","):
        amount = _AMOUNT.fullmatch(part.strip().lower())
        if amount is None or amount[1] not in AMOUNTS:
            return
        number = AMOUNTS.index(amount[1]) + 1
        found += [amount[2].removesuffix("s") if number > 1 else amount[2]] * number
    yield from found
    if together:
        yield together.removeprefix("the ")


def _listed(line: str, way: tuple[str, ...]) -> Iterator[Keyword]:
    """The keywords of a line that consists of nothing else."""
    before, line = "", _NEVER_0.sub("", line)
    while before != line:
        before, line = line, _REMINDER.sub("", line)
    found = [_keyword(part.strip(" ."), way) for part in line.split(",")]
    if all(found):
        yield from (each for each in found if each is not None)


def _keyword(part: str, way: tuple[str, ...]) -> Keyword | None:
    if part.endswith(LINEAGE):
        return Keyword(part.lower(), way, part[: -len(LINEAGE)])
    if _PLAIN.fullmatch(part):
        return Keyword(part.lower(), way)
    if _LINKED.fullmatch(part):
        return Keyword("link", way, named=tuple(part.lower().split()[:-1]))
    if (imbue := _IMBUED.fullmatch(part)) is not None:
        named = tuple(imbue[1].lower().split(" & "))
        return Keyword(f"imbue {imbue[2]}", way, named=named)
    if _COMMANDING.fullmatch(part):
        return Keyword("command", way, named=tuple(part.lower().split()[1:]))
    return None


def keyword_of(printed: str) -> tuple[str, int]:
    """A keyword without its number, and the number: True where it has none, 0 for an X.

    >>> keyword_of("ranged 2"), keyword_of("taunt"), keyword_of("lorraine lineage")
    (('ranged', 2), ('taunt', True), ('lineage', True))
    """
    if numbered := _NUMBERED.fullmatch(printed):
        base, number = numbered.groups()
        return base, 0 if number == "x" else int(number)
    return ("lineage", True) if printed.endswith(" lineage") else (printed, True)
