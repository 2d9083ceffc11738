"""How large what people hand in may be: every bound of the house, told where it refuses.

They lie far above what any table writes and below what a machine at a venue can take in. What a
single field holds is bounded by its own type.
"""

import re

from events.error import RefereeError

MOST_TEXT = 64 << 20
"""Bytes of a file that is read whole, such as a text record, a deck or standard input."""
MOST_JSON_LINE = 4 << 20
"""Bytes of one line of JSON lines; a file of them may be of any length."""
MOST_ENTRY = 1_000_000
"""Bytes of the payload of one entry."""
MOST_LINE = 200_000
"""Characters of one line of notation."""
MOST_ENTRIES = 200_000
"""Entries of one match."""
MOST_SEATS = 16
"""Seats of one match."""
MOST_LISTED = 1_000
"""Different cards of one deck, and cards of a list in which their order matters."""
MOST_DEFINED = 50_000
"""Cards of one catalog; the largest game of today has fewer than 3,000."""
MOST_NESTING = 32
"""How deep tables and lists of TOML may lie in one another."""
MOST_KEY_PARTS = 8
"""Parts of a dotted key of TOML: what reads them takes memory by their square."""
MOST_DIGITS = 100
"""Digits of one number of TOML."""

_QUOTED = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5})?|'
    r"'''(?:[^']++|'(?!''))*+(?:'{3,5})?|"
    r'"(?:[^"\\\n]++|\\.)*+"?|'
    r"'[^'\n]*+'?|"
    r"#[^\n]*+",
    re.DOTALL,
)
"""Strings and comments of TOML, each looked at once. One that is not closed goes on to where TOML
ends with it: nothing behind that is parsed."""
_KEY = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{MOST_KEY_PARTS}}}[\w-]")
_NUMBER = re.compile(rf"(?<!\w)[\d_]{{{MOST_DIGITS + 1}}}")
_LINE = re.compile(r"[^\n]++")
_BRACKET = re.compile(r"[\[{\]}]")


class TooMuch(RefereeError, ValueError):
    """What was handed in is beyond a bound.

    Args:
        name: what to call it.
        what: which bound, and what it is.
        line: the line, from 1; 0 where it is no one line.
    """

    def __init__(self, name: str, what: str, line: int = 0) -> None:
        super().__init__(f"{name}:{line}: {what}" if line else f"{name}: {what}")
        self.what = what
        self.line = line


def require_size(text: str, name: str) -> None:
    """A text that is no longer than what is read whole.

    Raises:
        TooMuch: it is longer.
    """
    if len(text) > MOST_TEXT:
        raise TooMuch(name, f"{len(text):,} characters; at most {MOST_TEXT:,}")


def require_plain(text: str, name: str) -> None:
    """TOML that can be read in little time and memory.

    Args:
        text: the TOML.
        name: what to call it in the message.

    Raises:
        TooMuch: a number, a dotted key or the nesting is beyond its bound; names the line.

    Example:
        >>> require_plain("a.b = [1, 2.5]", "deck.toml")
        >>> require_plain("x = " + "[" * 99, "deck.toml")
        Traceback (most recent call last):
        ...
        events.bounds.TooMuch: deck.toml:1: nested more than 32 deep
    """
    require_size(text, name)
    bare = _QUOTED.sub(lambda found: "_" + "\n" * found[0].count("\n"), text)
    for begun in _LINE.finditer(bare):
        line = begun[0]
        if line.count(".") >= MOST_KEY_PARTS and _KEY.search(line):
            what = f"a key of more than {MOST_KEY_PARTS} parts"
            raise TooMuch(name, what, _line(bare, begun.start()))
        if len(line) > MOST_DIGITS and _NUMBER.search(line):
            what = f"a number of more than {MOST_DIGITS} digits"
            raise TooMuch(name, what, _line(bare, begun.start()))
    depth = 0
    for bracket in _BRACKET.finditer(bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > MOST_NESTING:
            deep = f"nested more than {MOST_NESTING} deep"
            raise TooMuch(name, deep, _line(bare, bracket.start()))


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
