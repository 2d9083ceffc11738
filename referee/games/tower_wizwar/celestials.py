"""Celestials and orbitals: how they are played, and used (sections 11, 13)."""

from events.tower_wizwar import Play, UseOrbital
from referee.english import listed
from referee.games.tower_wizwar.catalog import BACKS, CELESTIAL, ORBITAL
from referee.games.tower_wizwar.compulsory import orbital_price, spots_for_orbital, usable_orbitals
from referee.games.tower_wizwar.effects.resolution import set_off
from referee.games.tower_wizwar.facts import CardPlayed
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.harm import drain, turn_by_celestial
from referee.games.tower_wizwar.mana import Price, pay
from referee.games.tower_wizwar.places import LAYOUT, clear, enter, find_in_play, goes, show, zone
from referee.games.tower_wizwar.state import (
    CAST,
    JUXTAPOSE,
    MOVEMENT,
    SETS,
    TwTable,
    card_of,
    stands,
)
from referee.games.tower_wizwar.towers import play_tower, tower_to_play
from referee.games.tower_wizwar.triggers import report
from referee.games.tower_wizwar.turn import act, require_no_duty
from referee.house import require_playing
from referee.parts.effects.pending import NOTHING_SAID, Saying, does_nothing


@handles
def play(t: TwTable, e: Play) -> None:
    """A celestial or an orbital is played, in the entrance or in the movement phase (TW-10.8,
    11.13, 13.1)."""
    spot, of_set = require_to_play(t, e)
    show(t, e.seat, "front", (e.card,), "TW-13.3")
    if of_set:
        t.set(t.state.done, "chosen", True)
    else:
        t.set(t.state.done, "fronted", t.state.done.fronted + 1)
    if spot:
        play_orbital(t, e.seat, e.card, spot)
    else:
        play_celestial(t, e.seat, e.card, e.to, Saying(e.did, e.aims, e.mode, e.x))


def require_to_play(t: TwTable, e: Play) -> tuple[str, bool]:
    """A card may be played now, if it is in the front (TW-10.8, 11.13, 13.1, 13.4, 13.7, 13.8).

    Returns:
        Where an orbital comes to lie, and whether the card is of a set of the entrance.
    """
    state = t.state
    card = card_of(t, e.card)
    of_set = state.phase == SETS and e.seat == state.active and not state.done.chosen
    if not of_set:
        act(t, e.seat, MOVEMENT, "TW-13.1")
        _require_part(t)
    elif not state.done.found:
        require_no_duty(t)
    if card.kind not in (CELESTIAL, ORBITAL):
        t.forbid("TW-13.1", "{kind:a} is not played", kind=card.kind, card=e.card)
    if of_set and card.kind == ORBITAL and _celestial_first(t, e.seat):
        t.refuse("TW-10.8", "the set has a celestial", legal="a celestial")
    say = Saying(e.did, e.aims, e.mode, e.x)
    if card.kind == ORBITAL and say != NOTHING_SAID and not does_nothing(e.did):
        t.refuse("TW-13.8", "{card} does nothing as it is played", card=e.card, legal="a later use")
    spot = _spot(t, e.seat, e.to) if card.kind == ORBITAL else ""
    if e.to and not spot:
        tower_to_play(t, e.seat, e.to, "TW-13.4")
    return spot, of_set


def _celestial_first(t: TwTable, seat: str) -> bool:
    """Whether a celestial of the set goes before an orbital (TW-I 25)."""
    if t.choice["TW-I 25"] != "celestial_first":
        return False
    return t.state.zones.hidden.size(zone(seat, "front", CELESTIAL)) > 0


def _require_part(t: TwTable) -> None:
    """One card of the front, before any card is moved (TW-11.13, I 33), and before tokens where
    these come after the cards (I 90)."""
    done = t.state.done
    if done.fronted and t.choice["TW-I 33"] == "one":
        t.refuse("TW-11.13", "one card of the front is played in a phase", legal="none")
    if done.moved:
        t.refuse("TW-11.13", "cards of the front come before cards are moved", legal="none")
    if done.tokens:
        t.refuse(
            "TW-11.13",
            "cards of the front come before tokens are moved",
            legal="none",
            since=done.tokens,
        )


