"""The pages of the house: each lies in the room that it describes, and comes with the package."""

import re
from functools import cache
from pathlib import Path

from msgspec import Struct

from cli.failure import Failure
from events.notation.words import nearest

_HOUSE = Path(__file__).parents[2]
_ROOMS = ("cli", "storage", "referee", "events")
"""Those that people reach first come first."""
_OTHERS = "rulebook.md"
"""No page of the house: ``referee rules`` prints it."""


class Page(Struct, frozen=True):
    """A page."""

    topic: str  # what it is asked for by
    path: str  # where it lies, as seen from where the rooms stand
    text: str  # the whole of it, in Markdown: a title, then what the room is for

    @property
    def title(self) -> str:
        """Its first line."""
        return self.text.partition("\n")[0].lstrip("# ")

    @property
    def about(self) -> str:
        """What the room is for: the first sentence under the title."""
        opening = self.text.partition("\n\n")[2].partition("\n\n")[0]
        return re.split(r"(?<=\.)\s", " ".join(opening.split()))[0]

    def speaks_of(self, word: str) -> bool:
        """Whether a heading of it has the word, or one that begins with it."""
        headings = " ".join(re.findall(r"^##+ (.*)$", self.text, re.MULTILINE))
        return re.search(rf"\b{re.escape(word)}", headings, re.IGNORECASE) is not None


@cache
def pages() -> dict[str, Page]:
    """All pages by topic: the name of the folder for its ``README.md``, else that of the file."""
    found = {}
    for room in _ROOMS:
        for path in sorted((_HOUSE / room).rglob("*.md")):
            if path.name != _OTHERS:
                topic = path.parent.name if path.stem == "README" else path.stem.lower()
                text = path.read_text(encoding="utf-8")
                found[topic] = Page(topic, path.relative_to(_HOUSE).as_posix(), text)
    return found


def page(topic: str) -> Page:
    """The page of a topic.

    Raises:
        Failure: there is none; it names the nearest, or the pages with such a heading.
    """
    known = pages()
    if topic in known:
        return known[topic]
    close = nearest(topic, known) or [each for each in known if known[each].speaks_of(topic)]
    meant = f"did you mean {' or '.join(close)}? " if close else ""
    raise Failure(f"no topic {topic!r}", f"{meant}referee help lists them")
