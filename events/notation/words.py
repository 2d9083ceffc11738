"""The words of a line of notation: where they begin, how they are quoted, what they may mean."""

import re
from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import NamedTuple

from events.error import RefereeError

_LEX = re.compile(r'\s+|(?P<comment>#.*)|(?P<word>(?:[^\s"#]|"(?:[^"\\]|\\.)*")+)|"', re.DOTALL)
_PIECE = re.compile(r'"((?:[^"\\]|\\.)*)"|[^"]+', re.DOTALL)
_QUOTED_OR_CHARACTER = re.compile(r'"(?:[^"\\]|\\.)*"|.', re.DOTALL)
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})|\\(.)|.", re.DOTALL)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\"}
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_RESERVED = re.compile(r'[ "#=,*:|\\]')

_IN_NAME = re.compile(r"(?<![\w'\u2019])\w[\w'\u2019]*")

_SHOWN_LETTERS = 60
_SHOWN_NAMES = 8
_NEAREST = 3
_FAR = 4


class Malformed(RefereeError, ValueError):
    """Text that is no event: what is wrong, at which word, and what may have been meant.

    Args:
        message: what was expected instead.
        column: where the word begins in the line, from 1.
        word: the word itself; empty where a word is missing.
        suggestions: what may have been meant, the likeliest first.

    Example:
        >>> str(Malformed("no such verb", 5, "drwa", ("draw",)))
        'column 5: "drwa": no such verb; did you mean draw?'
    """

    def __init__(
        self, message: str, column: int = 1, word: str = "", suggestions: Sequence[str] = ()
    ) -> None:
        super().__init__(message, column, word, suggestions)
        self.message = message
        self.column = column
        self.word = word
        self.suggestions = tuple(suggestions)

    @property
    def detail(self) -> str:
        """The word, what is wrong and what may have been meant, without the column."""
        shown = self.word if len(self.word) <= _SHOWN_LETTERS else f"{self.word[:_SHOWN_LETTERS]}…"
        named = f"{quote(shown, always=True)}: " if self.word else ""
        return f"{named}{self.message}{_hint(self.suggestions)}"

    def __str__(self) -> str:
        return f"column {self.column}: {self.detail}"


def _hint(suggestions: Sequence[str]) -> str:
    if not suggestions:
        return ""
    *most, last = [quote(name) for name in suggestions[:_SHOWN_NAMES]]
    if len(suggestions) > _SHOWN_NAMES:
        most, last = [*most, last], "another"
    listed = f"{', '.join(most)} or {last}" if most else last
    return f"; did you mean {listed}?"


class Word(NamedTuple):
    """A word of a line, or a part of one, as it was typed.

    Args:
        raw: with its quotes and escapes.
        column: where it begins in the line, from 1.
    """

    raw: str
    column: int

    @property
    def text(self) -> str:
        """What it says, without quotes and escapes.

        Raises:
            Malformed: an unknown escape.
        """
        if '"' not in self.raw:
            return self.raw
        return "".join(character for _, character in self._characters())

    @property
    def is_quoted(self) -> bool:
        """Whether it stands in one pair of quotes."""
        piece = _PIECE.fullmatch(self.raw)
        return piece is not None and piece.group(1) is not None

    def column_of(self, index: int) -> int:
        """The column in the line of the character at ``index`` of the text."""
        offsets = [offset for offset, _ in self._characters()]
        return self.column + (offsets[index] if index < len(offsets) else len(self.raw) - 1)

    def named(self) -> tuple[str, "Word"] | None:
        """The name and the value where the word reads ``name=value``."""
        name, sign, value = self.raw.partition("=")
        if not sign or '"' in name:
            return None
        return name, Word(value, self.column + len(name) + 1)

    def split(self, mark: str) -> list["Word"]:
        """The parts between the marks that stand outside quotes."""
        if mark not in self.raw:
            return [self]
        parts = []
        start = 0
        for piece in _QUOTED_OR_CHARACTER.finditer(self.raw):
            if piece.group() == mark:
                parts.append(Word(self.raw[start : piece.start()], self.column + start))
                start = piece.end()
        return [*parts, Word(self.raw[start:], self.column + start)]

    def wrong(self, message: str, suggestions: Sequence[str] = ()) -> Malformed:
        """The error that points at this word."""
        return Malformed(message, self.column, self._shown(), suggestions)

    def _shown(self) -> str:
        if not self.is_quoted:
            return self.raw
        try:
            return self.text
        except Malformed:
            return self.raw

    def _characters(self) -> Iterator[tuple[int, str]]:
        for piece in _PIECE.finditer(self.raw):
            if piece.group(1) is None:
                yield from enumerate(piece.group(), piece.start())
                continue
            for inner in _ESCAPED.finditer(piece.group(1)):
                offset = piece.start() + 1 + inner.start()
                yield offset, self._character(inner, offset)

    def _character(self, match: re.Match[str], offset: int) -> str:
        code = match.group(1) or match.group(2)
        if code is not None:
            number = int(code, 16)
            if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
                raise Malformed("there is no such character", self.column + offset, match.group())
            return chr(number)
        letter = match.group(3)
        if letter is None:
            return match.group()
        if letter not in _ESCAPES:
            raise Malformed("unknown escape", self.column + offset, match.group(), _ESCAPE_NAMES)
        return _ESCAPES[letter]


