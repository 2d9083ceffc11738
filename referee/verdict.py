"""What the referee says of an entry: legal, on trust, or illegal with the rule and the facts."""

from typing import Any

from msgspec import Struct

Compared = dict[str, int | str]


class Violation(Exception):
    """An action breaks a rule.

    Args:
        rule: the id of the rule that is broken.
        why: what is wrong, with ``{names}`` of the facts compared; filled in when shown.
        legal: what would be legal instead.
        since: the earlier entry that created the limit.
        facts: the facts compared, such as ``have=9, limit=7``.
    """

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

    def verdict(self) -> "Illegal":
        """The violation as a verdict, kept."""
        return Illegal(self.rule, self.why, dict(self.facts), self.legal, self.since)


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
        return self.why.format_map(self.facts) if self.facts else self.why


Verdict = Legal | OnTrust | Illegal
LEGAL = Legal()


def name_of(verdict: Verdict) -> str:
    """``legal``, ``on trust`` or ``illegal``."""
    return str(verdict.__struct_config__.tag)


def as_json(verdict: Verdict) -> dict[str, Any]:
    """The verdict for machines, with its message spelled out."""
    out: dict[str, Any] = {"verdict": name_of(verdict)}
    if isinstance(verdict, OnTrust):
        out["assumptions"] = list(verdict.assumptions)
    if isinstance(verdict, Illegal):
        out |= {
            "rule": verdict.rule,
            "message": verdict.message,
            "facts": verdict.facts,
            "legal": verdict.legal,
            "since": verdict.since,
        }
    return out
