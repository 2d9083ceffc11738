"""What a page says in English where it speaks another language (VN-15.2).

A word counts as English if the English texts and sentences of the program have it and those of the
other language do not. What is marked ``lang="en"``, as the words of a game are, is left out.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser

from cli.language import FIELD, LANGUAGES, sentences
from cli.venue.web.pages import texts

READ = ("aria-label", "placeholder", "title", "alt")
"""The attributes that are read out, or shown."""
VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})
UNREAD = frozenset({"script", "style", "svg", "kbd", "pre", "template"})
WORD = re.compile(r"[A-Za-zÄÖÜäöüß]+(?:'s)?")
SHORT = 2
"""Words of fewer letters say nothing of a language."""
BOTH = frozenset({"referee", "id", "ids", "json", "url", "utc"})
"""Names that the texts have in one language alone."""


def _words(text: str) -> Iterator[str]:
    return (each.casefold() for each in WORD.findall(text) if len(each) >= SHORT)


@cache
def vocabulary(language: str) -> frozenset[str]:
    """The words that are English and not of the language."""
    english = [*texts(LANGUAGES[0]).values(), *sentences(language)]
    own = [*texts(language).values(), *sentences(language).values()]
    said = {w for t in english for w in _words(FIELD.sub("", "".join(t)))}
    of_its_own = {
        w for t in own for w in _words(FIELD.sub("", "".join("".join(t).split("`")[::2])))
    }
    return frozenset(said - of_its_own - BOTH)


@cache
def _named(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for name in names for word in _words(name))


def english(language: str, text: str, names: Iterable[str] = ()) -> list[str]:
    """The English words of a text that are no names."""
    foreign, known = vocabulary(language), _named(tuple(names))
    return [word for word in _words(text) if word in foreign and word not in known]


class _Told(HTMLParser):
    """The texts of a page with the language of each."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self._open = [("", language)]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        spoken = given.get("lang") or self._open[-1][1]
        spoken = "" if given.get("translate") == "no" else spoken
        self.found += [(text, spoken) for name in READ if (text := given.get(name))]
        if tag not in VOID:
            self._open.append((tag, spoken))

    def handle_endtag(self, tag: str) -> None:
        while len(self._open) > 1 and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        text = " ".join(data.split())
        if text and not UNREAD & {tag for tag, _ in self._open}:
            self.found.append((text, self._open[-1][1]))


def told(page: str, language: str) -> list[tuple[str, str]]:
    """The texts of a page, or of a part of one, each with the language in which it is spoken."""
    made = _Told(language)
    made.feed(page)
    return made.found


def unspoken(page: str, language: str, names: Iterable[str] = ()) -> list[str]:
    """What a page says in English without saying that it is."""
    return [
        text
        for text, spoken in told(page, language)
        if spoken == language and english(language, text, names)
    ]
