"""Towers, and the celestials and orbitals that are played (sections 13, 14)."""

from referee.games.tower_wizwar.facts import CardPlayed
from referee.games.tower_wizwar.harm import lose
from referee.games.tower_wizwar.hearing import report
from referee.games.tower_wizwar.places import LAYOUT, enter, goes, pile, replaced
from referee.games.tower_wizwar.state import TwTable, card_of, stack_at, tower_in_spot

STAY = "stay"
"""What is said where the tower in play is kept, though a celestial calls for another (TW-I 49)."""


def play_tower(t: TwTable, seat: str, named: str, rule: str) -> None:
    """A tower of the deck of towers goes to ``T``, the one that was there to the bottom (TW-14.2
    to 14.8).

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
    there = stack_at(t, seat, "T")
    own = tower_in_spot(t, seat)
    if named == STAY:
        if own is None or rule != "TW-13.4" or t.choice["TW-I 49"] == "must":
            t.forbid(rule, "a tower is played", seat=seat, legal=" or ".join(sorted(set(deck))))
        return
    ritual = own is not None and card_of(t, there[-1]).kind == "ritual"
    if not deck and own is not None and t.choice["TW-I 48"] == "returned_and_played_again":
        deck = [own.name]
    stays = not deck or (ritual and t.choice["TW-I 52"] == "no_tower_play")
    if stays:
        if named:
            t.forbid("TW-14.2", "{seat} has no tower to play", seat=seat, tower=named)
        if not there:
            lose(t, seat, "ascension", "TW-17.10")
        return
    named = _which(t, seat, named, deck)
    under = ritual and t.choice["TW-I 52"] == "swap_underneath"
    for thing in reversed(there):
        if thing is own:
            goes(t, thing, "TW-14.2", seat, "towers", "bottom")
        elif not under:
            replaced(t, thing, "TW-14.7" if ritual else "TW-14.8")
    left = list(pile(t, seat, "towers"))
    del left[len(left) - 1 - left[::-1].index(named)]
    t.item(t.state.zones.piles, LAYOUT.places["towers"].zone(seat), left)
    made = enter(t, named, seat, seat, "T", under=under)
    t.fact(CardPlayed(seat, made.id, named, "tower"))
    report(t, "plays", named, seat)


def _which(t: TwTable, seat: str, named: str, deck: list[str]) -> str:
    """The tower that is played (TW-14.2, I 47)."""
    if t.choice["TW-I 47"] == "top":
        if named and named != deck[-1]:
            t.refuse("TW-14.2", "{tower} is not on top", tower=named, legal=deck[-1])
        named = named or deck[-1]
    if not named:
        if len(set(deck)) > 1:
            t.incomplete("say which tower is played", to=sorted(set(deck)))
        named = deck[-1]
    if named not in deck:
        t.forbid(
            "TW-14.2",
            "{tower} is not in {seat}'s deck of towers",
            tower=named,
            seat=seat,
            legal=f"one of {', '.join(sorted(set(deck)))}",
        )
    return named


def to_aether(t: TwTable, seat: str, card: str) -> None:
    """A card that all have seen goes to the aether (TW-13.2)."""
    LAYOUT.put_back(t, seat, "aether", (card,), "top")
