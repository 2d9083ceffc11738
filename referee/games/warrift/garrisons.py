"""Creatures in the Garrisons of strongholds (WR-10.6 to 10.8)."""

from collections.abc import Sequence

from events.warrift import Store, Take
from referee.english import one_of
from referee.fact import CardMoved
from referee.games.warrift.catalog import Stronghold
from referee.games.warrift.handlers import handles
from referee.games.warrift.places import LAYOUT, find_in_play, garrison_zone, show, stored
from referee.games.warrift.playing import comes, enter_play
from referee.games.warrift.state import (
    InPlay,
    Played,
    WrTable,
    card_of,
    controlled,
    goes_to,
    hand_zone,
    strongholds,
)
from referee.games.warrift.time_to_act import (
    begun,
    require_active,
    require_begun,
    require_mid,
    require_nothing_awaited,
)
from referee.games.warrift.turn import proceed
from referee.parts.effects.pending import Saying


@handles
def store(t: WrTable, e: Store) -> None:
    """A creature is put into a Garrison (WR-10.6): from hand or from play, as WR-I 42 is read,
    in the own mid step or at any time (WR-I 43)."""
    stronghold, thing = require_to_store(t, e)
    if thing is None:
        card, source = e.creature, "hand"
        show(t, e.seat, "hand", card, "WR-2.7")
        LAYOUT.put_back(t, stronghold.id, "garrison", [card], "top")
    else:
        card, source = thing.name, "play"
        LAYOUT.leave(t, thing, stronghold.id, "garrison")
    t.fact(CardMoved(e.seat, card, source, garrison_zone(stronghold), "WR-10.6"))
    proceed(t)


def require_to_store(t: WrTable, e: Store) -> tuple[InPlay, InPlay | None]:
    """A creature may be put into that Garrison now, if it is where it is taken from.

    Returns:
        The stronghold, and the creature if it is stored out of play; None if out of hand.
    """
    require_time_to_store(t, e.seat)
    stronghold = _garrison_of(t, e.seat, e.stronghold)
    if not has_room(t, stronghold):
        t.refuse(
            "WR-10.6",
            "{stronghold} holds {have}, and has Garrison {room}",
            stronghold=stronghold.id,
            have=len(stored(t, stronghold)),
            room=card_of(t, stronghold).garrison,
            legal=_with_room(t, e.seat),
        )
    thing = _creature_in_play(t, e)
    card = e.creature if thing is None else thing.name
    if isinstance(card_of(t, card), Stronghold):
        t.refuse("WR-10.6", "{card} is no creature", card=card)
    return stronghold, thing


def require_time_to_store(t: WrTable, seat: str) -> None:
    """In one's own mid step, or at any time, as WR-I 43 is read."""
    if t.choice["WR-I 43"] == "any_time":
        require_begun(t, seat)
        require_nothing_awaited(t, but_the_eye=True)
    else:
        require_mid(t, seat, Store)
    begun(t)


def has_room(t: WrTable, stronghold: InPlay, inside: Sequence[str] | None = None) -> bool:
    """Whether a Garrison takes one more than lies in it (WR-10.6)."""
    room: int = card_of(t, stronghold).garrison
    return room > 0 and len(stored(t, stronghold) if inside is None else inside) < room


def _garrison_of(t: WrTable, seat: str, named: str) -> InPlay:
    """A stronghold with a Garrison that the player controls (WR-10.6)."""
    able = [each for each in strongholds(t, seat) if card_of(t, each).garrison]
    found = [each for each in able if named in (each.id, each.name)]
    if len(found) > 1:
        t.incomplete(f"say which {named}", stronghold=[each.id for each in found])
    if found:
        return found[0]
    if named not in t.catalog.names and named not in t.state.zones.things:
        find_in_play(t, named)
    t.forbid(
        "WR-10.6",
        "{seat} has no {thing} with a Garrison",
        seat=seat,
        thing=named,
        legal=_with_room(t, seat),
    )


def _with_room(t: WrTable, seat: str) -> str:
    """Which strongholds of a player could take one more, for a hint."""
    return one_of(each.id for each in strongholds(t, seat) if has_room(t, each))


def _creature_in_play(t: WrTable, e: Store) -> InPlay | None:
    """The creature, if it is stored out of play; None if out of hand (WR-I 42).

    Where it may be either, a bare name is a card in hand if it can be there.
    """
    reading, things = t.choice["WR-I 42"], t.state.zones.things
    if reading == "hand":
        return None
    if reading == "hand_or_play" and e.creature not in things:
        hand = t.state.zones.hidden.candidates(hand_zone(e.seat))
        own = any(each.name == e.creature for each in controlled(t, e.seat))
        if e.creature in hand or not own:
            return None
    return find_in_play(t, e.creature, e.seat, lambda each: card_of(t, each).creature)


@handles
def take(t: WrTable, e: Take) -> None:
    """A creature is taken out of a Garrison (WR-10.8): into the hand in any step of the own turn,
    or into play as if it were played, as WR-I 44 is read."""
    to_play = t.choice["WR-I 44"] == "play"
    if to_play:
        require_mid(t, e.seat, Take)
    else:
        require_begun(t, e.seat)
        require_active(t, e.seat, "WR-10.8")
        require_nothing_awaited(t, but_the_eye=True)
        begun(t)
    stronghold = _holding(t, e)
    zone, inside = garrison_zone(stronghold), list(stored(t, stronghold))
    if not inside and not isinstance(card_of(t, stronghold), Stronghold):
        holding = one_of(each.id for each in strongholds(t, e.seat) if stored(t, each))
        t.forbid("WR-2.4", "{thing} is no stronghold", thing=stronghold.id, legal=holding)
    if e.creature not in inside:
        t.forbid(
            "WR-2.4",
            "{card} is not in the Garrison of {stronghold}",
            card=e.creature,
            stronghold=stronghold.id,
            legal=one_of(dict.fromkeys(inside)),
        )
    inside.remove(e.creature)
    t.item(t.state.zones.piles, zone, inside)
    t.fact(CardMoved(e.seat, e.creature, zone, "play" if to_play else "hand", "WR-10.8"))
    if to_play:
        owner, _ = goes_to(t, e.creature, e.seat)
        ambush = "ambush" in card_of(t, e.creature).words
        thing = enter_play(t, e.seat, e.creature, owner, None, ambush=ambush)
        comes(t, thing, "played", Saying(), None, Played)
    else:
        LAYOUT.put_back(t, e.seat, "hand", [e.creature])
    proceed(t)


def _holding(t: WrTable, e: Take) -> InPlay:
    """The stronghold that is meant; of several of that name, the only one with such a card."""
    own = [each for each in strongholds(t, e.seat) if each.name == e.stronghold]
    holding = [each for each in own if e.creature in stored(t, each)]
    if len(holding) == 1:
        return holding[0]
    if len(holding) > 1:
        t.incomplete(f"say which {e.stronghold}", stronghold=[each.id for each in holding])
    if own:
        return own[0]
    return find_in_play(t, e.stronghold, e.seat, lambda each: e.creature in stored(t, each))
