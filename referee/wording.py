"""English that depends on a number: one card, two cards."""

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
