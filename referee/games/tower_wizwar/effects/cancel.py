"""What is cancelled before it takes effect (TW-19, ``cancel``)."""

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from events.tower_wizwar import Cancel, Effect, Use
from referee.choice import OneOf
from referee.games.tower_wizwar.attack_moments import end_attack
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
        if t.state.latest is not None and what in ("", t.state.latest[1]):
            _too_late(t)
        r.forbid("no {what} is pending", what=what or "cast, attack or effect")
    t.fact(Cancelled(found.seat, found.entry, kind_of(found)))
    if isinstance(found, Strike):
        end_attack(t, found, "cancelled")
        return 1
    take_away(t, found, "cancelled")
    if isinstance(found, Casting):
        thing = t.state.zones.things[found.source]
        goes(t, thing, "TW-19.6", thing.owner, "discard")
    elif isinstance(found, Announced) and found.trigger == "celestial":
        goes(t, t.state.zones.things[found.source], "TW-13.6")
    return 1


def which(r: Run, values: Values, spelled: Callable[[str], str]) -> str:
    """What is cancelled, where neither card nor line says which kind: what is pending."""
    stack = others_pending(r)
    kinds = list(dict.fromkeys(kind_of(each) for each in reversed(stack)))
    if len(kinds) < 2:
        return kinds[0] if kinds else ""
    return str(r.choose("what", OneOf(tuple(kinds)), "say what is cancelled", spelled))


def others_pending(r: Run) -> list[AnyPending]:
    """What is pending beside the effect that cancels."""
    return [each for each in r.t.state.waiting.stack if not _is_own(r, each)]


def cancellable(r: Run, values: Values) -> int:
    """Whether there is anything to cancel."""
    return int(_newest(r, values["what"]) is not None)


def kind_of(pending: AnyPending) -> str:
    """The word for what is pending."""
    return next(word for word, kind in KINDS.items() if isinstance(pending, kind))


def _too_late(t: TwTable) -> NoReturn:
    """What is answered has been done, because it was logged as if nobody could answer it; nobody
    is accused of that."""
    assert t.state.latest is not None
    entry, kind = t.state.latest
    how = "with waiting=yes" if kind == "attack" else "with use"
    t.incomplete(f"the {kind} of entry {entry} has been done; log it {how}, then what answers it")


def require_answered(t: TwTable, e: Effect | Use) -> None:
    """What an effect answers is still pending; 0 is the last that another wizard began.

    Raises:
        Violation: TW-19.6, nothing such ever was.
        Unsaid: it has been done already.
    """
    stack, entry = t.state.waiting.stack, e.answers
    if entry is None:
        return
    if any(each.entry == entry if entry else each.seat != e.seat for each in stack):
        return
    if t.state.latest is not None and entry in (0, t.state.latest[0]):
        _too_late(t)
    entries = ", ".join(dict.fromkeys(str(each.entry) for each in stack))
    t.forbid("TW-19.6", "nothing is pending that this answers", entry=entry, legal=entries)


def may_cancel(t: TwTable, e: Effect | Use) -> bool:
    """Whether an effect may cancel something, so that this is to wait for it."""
    stack = t.state.waiting.stack
    if not stack or e.seat not in t.state.sides:
        return False
    if type(e) is Effect and any(type(each) is Cancel for each in e.did):
        return True
    things = t.state.zones.things
    thing = things.get(e.source)
    names = {thing.name} if thing is not None else {e.source}
    if e.source not in things and e.source not in t.catalog.cards:
        spots = t.state.sides[e.seat].map.get(e.source.upper(), ())
        names = {things[each].name for each in spots}
    return any(name in t.catalog.cancels for name in names)


def _newest(r: Run, what: str) -> Any:
    """The newest of that kind, what cancels it apart."""
    kind = KINDS.get(what, (Casting, Strike, Announced))
    return next((each for each in reversed(others_pending(r)) if isinstance(each, kind)), None)


def _is_own(r: Run, pending: AnyPending) -> bool:
    """Whether it is the effect that cancels."""
    own = isinstance(pending, Announced) and pending.source == r.doing.source
    return own and pending.entry == r.doing.cause
