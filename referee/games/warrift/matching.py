"""Which of what is pending a logged effect is the effect of (WR-15.1)."""

from events.warrift import Effect
from referee.games.warrift.effects.happening import name_of
from referee.games.warrift.state import (
    Announced,
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
            _require_told_apart(t, source, found)
    return found


def _require_told_apart(t: WrTable, name: str, found: Effective) -> None:
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
