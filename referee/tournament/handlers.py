"""The handlers of a tournament, each beside the rules that it checks."""

from collections.abc import Mapping
from typing import Any

from events.event import Event
from referee.house import Handler, Handlers
from referee.table import Table
from referee.verdict import Illegal, Violation

handles = Handlers()
"""Filled by the modules of the parts of a tournament."""


def steadfast(handlers: Mapping[type[Event], Handler]) -> dict[type[Event], Handler]:
    """The handlers, by which what was refused when it was logged stays refused.

    Others have gone on without it. It does not come into force where a ruling has cleared its way
    since, unless a judge lets it stand; who means it logs it again.
    """
    return {kind: _steadfast(handler) for kind, handler in handlers.items()}


def _steadfast(handler: Handler) -> Handler:
    def handle(t: Table[Any, Any], e: Any) -> None:
        if len(t.logged) >= t.seq and not t.waived:
            then = t.logged[t.seq - 1]
            if isinstance(then, Illegal):
                raise Violation(
                    then.rule, then.why, legal=then.legal, since=then.since, **then.facts
                )
        handler(t, e)

    return handle


__all__ = ["handles", "steadfast"]
