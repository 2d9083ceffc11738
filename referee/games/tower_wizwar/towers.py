"""Towers, and the celestials and orbitals that are played (sections 13, 14)."""

from events.notation.words import quote
from referee.english import one_of
from referee.games.tower_wizwar.facts import CardPlayed
from referee.games.tower_wizwar.harm import lose
from referee.games.tower_wizwar.places import LAYOUT, enter, goes, pile, replaced
from referee.games.tower_wizwar.state import (
    TwTable,
    card_of,
    covered,
    stack_at,
    tower_in_spot,
)
from referee.games.tower_wizwar.triggers import report

STAY = "stay"
"""What is said where the tower in play is kept, though a celestial calls for another (TW-I 49)."""


def play_tower(t: TwTable, seat: str, named: str, rule: str) -> None:
    """A tower of the deck of towers goes to ``T``, the one that was there to the bottom (TW-14.2
    to 14.8); see :func:`tower_to_play` for what it takes and raises."""
    named = tower_to_play(t, seat, named, rule)
    there = stack_at(t, seat, "T")
    if not named:
        if not there:
            lose(t, seat, "ascension", "TW-17.10")
        return
    own = tower_in_spot(t, seat)
    ritual = own is not None and card_of(t, there[-1]).kind == "ritual"
    under = ritual and t.choice["TW-I 52"] == "swap_underneath"
    for thing in reversed(there):
        if thing is own:
            goes(t, thing, "TW-14.2", seat, "towers", "bottom")
        elif not under:
            replaced(t, thing, "TW-14.7" if ritual else "TW-14.8")
    deck = list(pile(t, seat, "towers"))
    wounds = _remembered(t, seat, named, deck.count(named))
    del deck[len(deck) - 1 - deck[::-1].index(named)]
    t.item(t.state.zones.piles, LAYOUT.places["towers"].zone(seat), deck)
    made = enter(t, named, seat, seat, "T", under=under)
    if wounds:
        t.set(made, "wounds", wounds)
    t.fact(CardPlayed(seat, made.id, named, "tower"))
    report(t, "plays", named, seat)


def _remembered(t: TwTable, seat: str, name: str, copies: int) -> int:
    """The wounds of the topmost of so many copies of a tower: those that never were in play lie
    above the others."""
    worn = t.state.sides[seat].worn
    back = worn.get(name, ())
    if not back or len(back) < copies:
        return 0
    t.item(worn, name, back[1:])
    return back[0]


def tower_to_play(t: TwTable, seat: str, named: str, rule: str) -> str:
    """The tower that a tower play brings (TW-14.2, I 47); empty where none is played: with none in
    the deck (TW-14.3, 14.4), under some rituals (I 52), or where it is declined (I 49).

    Args:
        t: the table.
        seat: whose tower.
        named: which; empty where only one can be meant, or none.
        rule: the rule that asks for it, by which it is not declined.

    Raises:
        Violation: it is not in the deck of towers (TW-14.2), or declined (TW-13.4).
        Unsaid: which tower is not said.
    """
    deck = list(pile(t, seat, "towers"))
    own = tower_in_spot(t, seat)
    may_stay = own is not None and rule == "TW-13.4" and t.choice["TW-I 49"] == "may"
    if named == STAY:
        if not may_stay:
            t.forbid(
                rule,
                "a tower is played",
                seat=seat,
                legal=one_of(sorted(set(deck))),
            )
        return ""
    if not deck and own is not None and t.choice["TW-I 48"] == "returned_and_played_again":
        deck = [own.name]
    stays = own is not None and t.choice["TW-I 52"] == "no_tower_play" and covered(t, own)
    if not deck or stays:
        if named:
            t.forbid("TW-14.2", "{seat} has no tower to play", seat=seat, tower=named)
        return ""
    if not named:
        if t.choice["TW-I 47"] != "top" and len(set(deck)) > 1:
            declined = [STAY] if may_stay else []
            t.incomplete("say which tower is played", to=[*sorted(set(deck)), *declined])
        return deck[-1]
    if named not in deck:
        t.forbid(
            "TW-14.2",
            "{tower} is not in {seat}'s deck of towers",
            tower=named,
            seat=seat,
            legal=one_of(sorted(set(deck))),
        )
    if t.choice["TW-I 47"] == "top" and named != deck[-1]:
        t.refuse("TW-14.2", "{tower} is not on top", tower=named, legal=quote(deck[-1]))
    return named
