"""What happens to cards and Champions in every part of the game: showing, drawing, harm, defeat."""

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from referee.fact import (
    CardMoved,
    CardsDrawn,
    DamageDealt,
    DeckRebuilt,
    ScoreChanged,
    UnitDefeated,
)
from referee.games.wondervale.due import DrawCard, Due, TakeBack
from referee.games.wondervale.state import Side, Unit, WvTable, full_health, opponent, upgrades
from referee.hidden import Impossible
from referee.verdict import Violation

EMPTY_DECK_DAMAGE = 40
CHAMPION = "Champion"


def known_cards(t: WvTable, cards: Sequence[str]) -> None:
    """Every card that is named is in the catalog (WV-1.7)."""
    if not t.catalog.names.issuperset(cards):
        unknown = next(card for card in cards if card not in t.catalog.names)
        t.forbid("WV-1.7", "{card} is not in the catalog", card=unknown)


def in_hand(t: WvTable, side: Side, cards: Sequence[str]) -> None:
    """The cards that are shown can be in that hand (REF-2.1).

    A showing that only an earlier claim forbids cites the rule of that claim and its entry
    (WV-8.3); a judge who waives it drops the claim.
    """
    known_cards(t, cards)
    found = side.hidden.refuses("hand", cards)
    while found is not None:
        if found.kind == "claim" and "WV-8.3" in t.waived and found.since is not None:
            side.hidden.forget_claim(found.since)
            found = side.hidden.refuses("hand", cards)
        else:
            raise not_in_hand(side, found)


def not_in_hand(side: Side, found: Impossible) -> Violation:
    """Why cards cannot come from a hand."""
    if found.kind == "claim":
        return Violation(
            "WV-8.3",
            "{seat} shows {card} from hand, and entry {entry} rests on a hand without it",
            seat=side.seat,
            card=found.card,
            entry=found.since or 0,
            legal="call a judge: that entry cannot have been right",
            since=found.since,
        )
    if found.kind == "size":
        return Violation(
            "REF-2.1",
            "{seat} shows {asked} cards from a hand of {have}",
            seat=side.seat,
            asked=found.asked,
            have=found.have,
        )
    return Violation(
        "REF-2.1",
        "{seat} shows {asked} of {card}, and {have} can be in hand",
        seat=side.seat,
        asked=found.asked,
        card=found.card,
        have=found.have,
        legal="a card that is registered and not elsewhere",
    )


def from_bank(t: WvTable, side: Side, cards: Sequence[str], rule: str) -> None:
    """The tribe cards lie in the bank (WV-5.5)."""
    known_cards(t, cards)
    bank = side.bank
    for card in cards:
        if bank.count(card) < cards.count(card):
            t.forbid(
                rule,
                "{asked} of {card} from a bank that has {have}",
                asked=cards.count(card),
                card=card,
                have=bank.count(card),
                legal=f"the bank holds {', '.join(sorted(bank)) or 'nothing'}",
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
            t.fact(DeckRebuilt(side.seat, len(side.discard), "WV-4.4"))
            hidden.shuffle("deck", Counter(side.discard))
            side.discard.clear()
        elif t.choice["WV-I 3"] == "damage_and_no_card":
            left -= 1
        else:
            break
        harm_champion(t, side, EMPTY_DECK_DAMAGE, "", "empty deck", "empty deck", "WV-4.4")
    if drawn:
        t.fact(CardsDrawn(side.seat, drawn, rule))


def harm_champion(
    t: WvTable, side: Side, amount: int, by: str, source: str, cause: str, rule: str
) -> None:
    """Deal damage to a Champion; at 0 the match is over (WV-1.1)."""
    side.health = max(0, side.health - amount)
    t.fact(DamageDealt(by, source, side.seat, CHAMPION, CHAMPION, amount, side.health, cause, rule))
    t.fact(ScoreChanged(side.seat, "health", side.health))
    if side.health == 0:
        t.end_match(opponent(t.state, side.seat).seat, "Champion at 0 health", "WV-1.1")


def harm_unit(
    t: WvTable, side: Side, unit: Unit, amount: int, by: str, source: str, cause: str, rule: str
) -> bool:
    """Put damage on a unit; whether that defeats it (WV-6.10)."""
    unit.damage += amount
    left = full_health(t, unit) - unit.damage
    t.fact(
        DamageDealt(
            by, source, side.seat, unit.id, unit.cards[-1], amount, max(0, left), cause, rule
        )
    )
    return left <= 0


def defeat(t: WvTable, side: Side, unit: Unit, by: str, *, solace: bool = True) -> None:
    """A unit leaves for the defeat pile (WV-6.10, 7.11 to 7.13).

    Args:
        t: the table.
        side: the owner.
        unit: the unit.
        by: the seat that is credited; empty for nobody.
        solace: whether the owner may draw a card (WV-7.13).
    """
    state = t.state
    if side.battle is unit:
        side.battle = None
    else:
        side.bench.remove(unit)
    side.defeat_pile += unit.cards
    side.discard += unit.tribes
    if by:
        state.sides[by].defeated += 1
    if not state.defeat:
        state.defeat = t.seq
    t.fact(UnitDefeated(side.seat, unit.id, unit.cards[-1], by, "WV-6.10"))
    for card in unit.tribes:
        t.fact(CardMoved(side.seat, card, unit.id, "discard", "WV-7.11"))
    if unit.tribes and upgrades(unit):
        state.due.append(
            TakeBack(
                side.seat,
                "WV-7.12",
                t.seq,
                must=False,
                unit=unit.id,
                count=min(upgrades(unit), len(unit.tribes)),
                cards=sorted(unit.tribes),
            )
        )
    if solace:
        state.due.append(DrawCard(side.seat, "WV-7.13", t.seq, must=False, unit=unit.id))


D = TypeVar("D", bound=Due)


def owed(t: WvTable, seat: str, kind: type[D]) -> D | None:
    """The oldest thing of a kind that this player has to do, or may do."""
    for due in t.state.due:
        if type(due) is kind and due.seat == seat:
            return due
    return None
