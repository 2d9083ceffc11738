"""English of Tower-WizWar, for hints: how many cards are legal, and how they are said."""

from referee.games.tower_wizwar.state import TwTable


def exactly(count: int, *uncounted: int) -> str:
    """How many cards are legal, for a hint; all together, where some of a line are only counted."""
    return f"{count} in all" if any(uncounted) else f"exactly {count}"


def or_unnamed(t: TwTable, count: int) -> str:
    """That a number stands for the names that are asked for, where it may (TW-20.10)."""
    return f", or unnamed={count}" if t.choice["TW-I 87"] == "numbers_allowed" else ""
