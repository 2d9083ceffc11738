"""Celestials and orbitals: how they are played, and used (sections 11, 13)."""

from events.tower_wizwar import Play, UseOrbital
from referee.games.tower_wizwar.catalog import CELESTIAL, ORBITAL
from referee.games.tower_wizwar.effects.happening import Saying, set_off
from referee.games.tower_wizwar.facts import CardPlayed
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.harm import harm_wizard, wound_wizard
from referee.games.tower_wizwar.places import LAYOUT, clear, enter, find_in_play, show, size
from referee.games.tower_wizwar.state import (
    CAST,
    JUXTAPOSE,
    MOVEMENT,
    SETS,
    TwTable,
    card_of,
)
from referee.games.tower_wizwar.towers import play_tower
from referee.games.tower_wizwar.turn import act, usable_orbitals


@handles
def play(t: TwTable, e: Play) -> None:
    """A celestial or an orbital is played, in the entrance or in the movement phase (TW-10.8,
    11.13, 13.1)."""
    state = t.state
    if state.phase == SETS and e.seat == state.active:
        if not state.done.found:
            t.forbid("TW-10.8", "no set has a celestial or an orbital yet")
        if state.done.chosen:
            t.refuse("TW-10.8", "a card of the set was played")
    else:
        act(t, e.seat, MOVEMENT, "TW-13.1")
        _require_front(t, e.seat)
    card = card_of(t, e.card)
    if card.kind not in (CELESTIAL, ORBITAL):
        t.forbid("TW-13.1", "a {kind} is not played", kind=card.kind, card=e.card)
    show(t, e.seat, "front", (e.card,), "TW-13.3")
    if state.phase == SETS:
        t.set(state.done, "chosen", True)
    else:
        t.set(state.done, "fronted", state.done.fronted + 1)
    say = Saying(e.did, e.aims, e.mode, e.x)
    if card.kind == CELESTIAL:
        play_celestial(t, e.seat, e.card, e.to, say)
    else:
        play_orbital(t, e.seat, e.card, e.to)


def _require_front(t: TwTable, seat: str) -> None:
    done = t.state.done
    if done.fronted and t.choice["TW-I 33"] == "one":
        t.refuse("TW-11.13", "one card of the front is played in a phase", legal="none")
    if not size(t, seat, "front"):
        t.forbid("TW-13.3", "{seat}'s front is empty", seat=seat)
    if done.moved and not done.fronted:
        t.refuse("TW-11.13", "cards of the front come before cards are moved")


def play_celestial(t: TwTable, seat: str, card: str, tower: str, say: Saying) -> None:
    """A tower is played, a harm becomes a wound, the text is carried out, and the celestial goes to
    the aether (TW-13.4 to 13.6)."""
    thing = LAYOUT.enter(t, card, "play", seat, seat)
    t.fact(CardPlayed(seat, thing.id, card, CELESTIAL))
    play_tower(t, seat, tower, "TW-13.4")
    if t.state.over:
        return
    side = t.state.sides[seat]
    if side.harm:
        harm_wizard(t, seat, -1, card)
        wound_wizard(t, seat, 1, card)
    elif t.choice["TW-I 44"] == "wound_anyway":
        wound_wizard(t, seat, 1, card)
    if not t.state.over:
        set_off(t, thing, "celestial", seat, say)


def play_orbital(t: TwTable, seat: str, card: str, spot: str) -> None:
    """An orbital is put beside the tower (TW-13.7)."""
    spots = t.state.sides[seat].map
    free = [each for each in JUXTAPOSE if each not in spots]
    if not spot:
        if len(free) != 1:
            t.incomplete("say where it lies", to=free or JUXTAPOSE)
        spot = free[0]
    if spot not in JUXTAPOSE:
        t.forbid("TW-13.7", "an orbital does not lie in {spot}", spot=spot, legal="J1 or J2")
    clear(t, seat, spot, "TW-13.7")
    thing = enter(t, card, seat, seat, spot)
    t.fact(CardPlayed(seat, thing.id, card, ORBITAL))


@handles
def use_orbital(t: TwTable, e: UseOrbital) -> None:
    """The text of an orbital, at the start of the cast phase (TW-11.9)."""
    act(t, e.seat, CAST, "TW-11.9")
    done = t.state.done
    if done.orbital:
        t.refuse("TW-11.9", "{orbital} was used", orbital=done.orbital)
    if done.cast or done.trimmed:
        t.refuse("TW-11.12", "an orbital comes before the first cast")
    able = usable_orbitals(t, e.seat)
    if not e.source and len(able) != 1:
        t.incomplete("say which orbital", source=able)
    thing = find_in_play(t, e.source or able[0], e.seat)
    if thing.id not in able:
        t.refuse("TW-11.9", "{thing} cannot be used", thing=thing.id, legal=", ".join(able))
    t.set(done, "orbital", thing.id)
    set_off(t, thing, "orbital", e.seat, Saying(e.did, e.aims, e.mode, e.x))
