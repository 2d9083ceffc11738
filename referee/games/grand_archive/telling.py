"""The facts of this game in words: one sentence each, without the rule it cites."""

from collections.abc import Callable, Mapping
from typing import Any

WORDS: Mapping[type[Any], Callable[[Any], str]] = {}
"""For each fact of this game, the sentence; those of the shared parts have theirs."""
