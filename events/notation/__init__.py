"""The text of an event, both ways: one line for each."""

from events.notation.line import (
    Malformed,
    Word,
    outcomes,
    quote,
    read,
    read_value,
    split_words,
    usage,
    write,
)

__all__ = [
    "Malformed",
    "Word",
    "outcomes",
    "quote",
    "read",
    "read_value",
    "split_words",
    "usage",
    "write",
]