def play_celestial(t: TwTable, seat: str, card: str, tower: str, say: Saying) -> None:
    """A tower is played, a harm becomes a wound, the text is carried out, and the celestial goes to
    the aether (TW-13.4 to 13.6)."""
    thing = LAYOUT.enter(t, card, "", seat, seat)
    t.fact(CardPlayed(seat, thing.id, card, CELESTIAL))
    report(t, "plays", card, seat)
    play_tower(t, seat, tower, "TW-13.4")
    if stands(t.state, seat) and t.choice["TW-I 43"] != "drawn":
        turn_by_celestial(t, seat, card)
    if stands(t.state, seat) and not t.state.over:
        set_off(t, thing, "celestial", seat, say)
        return
    if say != NOTHING_SAID and not does_nothing(say.did):
        t.forbid("TW-17.11", "{seat} has lost by it, and {card} does no more", seat=seat, card=card)
    if thing.id in t.state.zones.things:
        goes(t, thing, "TW-13.6")


def _spot(t: TwTable, seat: str, named: str) -> str:
    """Where an orbital is to lie: ``J1`` or ``J2`` of the own map; one that is taken only if the
    other is too (TW-5.2, 13.7, I 46)."""
    whose, _, spot = named.rpartition(".")
    if whose and whose != seat:
        t.forbid("TW-5.11", "an orbital is played onto one's own map", seat=seat, spot=named)
    able = spots_for_orbital(t, seat)
    if not able:
        t.refuse("TW-13.7", "both spots beside the tower are taken", legal="it waits in the front")
    if not spot:
        if len(able) != 1:
            t.incomplete("say where it lies", to=able or JUXTAPOSE)
        return able[0]
    if spot.upper() not in JUXTAPOSE:
        t.forbid("TW-13.7", "an orbital does not lie in {spot}", spot=spot, legal="J1 or J2")
    spot = spot.upper()
    if able and spot not in able:
        t.refuse("TW-5.2", "{spot} is taken", spot=spot, legal=able[0])
    return spot


def play_orbital(t: TwTable, seat: str, card: str, spot: str) -> None:
    """An orbital is put beside the tower (TW-13.7)."""
    clear(t, seat, spot, "TW-13.7")
    thing = enter(t, card, seat, seat, spot)
    t.fact(CardPlayed(seat, thing.id, card, ORBITAL))
    report(t, "plays", card, seat)


@handles
def use_orbital(t: TwTable, e: UseOrbital) -> None:
    """The text of an orbital, at the start of the cast phase (TW-11.9). A back is the name of none:
    it is what a draw leaves of which only the cards are said."""
    require_playing(t, e.seat)
    if e.source in BACKS:
        t.incomplete("say which orbital", source=usable_orbitals(t, e.seat))
    act(t, e.seat, CAST)
    done = t.state.done
    if done.orbital:
        t.refuse("TW-11.9", "{orbital} was used", orbital=done.orbital, legal="no other")
    if done.cast or done.trimmed:
        t.refuse("TW-11.12", "an orbital is used before the first cast", seat=e.seat)
    able = usable_orbitals(t, e.seat)
    if not e.source and len(able) > 1:
        t.incomplete("say which orbital", source=able)
    if not able:
        t.forbid("TW-11.9", "{seat} has no orbital that can be used", seat=e.seat)
    thing = find_in_play(t, e.source or able[0], e.seat)
    if thing.id not in able:
        t.forbid("TW-11.9", "{thing} cannot be used", thing=thing.id, legal=listed(able))
    if t.choice["TW-I 18"] == "orbitals_do":
        extra = orbital_price(t, e.seat)
        pay(t, e.seat, Price(extra, extra, "TW-6.5"), e.mana, e.unnamed, "activation")
        drain(t, e.seat, 1, "TW-6.3")
    elif e.mana or e.unnamed:
        t.forbid("TW-6.10", "an orbital is used without mana", seat=e.seat, legal="no mana")
    t.set(done, "orbital", thing.id)
    set_off(t, thing, "orbital", e.seat, Saying(e.did, e.aims, e.mode, e.x))
