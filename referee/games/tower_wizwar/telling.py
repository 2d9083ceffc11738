"""The facts of this game in words: one sentence each, without the rule it cites."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.fact import Fact

WORDS: Mapping[type[Fact], Callable[[Any], str]] = {}
