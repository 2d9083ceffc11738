"""What the referee says of an entry: legal, on trust, or illegal with the rule and the facts."""

import re
from functools import cache
from typing import Any, NoReturn

from msgspec import Struct

from events.error import RefereeError
from referee.english import a_or_an, counted

Compared = dict[str, int | str]
Choices = dict[str, tuple[str, ...]]

_NAMED = re.compile(r"\{(\w+)(?::([^{}|]+)(?:\|([^{}]+))?)?\}")


@cache
def named_in(why: str) -> tuple[str, ...]:
    """The names of the facts that a sentence compares, in its order."""
    return tuple(dict.fromkeys(found[1] for found in _NAMED.finditer(why)))


class Violation(RefereeError):
    """An action breaks a rule. Raised by :func:`forbid` and ``Table.refuse`` alone.

    Args:
        rule: the id of the rule that is broken.
        why: what is wrong, with ``{names}`` of the facts compared; filled in when shown. A number
            with its noun is ``{have:card}`` (1 card, 2 cards), with other words that depend on it
            ``{have:card is|cards are}``. It is written in the code: what comes from a catalog or
            a log is a fact, never a part of it.
        legal: what would be legal instead.
        since: the earlier entry that created the limit.
        facts: the facts compared, such as ``have=9, limit=7``.
    """

    cause = "rule"

    def __init__(
        self,
        rule: str,
        why: str,
        /,
        *,
        legal: str = "",
        since: int | None = None,
        **facts: int | str,
    ) -> None:
        super().__init__(rule)
        self.rule = rule
        self.why = why
        self.legal = legal
        self.since = since
        self.facts = facts

    def __str__(self) -> str:
        return self.verdict().message

    def verdict(self) -> "Illegal | Incomplete":
        """The violation as a verdict, kept; of what a game asks for, as incomplete."""
        return Illegal(self.rule, self.why, dict(self.facts), self.legal, self.since)


def forbid(
    rule: str,
    why: str,
    /,
    *,
    legal: str = "",
    since: int | None = None,
    **facts: int | str,
) -> NoReturn:
    """Refuse what no ruling can let stand, because the state could not follow it.

    Raises:
        Violation: always; see there for the arguments.
    """
    raise Violation(rule, why, legal=legal, since=since, **facts)


class Unsaid(RefereeError):
    """A choice is missing that has to be logged: the entry is incomplete, and accuses nobody.

    Args:
        ask: what has to be said, such as "say which monster".
        choices: the fields that may hold it, each with the words that would do.
        seat: whose choice it is; empty: that of whoever acts, or nobody's.
    """

    def __init__(self, ask: str, choices: Choices, seat: str = "") -> None:
        super().__init__(ask)
        self.ask = ask
        self.choices = choices
        self.seat = seat

    def __str__(self) -> str:
        return self.verdict().message

    def verdict(self) -> "Incomplete":
        """What stands in the place of a verdict."""
        return Incomplete(self.ask, self.choices, self.seat)


class Legal(Struct, frozen=True, tag_field="verdict", tag="legal"):
    """Checked in full."""


class OnTrust(Struct, frozen=True, gc=False, tag_field="verdict", tag="on trust"):
    """Consistent with all that is known; each assumption names what was not seen."""

    assumptions: tuple[str, ...]


class Illegal(Struct, frozen=True, gc=False, tag_field="verdict", tag="illegal"):
    """Recorded and not applied; see :class:`Violation` for the fields."""

    rule: str
    why: str
    facts: Compared = {}
    legal: str = ""
    since: int | None = None

    @property
    def message(self) -> str:
        """The violation in words, without the rule's id."""
        return _NAMED.sub(self._filled, self.why)

    def _filled(self, place: re.Match[str]) -> str:
        name, one, more = place.groups()
        fact = self.facts.get(name, place[0])
        if one is None or not isinstance(fact, int):
            return a_or_an(str(fact)) if one == "a" else str(fact)
        return counted(fact, one, more or "")


class Incomplete(Struct, frozen=True, gc=False, tag_field="verdict", tag="incomplete"):
    """No verdict, but a question: a choice is missing. Such an entry is not applied.

    Nothing of this kind is written to a log. A stored entry that reads so under another catalog
    or edition is a difference there.
    """

    ask: str
    choices: Choices = {}
    seat: str = ""

    @property
    def message(self) -> str:
        """The question, and what would answer it."""
        told = ((field, words) for field, words in self.choices.items() if words)
        choices = "; ".join(f"{field}: {', '.join(words)}" for field, words in told)
        return f"{self.ask} ({choices})" if choices else self.ask


Verdict = Legal | OnTrust | Illegal | Incomplete
LEGAL = Legal()


def applied(verdict: Verdict | None) -> bool:
    """Whether an entry with this verdict changes the state."""
    return type(verdict) is Legal or type(verdict) is OnTrust


def name_of(verdict: Verdict) -> str:
    """``legal``, ``on trust``, ``illegal`` or ``incomplete``."""
    return str(verdict.__struct_config__.tag)


def as_json(verdict: Verdict) -> dict[str, Any]:
    """The verdict for machines, with its message spelled out."""
    out: dict[str, Any] = {"verdict": name_of(verdict)}
    if isinstance(verdict, OnTrust):
        out["assumptions"] = list(verdict.assumptions)
    if isinstance(verdict, Incomplete):
        out |= {"message": verdict.message, "ask": verdict.ask, "choices": verdict.choices}
        if verdict.seat:
            out["seat"] = verdict.seat
    if isinstance(verdict, Illegal):
        out |= {
            "rule": verdict.rule,
            "message": verdict.message,
            "facts": verdict.facts,
            "legal": verdict.legal,
            "since": verdict.since,
        }
    return out
