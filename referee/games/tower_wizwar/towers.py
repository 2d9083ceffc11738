"""Towers, and the celestials and orbitals that are played (sections 13, 14)."""

from referee.games.tower_wizwar.facts import CardPlayed
from referee.games.tower_wizwar.harm import lose
from referee.games.tower_wizwar.places import LAYOUT, enter, goes, pile, replaced
from referee.games.tower_wizwar.state import TwTable, card_of, stack_at, tower_in_spot


def play_tower(t: TwTable, seat: str, named: str, rule: str) -> None:
    """A tower of the deck of towers goes to ``T``, the one that was there to the bottom (TW-14.2
    to 14.8).

    Args:
        t: the table.
        seat: whose tower.
        named: which; empty where only one can be meant, or none.
        rule: the rule that asks for it.

    Raises:
        Violation: it is not in the deck of towers (TW-14.2).
        Unsaid: which tower is not said.
    """
    deck = list(pile(t, seat, "towers"))
    there = stack_at(t, seat, "T")
    own = tower_in_spot(t, seat)
    ritual = bool(there) and card_of(t, there[-1]).kind == "ritual"
    if named and not deck:
        t.forbid("TW-14.3", "{seat}'s deck of towers is empty", seat=seat)
    if not deck:
        if not there:
            lose(t, seat, "ascension", "TW-17.10")
        return
    if ritual and own is not None and t.choice["TW-I 52"] == "no_tower_play":
        return
    if named and named not in deck:
        t.forbid(
            "TW-14.2",
            "{tower} is not in {seat}'s deck of towers",
            tower=named,
            seat=seat,
            legal=f"one of {', '.join(deck)}",
        )
    if not named:
        if t.choice["TW-I 47"] == "top" or len(set(deck)) == 1:
            named = deck[-1]
        else:
            t.incomplete("say which tower is played", to=sorted(set(deck)))
    if t.choice["TW-I 47"] == "top" and named != deck[-1]:
        t.refuse("TW-14.2", "{tower} is not on top", tower=named, legal=deck[-1])
    deck.remove(named)
    t.item(t.state.zones.piles, LAYOUT.places["towers"].zone(seat), deck)
    under = False
    for thing in reversed(there):
        kind = card_of(t, thing).kind
        if kind == "tower":
            goes(t, thing, "TW-14.2", seat, "towers", "bottom")
        elif kind == "ritual" and own is not None and t.choice["TW-I 52"] == "swap_underneath":
            under = True
        else:
            replaced(t, thing, "TW-14.8")
    made = enter(t, named, seat, seat, "T", under=under)
    t.fact(CardPlayed(seat, made.id, named, "tower"))


def to_aether(t: TwTable, seat: str, card: str) -> None:
    """A card that all have seen goes to the aether (TW-13.2)."""
    LAYOUT.put_back(t, seat, "aether", (card,), "top")
