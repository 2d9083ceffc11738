"""What may lie in a spot, and what makes room for it (sections 5, 12)."""

from collections.abc import Sequence

from referee.games.tower_wizwar.catalog import Spell
from referee.games.tower_wizwar.places import clear, goes, replaced
from referee.games.tower_wizwar.state import (
    JUXTAPOSE,
    InPlay,
    TwTable,
    at,
    card_of,
    stack_at,
    tower_in_spot,
)
from referee.games.tower_wizwar.values import allowed, permits

# -- a card that is cast -------------------------------------------------------------------------


def require_spot(t: TwTable, card: Spell, seat: str, spot: str, *, over: bool = False) -> None:
    """A spot may hold a card that is cast into it (TW-5.3, 12.6, 12.10).

    Args:
        t: the table.
        card: the card.
        seat: on whose map.
        spot: the spot.
        over: whether the card is to lie over the one that is there.
    """
    if card.kind == "ritual":
        _require_tower_spot(t, seat, spot)
        if spot == "T":
            if over and tower_in_spot(t, seat) is None:
                t.forbid("TW-12.6", "{seat} has no tower in T", seat=seat, card=card.name)
            return
    if over:
        if not may_overlay(t, card, seat):
            t.refuse("TW-12.6", "{card} does not lie over another card", card=card.name)
        if at(t, seat, spot) is None:
            t.forbid("TW-12.6", "{spot} is empty", spot=spot, card=card.name)
    if spot == "T":
        if "spot" not in card.allows and not permits(t, "spot", seat):
            t.refuse("TW-5.3", "{card} does not lie in T", card=card.name, legal="J, S or F")
        elif not over and t.choice["TW-I 82"] == "refused" and tower_in_spot(t, seat) is not None:
            t.refuse("TW-5.3", "a tower lies in T", card=card.name, legal="J, S or F")


def may_overlay(t: TwTable, card: Spell, seat: str) -> bool:
    """Whether a card may be cast over another, by its text or an effect in force (TW-12.6)."""
    return "overlay" in card.allows or permits(t, "overlay", seat)


def _require_tower_spot(t: TwTable, seat: str, spot: str) -> None:
    """A ritual is cast over a tower (TW-12.10, I 12, I 40)."""
    if spot != "T":
        if t.choice["TW-I 12"] == "no":
            t.refuse("TW-12.10", "a ritual lies in T, not in {spot}", spot=spot, legal="T")
    elif t.choice["TW-I 40"] == "refused" and tower_in_spot(t, seat) is None:
        t.refuse("TW-12.10", "{seat} has no tower in T", seat=seat)


def make_room(t: TwTable, card: Spell, seat: str, spot: str, *, over: bool) -> None:
    """What a card replaces leaves its spot; a ritual replaces a ritual, not the tower (TW-12.5,
    12.11)."""
    if card.kind == "ritual" and spot == "T":
        for thing in stack_at(t, seat, spot):
            if card_of(t, thing).kind != "tower":
                replaced(t, thing, "TW-12.11")
    elif not over:
        clear(t, seat, spot, "TW-12.5")


# -- what is Unique ------------------------------------------------------------------------------


def is_unique(t: TwTable, name: str) -> bool:
    """Whether only one of a card may be in play (TW-12.14)."""
    card = card_of(t, name)
    return card.kind == "artifact" or "unique" in card.keywords


def require_unique(t: TwTable, name: str, seat: str) -> None:
    """A wizard does not cast what it has in play already, where that is so (TW-I 42)."""
    if t.choice["TW-I 42"] != "refused" or not is_unique(t, name):
        return
    for other in _others_of(t, name):
        if other.controller == seat:
            t.refuse("TW-12.14", "{thing} is in play", thing=other.id)


def only_one(t: TwTable, thing: InPlay) -> None:
    """Of a Unique card one is in play: the other copy goes to a pool, where it is known; one's own
    as well, or to the discard (TW-12.14, I 42, I 79)."""
    if not is_unique(t, thing.name):
        return
    for other in _others_of(t, thing.name):
        if other is thing:
            continue
        own = other.controller == thing.controller
        if own and t.choice["TW-I 42"] == "own_copy_discarded":
            goes(t, other, "TW-12.14", other.owner, "discard")
            continue
        whose = other.owner if t.choice["TW-I 79"] == "owners_pool" else other.controller
        goes(t, other, "TW-12.14", whose, "pool", "anywhere")


def _others_of(t: TwTable, name: str) -> list[InPlay]:
    things = t.state.zones.things.values()
    return [each for each in things if each.name == name and each.spot]


# -- a card that is moved ------------------------------------------------------------------------


def moving_with(t: TwTable, thing: InPlay) -> list[InPlay]:
    """The cards that move when one does, the topmost last: all of its spot, or it alone (TW-I 83);
    never the tower under a ritual (TW-11.16)."""
    there = stack_at(t, thing.controller, thing.spot)
    if len(there) == 1 or card_of(t, there[-1]).kind == "ritual":
        return [thing]
    return [thing] if t.choice["TW-I 83"] == "top_card" else there


def require_on_top(t: TwTable, thing: InPlay) -> None:
    """What lies under another card does not move by itself (TW-I 83)."""
    there = at(t, thing.controller, thing.spot)
    if there is not None and there is not thing and len(moving_with(t, thing)) == 1:
        t.refuse("TW-11.14", "{thing} lies under {above}", thing=thing.id, above=there.id)


def require_may_lie(t: TwTable, things: InPlay | Sequence[InPlay], spot: str) -> None:
    """A spot may hold cards that go there (TW-5.3, 5.4, 11.14, I 12, I 35)."""
    for thing in (things,) if isinstance(things, InPlay) else things:
        kind = card_of(t, thing).kind
        if spot != "T":
            if kind == "tower":
                t.refuse("TW-5.4", "a tower lies in T only", thing=thing.id)
            elif kind == "ritual" and t.choice["TW-I 12"] == "no":
                t.refuse("TW-5.4", "a ritual lies in T only", thing=thing.id)
        elif kind not in ("tower", "ritual") and not allowed(t, "spot", thing, thing.controller):
            t.refuse("TW-5.3", "{thing} does not lie in T", thing=thing.id)
        if kind == "orbital":
            _require_beside(t, thing, spot)


def _require_beside(t: TwTable, orbital: InPlay, spot: str) -> None:
    """Where an orbital may be moved to (TW-11.16, I 35)."""
    reading = t.choice["TW-I 35"]
    if reading == "nowhere":
        t.refuse("TW-11.14", "an orbital does not move", thing=orbital.id)
    elif reading == "juxtapose_only" and spot not in JUXTAPOSE:
        t.refuse(
            "TW-11.14", "an orbital does not go to {spot}", spot=spot, thing=orbital.id, legal="J"
        )
