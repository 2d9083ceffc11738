"""What is cancelled before it takes effect (TW-19, ``cancel``)."""

from collections.abc import Mapping
from typing import Any

from referee.games.tower_wizwar.facts import Cancelled
from referee.games.tower_wizwar.places import goes
from referee.games.tower_wizwar.state import Announced, AnyPending, Casting, Strike, TwTable
from referee.parts.effects import Run
from referee.parts.responses import take_away

Values = Mapping[str, Any]
KINDS: Mapping[str, type[Any]] = {"cast": Casting, "attack": Strike, "effect": Announced}


def cancel(r: Run, what: str = "") -> int:
    """A pending cast, attack or effect is cancelled: what was paid stays paid, a card that was
    being cast goes to its owner's discard.

    Raises:
        Violation: TW-19.6, nothing such is pending.
        Unsaid: it has been done already, because it was logged as if nobody could answer.
    """
    t = r.t
    found = _newest(r, what)
    if found is None:
        done = t.state.latest
        if done is not None and what in ("", done[1]):
            how = "with waiting=yes" if done[1] == "attack" else "with use"
            t.incomplete(
                f"{r.told.card}: the {done[1]} of entry {done[0]} has been done; "
                f"log it {how}, then what cancels it"
            )
        r.forbid("no {what} is pending", what=what or "cast, attack or effect")
    t.fact(Cancelled(found.seat, found.entry, kind_of(found)))
    take_away(t, found, "cancelled")
    if isinstance(found, Casting):
        thing = t.state.zones.things[found.source]
        goes(t, thing, "TW-19.6", thing.owner, "discard")
    elif isinstance(found, Announced) and found.trigger == "celestial":
        goes(t, t.state.zones.things[found.source], "TW-13.6")
    return 1


def cancellable(r: Run, values: Values) -> int:
    """Whether there is anything to cancel."""
    return int(_newest(r, values["what"]) is not None)


def kind_of(pending: AnyPending) -> str:
    """The word for what is pending."""
    return next(word for word, kind in KINDS.items() if isinstance(pending, kind))


def _newest(r: Run, what: str) -> Any:
    """The newest of that kind, what cancels it apart."""
    kind = KINDS.get(what, (Casting, Strike, Announced))
    t: TwTable = r.t
    for each in reversed(t.state.waiting.stack):
        if isinstance(each, kind) and not _is_own(r, each):
            return each
    return None


def _is_own(r: Run, pending: AnyPending) -> bool:
    """Whether it is the effect that cancels."""
    own = isinstance(pending, Announced) and pending.source == r.doing.source
    return own and pending.entry == r.doing.cause
