"""Which of what is pending an entry answers, or is the effect of (WR-4.6, 15.1)."""

from events.warrift import Attack, Effect, Hire, Play, Summon, Use
from referee.games.warrift.catalog import Monster
from referee.games.warrift.effects.resolution import name_of
from referee.games.warrift.state import (
    Announced,
    AnyPending,
    Effective,
    Gained,
    Played,
    Strike,
    Triggered,
    WrTable,
)

AnyEffective = Played | Gained | Announced | Triggered


def effect_of(t: WrTable, e: Effect, source: str) -> AnyEffective | None:
    """What is pending that this may be the effect of; the newest.

    Raises:
        Unsaid: several copies of that name are equally old.
    """
    found: AnyEffective | None = None
    for each in reversed(t.state.waiting.stack):
        if isinstance(each, Strike) or not each.effects:
            continue
        if source != each.source and source != name_of(t, each):
            continue
        if e.trigger and e.trigger != each.trigger and not _names(t, each, e.trigger):
            continue
        if found is None:
            found = each
        elif each.entry == found.entry and each.source != found.source:
            _require_distinct(t, source, found)
    return found


def _require_distinct(t: WrTable, name: str, found: Effective) -> None:
    ids = [
        each.source
        for each in t.state.waiting.stack
        if isinstance(each, Effective) and each.entry == found.entry and name_of(t, each) == name
    ]
    if len(set(ids)) > 1:
        t.incomplete(f"say which {name}", source=sorted(set(ids)))


def _names(t: WrTable, pending: Effective, name: str) -> bool:
    """Whether one of the effects still to be done has that name."""
    effects = t.catalog.cards[name_of(t, pending)].all_effects
    return any(effects[at].name == name for at in pending.effects)


# -- marks -------------------------------------------------------------------------------------


def answered(t: WrTable, seat: str, entry: int) -> AnyPending | None:
    """What a mark means: what that entry began or turned, or with a bare mark (0) the last that
    another player or a monster began; None where nothing such is pending, and the mark is void."""
    for each in reversed(t.state.waiting.stack):
        if entry == 0:
            means = by_another(t, each, seat)
        else:
            means = each.entry == entry or entry in each.turned
        if means and not _at_once(t, each):
            return each
    return None


def hear_mark(t: WrTable, e: Attack | Effect | Hire | Play | Summon | Use) -> AnyPending | None:
    """What an event answers by its mark; that it answers what is not pending changes nothing
    (WR-14.4), and is told."""
    if e.answers is None:
        return None
    found = answered(t, e.seat, e.answers)
    if found is None and e.answers:
        t.trust(f"nothing that entry {e.answers} began is pending, so that nothing is answered")
    return found


def ask_what(t: WrTable, entry: int) -> None:
    """Ask what is answered, where a mark names something that is not pending while other things
    are; to let these take effect would be more than was said.

    Raises:
        Unsaid: it does.
    """
    entries = sorted({str(each.entry) for each in t.state.waiting.stack}, key=int)
    if entry and entries and entry not in t.state.struck:
        t.incomplete(f"nothing that entry {entry} began is pending; say what", answers=entries)


def require_not_struck(t: WrTable, entry: int | None) -> None:
    """Refuse a response to an attack that has struck (WR-14.8)."""
    if entry and entry in t.state.struck:
        t.refuse("WR-14.8", "the attack of entry {entry} has struck", entry=entry, since=entry)


def by_another(t: WrTable, pending: AnyPending, seat: str) -> bool:
    """Whether another player began it, or a monster."""
    if pending.seat != seat:
        return True
    return isinstance(pending, Triggered) and isinstance(t.catalog.cards[pending.name], Monster)


def _at_once(t: WrTable, pending: AnyPending) -> bool:
    """Whether it acts before anybody can answer it (WR-I 56)."""
    if t.choice["WR-I 56"] == "yes" or not isinstance(pending, Played):
        return False
    thing = t.state.zones.things.get(pending.source)
    return thing is not None and thing.ambush > 0
