"""English that depends on a number: one card, two cards."""

import re
from collections.abc import Collection, Iterable

from events.notation.words import nearest, quote

_IRREGULAR = {"die": "dice"}


def plural(noun: str) -> str:
    """More than one of a thing: ``cards``, ``copies``, ``dice``."""
    head, _, last = noun.rpartition(" ")
    if last in _IRREGULAR:
        last = _IRREGULAR[last]
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        last = f"{last[:-1]}ies"
    elif last.endswith(("s", "x", "ch", "sh")):
        last = f"{last}es"
    else:
        last = f"{last}s"
    return f"{head} {last}" if head else last


def counted(count: int, one: str, more: str = "") -> str:
    """So many of a thing: ``1 card``, ``2 cards``, ``1,000 entries``.

    Args:
        count: how many.
        one: the noun, or whatever words follow on 1, such as ``card is``.
        more: what follows on another number, where that is not the plural alone.
    """
    return f"{count:,} {one if count == 1 else more or plural(one)}"


def a_or_an(phrase: str) -> str:
    """A phrase with its article.

    Example:
        >>> a_or_an("monster"), a_or_an("ally of yours"), a_or_an("other monster"), a_or_an("unit")
        ('a monster', 'an ally of yours', 'another monster', 'a unit')
    """
    if phrase.startswith("other "):
        return f"an{phrase}"
    vowel = phrase[:1] in tuple("aeiou") and not phrase.startswith(("uni", "use", "one"))
    return f"{'an' if vowel else 'a'} {phrase}"


def joined_again(cards: str) -> str:
    """Names that a fact holds with a comma between two, as they are read.

    Example:
        >>> joined_again("Elk,Frost, the Wolf")
        'Elk, Frost, the Wolf'
    """
    return re.sub(",(?! )", ", ", cards)


def listed(names: Iterable[str]) -> str:
    """Names as they are typed, in quotes where these are needed.

    Example:
        >>> listed(["Elk", "Frost Wolf"])
        'Elk, "Frost Wolf"'
    """
    return ", ".join(map(quote, names))


def one_of(names: Iterable[str], *, besides: str = "") -> str:
    """What would be legal where one of several names is; the name where it is one, empty for none.

    Args:
        names: the names.
        besides: a word that would do as well.

    Example:
        >>> one_of(["ana", "bo"], besides="nobody")
        'one of ana, bo, or nobody'
        >>> one_of(["ana"])
        'ana'
    """
    choices = [*map(quote, names)]
    several = "one of " if len(choices) > 1 else ""
    return (
        f"{several}{', '.join(choices)}{f', or {besides}' if besides else ''}"
        if choices
        else besides
    )


def meant(name: str, known: Collection[str], otherwise: str) -> str:
    """What would be legal where a name is not known: the nearest that is, if one is near.

    Example:
        >>> meant("Frost Wlof", ["Elk", "Frost Wolf"], "a card of the catalog")
        'did you mean "Frost Wolf"?'
    """
    close = nearest(name, known)
    return f"did you mean {quote(close[0])}?" if close else otherwise


def spans(numbers: Iterable[int]) -> str:
    """Numbers, three or more in a row put together.

    Example:
        >>> spans([7, 9, 10, 11])
        '7, 9 to 11'
        >>> spans([1, 2, 4])
        '1, 2, 4'
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join(
        f"{run[0]} to {run[-1]}" if run[-1] - run[0] > 1 else ", ".join(map(str, run))
        for run in runs
    )


_MOMENTS = {
    "next": "one's own next turn",
    "next end": "the end of one's own next turn",
    "their end": "the end of that player's next turn",
    "stay": "it leaves",
    "game": "the end of the match",
    "match": "the end of the match",
}

_OF = {
    "while": "leaves",
    "yours": "leaves or changes its controller",
    "woken": "has been through a wake up phase",
}
"""The moments of a thing, as they stand behind it."""


def moment_in_words(moment: str) -> str:
    """The moment that ends what lasts, as it stands behind *until*.

    Example:
        >>> moment_in_words("turn"), moment_in_words("while:Elk.1"), moment_in_words("next:ana")
        ('the end of the turn', 'Elk.1 leaves', 'the next turn of ana')
        >>> moment_in_words("hidden:Elk.1"), moment_in_words("end 3:ana")
        ('Elk.1 is hidden no more', 'the end of turn 3 of ana')
        >>> moment_in_words("their end")
        "the end of that player's next turn"
    """
    word, _, whose = moment.partition(":")
    if whose and word.startswith("end "):
        return f"the end of turn {word.removeprefix('end ')} of {whose}"
    if whose:
        if word == "next":
            return f"the next turn of {whose}"
        return f"{whose} {_OF.get(word, f'is {word} no more')}"
    return _MOMENTS.get(moment, f"the end of the {moment}")
