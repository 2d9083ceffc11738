"""Names of several words without quotes, and names cut short in a repair."""

import re
from collections.abc import Collection, Sequence
from itertools import islice, pairwise, product

from msgspec.structs import replace as change_of

from events.common import Adjust, Change
from events.notation import Malformed, Word, quote, split_words
from events.notation.words import SEVERAL, choose_name
from referee.replay.replay import Replay
from referee.verdict import applied

_MOST_MEANT = 4
"""So many names are tried for a word of a repair."""
_MOST_WAYS = 64
"""So many repairs are tried for one."""
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"?|#.*|[^\s":,+=*/>#]+', re.DOTALL)
"""A quoted text, a comment, or what stands between marks."""
_LIES = re.compile(r" of (?P<seat>[^\s:,+*/>#]+)")
_BEHIND = re.compile(r"$|[\s:,+*/>#]")
"""What may stand behind a name."""
_LEAST = 3
"""So many letters of the last word of a name are typed at the least, where it is cut short."""
_NUMBER = re.compile(r"\.\d+")
"""The number of a copy."""


def names_in(match: Replay) -> Collection[str]:
    """What a line may name now: seats, cards, units; nothing where no opening stands."""
    return match.game.all_names(match.table) if match.opened else ()


def says_verb(words: Sequence[Word], match: Replay) -> bool:
    """Whether a verb in full stands behind the first word, which is who did it then; in quotes
    stands a name."""
    verb = words[1] if len(words) > 1 else None
    return verb is not None and not verb.is_quoted and verb.text in match.game.codec.by_verb


def names_quoted(text: str, match: Replay) -> str:
    """A line with quotes around words that together are the name of a card or of a copy, whole, and
    are not each a name of its own."""
    words = split_words(text)
    if len(words) < 3 or not match.opened:
        return text
    begun, names = match.cards_of_words, frozenset[str]()
    at = words[1 + says_verb(words, match)].column - 1
    found = text[:at]
    for piece in _PIECE.finditer(text, at):
        start = piece.start()
        for card in begun.get(piece[0].casefold(), ()) if start >= at else ():
            end = start + len(card)
            if text[start:end].casefold() != card.casefold():
                continue
            names = names or frozenset((*names_in(match), *match.traits))
            copy = _NUMBER.match(text, end)
            name = f"{card}{copy[0]}" if copy and f"{card}{copy[0]}" in names else card
            end = start + len(name)
            if _BEHIND.match(text, end) and not names.issuperset(text[start:end].split()):
                lies = _LIES.match(text, end)
                if lies and lies["seat"] in match.state.seats:  # in a pile of theirs
                    name += lies[0]
                found += f"{text[at:start]}{quote(name)}"
                at = start + len(name)
                break
    return found + text[at:]


def marks_added(text: str, quoted: str) -> int:
    """How many marks of :func:`names_quoted` stand in the beginning of its line."""
    at = 0
    for mark in quoted:
        at += mark == text[at : at + 1]
    return len(quoted) - at


def names_joined(text: str, match: Replay) -> str:
    """A line in which words that together begin the name of one card alone are that name; the last
    of them is no name of its own, and has three letters at least."""
    if not match.opened:
        return text
    names = frozenset[str]()
    for before, word in pairwise(split_words(text)[1:]):
        end = word.column - 1 + len(word.raw)
        if word.is_quoted or before.is_quoted or not word.raw[:_LEAST].isalpha():
            continue
        said = text[before.column - 1 : end].casefold()
        cards = match.cards_of_words.get(before.raw.casefold(), ())
        able = [card for card in cards if card.casefold().startswith(said)]
        names = names or frozenset(names_in(match) if able else ())
        able = [card for card in able if card in names]
        if len(able) == 1 and len(word.raw) >= _LEAST and word.text not in names:
            return f"{text[: before.column - 1]}{quote(able[0])}{text[end:]}"
    return text


def repair_in_full(event: Adjust, match: Replay) -> Adjust:
    """A repair in which each name that was cut short stands in full, where it is refused as it
    stands, and accepted in one way alone: with the names of cards, or else of copies in play.
    Whose something is may be left out, where one player alone has it."""
    if not match.opened or applied(match.would(event)):
        return event
    names = {*names_in(match), *match.traits}
    for of in ("", "things"):
        ways = (_changes_meant(each, names, of, match.state.seats) for each in event.changes)
        meant = {change_of(event, changes=way) for way in islice(product(*ways), _MOST_WAYS)}
        accepted = [each for each in meant if applied(match.would(each))]
        if accepted:
            return accepted[0] if len(accepted) == 1 else event
    return event


def _changes_meant(
    change: Change, names: Collection[str], of: str, seats: Collection[str]
) -> list[Change]:
    """What a change may mean, names cut short or without whose it is; the likeliest first."""

    def meant_by(part: str) -> list[str]:
        try:
            return list(dict.fromkeys((part, choose_name(Word(quote(part), 1), names, of))))
        except Malformed as error:
            several = error.suggestions if error.message.startswith(SEVERAL) else ()
            return [part, *several[:_MOST_MEANT]]

    def in_full(text: str) -> list[str]:
        return ["".join(way) for way in product(*map(meant_by, re.split("([/>])", text)))]

    targets = in_full(change.target)
    if "/" not in change.target and change.target not in seats:
        targets += [f"{seat}/{each}" for each in targets for seat in seats]
    return [
        change_of(change, target=target, value=value)
        for target, value in product(targets, in_full(change.value))
    ]
