"""How often a verb was taken after which other, and what was measured: what comes first on a page
(VN-7.4 e, h)."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cache

from events.entry import verb
from events.event import Event
from events.notation.kinds import Number
from events.notation.plan import plan_of


@cache
def _distances(kind: type[Event]) -> tuple[tuple[str, str], ...]:
    """The fields of an event type that hold a distance, as Python and as JSON have them."""
    return tuple(
        (each.attribute, each.name)
        for each in plan_of(kind).fields
        if isinstance(each.kind, Number)
    )


_KEPT = 3
"""So many distances of a field are offered again."""


@dataclass
class Uses:
    """What the entries of a table, or of several, have in common with what comes next."""

    verbs: Counter[str] = field(default_factory=Counter)  # how often each verb was taken
    # how often each was taken right after another
    after: Counter[tuple[str, str]] = field(default_factory=Counter)
    # the last distances that each field of a verb was given, the newest last
    lately: dict[tuple[str, str], list[float]] = field(default_factory=dict)
    last: str = ""  # the verb of the newest entry

    def add(self, event: Event) -> None:
        """One more entry."""
        word = verb(event)
        self.verbs[word] += 1
        self.after[self.last, word] += 1
        self.last = word
        for attribute, name in _distances(type(event)):
            if value := getattr(event, attribute):
                kept = self.lately.setdefault((word, name), [])
                if value in kept:
                    kept.remove(value)
                kept.append(value)
                del kept[:-_KEPT]

    def rank(self, verb: str, last: str) -> tuple[int, int]:
        """How far behind a verb stands after another: the less, the more often it was taken."""
        return -self.after[last, verb], -self.verbs[verb]
