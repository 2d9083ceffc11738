"""What happens to cards in every part of the game: they are named, shown, taken and drawn."""

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from referee.english import meant
from referee.fact import CardsDrawn, DeckRebuilt
from referee.games.wondervale.due import Due, TakeBack
from referee.games.wondervale.harm import Blow, harm_champion
from referee.games.wondervale.state import Side, WvTable
from referee.parts.showings import forbid_showing

EMPTY_DECK = Blow(40, "", "empty deck", "empty deck", "WV-4.4")


def require_known(t: WvTable, cards: Sequence[str]) -> None:
    """Every card that is named is in the catalog (WV-1.7)."""
    if not t.catalog.names.issuperset(cards):
        unknown = next(card for card in cards if card not in t.catalog.names)
        legal = meant(unknown, t.catalog.names, "a card of the catalog")
        t.forbid("WV-1.7", "{card} is not in the catalog", card=unknown, legal=legal)


def require_tribe_cards(t: WvTable, cards: Sequence[str], rule: str) -> None:
    """All of the cards are tribe cards."""
    require_known(t, cards)
    for card in cards:
        if card not in t.catalog.tribe_of:
            t.forbid(rule, "{card} is not a tribe card", card=card)


def show_from_hand(t: WvTable, side: Side, cards: Sequence[str]) -> None:
    """The cards leave that hand face up, where they can be in it (REF-2.1).

    The last check of an entry: what it refuses, it leaves as it was. A showing that only an
    earlier claim forbids cites the rule of that claim and its entry (WV-8.3); a judge who waives
    it drops the claim.
    """
    require_known(t, cards)
    found = side.hidden.take("hand", cards)
    if found is None:
        return
    with t.whole():
        t.keep(side.hidden)
        while found is not None:
            if found.since is None:
                forbid_showing(t, side.seat, found)
            t.refuse(
                "WV-8.3",
                "{seat} shows {card} from hand, but entry {entry} rests on a hand without it",
                seat=side.seat,
                card=found.card,
                entry=found.since,
                legal="call a judge: that entry cannot have been right",
                since=found.since,
            )
            side.hidden.forget_claim(found.since)
            found = side.hidden.take("hand", cards)


def require_in_bank(t: WvTable, side: Side, cards: Sequence[str], rule: str) -> None:
    """The tribe cards lie in the bank (WV-5.5)."""
    require_known(t, cards)
    bank = side.bank
    for card in cards:
        if bank.count(card) < cards.count(card):
            t.forbid(
                rule,
                "{asked} of {card} asked for; the bank has {have} ({bank})",
                asked=cards.count(card),
                card=card,
                have=bank.count(card),
                bank=", ".join(sorted(bank)) or "empty",
            )


def take(pile: list[str], cards: Sequence[str]) -> None:
    """Take cards out of an open pile that holds them."""
    for card in cards:
        pile.remove(card)


def draw(t: WvTable, side: Side, count: int, rule: str, *, optional: bool = False) -> None:
    """Draw cards unseen, over an empty deck where need be (WV-4.4, WV-I 2, WV-I 3)."""
    hidden = side.hidden
    left = count
    drawn = 0
    while left and not t.state.over:
        some = min(left, hidden.size("deck"))
        if some:
            hidden.draw(some)
            drawn += some
            left -= some
            continue
        if optional and t.choice["WV-I 2"] == "compulsory_only":
            break
        if side.discard:
            _rebuild_deck(t, side)
        elif t.choice["WV-I 3"] == "damage_and_no_card":
            left -= 1
        else:
            break
        if drawn and side.health <= EMPTY_DECK.amount:
            # This ends the match, and the end is the last that is told.
            t.fact(CardsDrawn(side.seat, drawn, rule))
            drawn = 0
        harm_champion(t, side, EMPTY_DECK)
    if drawn:
        t.fact(CardsDrawn(side.seat, drawn, rule))


def _rebuild_deck(t: WvTable, side: Side) -> None:
    """WV-4.4: the discard pile becomes the deck; nothing can be taken back out of it any more."""
    t.fact(DeckRebuilt(side.seat, len(side.discard), "WV-4.4"))
    side.hidden.shuffle("deck", Counter(side.discard))
    side.discard.clear()
    if t.state.due:
        rest = [d for d in t.state.due if type(d) is not TakeBack or d.seat != side.seat]
        t.set(t.state, "due", rest)


D = TypeVar("D", bound=Due)


def owed(t: WvTable, seat: str, kind: type[D]) -> D | None:
    """The oldest thing of a kind that this player has to do, or may do."""
    for due in t.state.due:
        if type(due) is kind and due.seat == seat:
            return due
    return None