_ESCAPE_NAMES = ("\\\\", '\\"', "\\n", "\\r", "\\t", "\\u0000", "\\U00000000")


def split_words(line: str) -> list[Word]:
    """The words of a line, without its comment.

    Raises:
        Malformed: a quote is not closed, or a character cannot be stored as UTF-8.

    Example:
        >>> split_words('ana lay "Frost Wolf" # at last')
        [Word(raw='ana', column=1), Word(raw='lay', column=5), Word(raw='"Frost Wolf"', column=9)]
    """
    try:
        line.encode()
    except UnicodeEncodeError as error:
        message = "half of a surrogate pair, which cannot be stored"
        raise Malformed(message, error.start + 1, line[error.start]) from None
    words = []
    for token in _LEX.finditer(line):
        if token.group("word") is not None:
            words.append(Word(token.group(), token.start() + 1))
        elif token.group() == '"':
            rest = line[token.start() + 1 :]
            raise Malformed("this quotation mark is not closed", token.start() + 1, rest or '"')
    return words


def quote(text: str, *, always: bool = False) -> str:
    """The text as a word, in quotes where it would otherwise be misread.

    Example:
        >>> quote("Wolf"), quote("Frost Wolf"), quote("")
        ('Wolf', '"Frost Wolf"', '""')
    """
    if text and not always and text.isprintable() and not _RESERVED.search(text):
        return text
    inner = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped(inner)}"'


def escaped(text: str) -> str:
    """The text with an escape for each character that cannot be seen, as TOML has them too."""
    return text if text.isprintable() else "".join(map(_escape, text))


def _escape(character: str) -> str:
    if character in _SHORT:
        return _SHORT[character]
    if character.isprintable():
        return character
    number = ord(character)
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"


def matching(text: str, candidates: Collection[str]) -> list[str]:
    """The candidates that a text may mean: the same, else the same but for case, else longer."""
    if text in candidates:
        return [text]
    folded = text.casefold()
    same = {name for name in candidates if name.casefold() == folded}
    if same or not folded:
        return sorted(same)
    return sorted({name for name in candidates if name.casefold().startswith(folded)})


SEVERAL = "more than one"
"""How it is said that a word can mean several things."""

SHORT = {"e": "end", "dr": "draw"}
"""What people type most, and means the same in every game that has the verb."""


def verbs_meant(text: str, verbs: Collection[str]) -> list[str]:
    """The verbs that a text may mean: its own short form, else as :func:`matching` has it.

    Example:
        >>> verbs_meant("e", ["end", "exchange"]), verbs_meant("ex", ["end", "exchange"])
        (['end'], ['exchange'])
    """
    short = SHORT.get(text.casefold(), "")
    return [short] if short in verbs and text not in verbs else matching(text, verbs)


def choose(word: Word, candidates: Collection[str], what: str) -> str:
    """The one candidate that a word means.

    Raises:
        Malformed: it means none of them, or it begins more than one.
    """
    text = word.text
    found = matching(text, candidates)
    if len(found) == 1:
        return found[0]
    if found:
        raise word.wrong(f"{SEVERAL} {what} begins like this", found)
    raise word.wrong(f"no such {what}", nearest(text, candidates))


