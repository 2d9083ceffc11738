"""The choices of several options taken together: what may be typed for them, what fits them."""

from collections.abc import Iterable

from events.notation import Malformed, Word
from referee.choice import Choice


def typeable(choices: Iterable[Choice]) -> list[str]:
    """The names that may be typed for these choices, each once."""
    return list(dict.fromkeys(name for choice in choices for name in choice.names()))


def fits(word: Word, choice: Choice) -> bool:
    """Whether a word looks like a value of the choice; names may be cut short."""
    try:
        return all(choice.fits(part.split("*")[0].text) for part in word.split(","))
    except Malformed:
        return False