def offered(text: str, names: Collection[str]) -> list[str]:
    """The names that a text may mean, where any word of a name may begin it.

    Those that come nearest: the same, the same but for case, the same but for a number; else
    those that it begins or is a word of; else those with a word that it begins. A number behind
    a dot is kept.

    Example:
        >>> offered("ogre", ["Ogre.1", "Ogre Mage.1"]), offered("ma.2", ["Ogre Mage.2", "Mantis.1"])
        (['Ogre.1'], ['Ogre Mage.2'])
    """
    if text in names:
        return [text]
    found: dict[int, set[str]] = {}
    if folded := text.casefold():
        for name in names:
            if folded in (known := name.casefold()):
                found.setdefault(_distance(folded, known), set()).add(name)
    found.pop(_FAR, None)
    if found:
        return sorted(found[min(found)])
    head = _bare(text)
    number = text[len(head) :]
    if not head or not number:
        return []
    bare = {name.removesuffix(number) for name in names if name.endswith(number)}
    return [name + number for name in offered(head, bare)]


def _distance(text: str, name: str) -> int:
    """How far a text is from the name that holds it; both without case."""
    bare = _bare(name)
    if text in (name, bare):
        return 0 if text == name else 1
    words = list(_IN_NAME.finditer(bare))
    if name.startswith(text) or any(text == word.group() for word in words):
        return 2
    return 3 if any(bare.startswith(text, word.start()) for word in words) else _FAR


def _bare(name: str) -> str:
    """A name without the number of a copy: ``Ogre`` for ``Ogre.2``."""
    if not name[-1:].isdecimal():
        return name  # most are no copies
    head, _, number = name.rpartition(".")
    return head if number.isdecimal() else name


def choose_name(
    word: Word, names: Collection[str], of: str = "", beside: Collection[str] = ()
) -> str:
    """The one name that a word means.

    Args:
        of: ``things``: a name that has numbered copies stands for one of them; ``cards``: their
            numbers are left out. Where none is meant so, any name will do. Of ``things`` and
            what is ``called`` so, a copy that is not there any more may be named by its number.
        beside: what else may stand here; a misspelt one is suggested too.

    Raises:
        Malformed: it means none of them, or more than one.
    """
    text = word.text
    if text in names and (of not in ("things", "cards") or _is_likely(text, names, of)):
        return text  # as most names are written
    found = offered(text, _likely(names, of)) if of in ("things", "cards") else []
    found = found or offered(text, names)
    if len(found) == 1 or (len(found) == 2 and _bare(found[1]) == found[0]):
        return found[0]  # a card and its only copy are one
    if found and all(each.startswith(f"{min(found)} of ") for each in found if each != min(found)):
        return min(found)  # a card and where it lies are one
    if found:
        raise word.wrong(f"{SEVERAL} name begins like this", found)
    if of in ("things", "called") and _bare(text) != text and _bare(text) in names:
        return text  # a copy that was in play, or never: the rules judge that
    card, lies, seat = text.rpartition(" of ")
    if of in ("things", "called") and lies and card in names and seat in names:
        return text  # a card in a pile of a seat, ``Imp of bo``, and so is that
    raise word.wrong("no such name", nearest(text, [*names, *beside]))


def _is_likely(name: str, names: Collection[str], of: str) -> bool:
    """Whether one of the names is among the likely ones."""
    if of == "things":
        copy = name + "."
        return not any(_bare(each) == name for each in names if each.startswith(copy))
    return (own := _bare(name)) == name or own not in names


def _likely(names: Collection[str], of: str) -> list[str]:
    bare = {name: _bare(name) for name in names if name[-1:].isdecimal()}
    if of == "things":
        numbered = {own for name, own in bare.items() if own != name}
        return [name for name in names if name not in numbered]
    return [name for name in names if (own := bare.get(name, name)) == name or own not in names]


def nearest(text: str, candidates: Collection[str]) -> list[str]:
    """The candidates spelt most like a text, or else those that begin most like it; for a text with
    a capital, such as the name of a card, first among those with one."""
    capital = [name for name in candidates if name[:1].isupper()] if text[:1].isupper() else ()
    return [*(_nearest(text, tuple(capital)) or _nearest(text, tuple(candidates)))]


@lru_cache(256)
def _nearest(text: str, candidates: tuple[str, ...]) -> tuple[str, ...]:
    text = text[:_SHOWN_LETTERS].casefold()
    for letters in (None, len(text)):
        spelt: dict[str, list[str]] = {}
        for name in sorted(set(candidates)):
            spelt.setdefault(name.casefold()[:letters], []).append(name)
        close = get_close_matches(text, spelt, n=_NEAREST, cutoff=0.6)
        if close:
            return tuple([name for spelling in close for name in spelt[spelling]][:_NEAREST])
    return ()
