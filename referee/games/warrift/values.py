"""Numbers and words of what is in play: attack, health, costs, with what changes them; and the
words that were granted to cards in hands (WR-15.6)."""

from collections.abc import Iterable, Sequence

from referee.games.warrift.catalog import Fighter, Monster
from referee.games.warrift.state import InPlay, WrTable, card_of, hand_zone
from referee.house import AnyTable
from referee.parts.effects import Texts
from referee.parts.lasting_changes import Lasting, end
from referee.parts.layers import Reading, has, price_now, value


def _printed(t: AnyTable, thing: str, what: str) -> int | None:
    found = t.state.zones.things.get(thing)
    if found is None:
        return None
    card = t.catalog.cards[found.name]
    if what == "attack" and isinstance(card, Fighter):
        return card.attack
    if what == "health" and isinstance(card, Monster):
        return card.health
    return None


def _bears(t: AnyTable, thing: str, word: str) -> bool:
    found = t.state.zones.things.get(thing)
    return found is not None and word in t.catalog.cards[found.name].all_words


TEXTS = Texts(lambda t: t.state.zones.things, lambda t, card: t.catalog.compiled(card))
"""What the texts of the things in play change while they are there (WR-15.11)."""

READING = Reading(
    printed=_printed,
    bears=_bears,
    fits=TEXTS.fits,
    amount=TEXTS.amount,
    charges=TEXTS.charges,
    added=TEXTS.added,
    least={"attack": 0},
    rules={"printed": "WR-7.6", "add": "WR-7.6", "counters": "WR-14.16"},
)


def attack_of(t: WrTable, thing: InPlay) -> int:
    """A creature's attack now (WR-7.6); 0 where it has none."""
    changes, id = t.state.changes, thing.id
    if "attack" not in changes.statics and id not in changes.on and id in t.state.zones.things:
        return t.catalog.attacks.get(thing.name, 0)
    return value(t, READING, id, "attack")


def health_left(t: WrTable, thing: InPlay) -> int:
    """What health a monster has left (WR-7.7)."""
    changes, id = t.state.changes, thing.id
    if "health" not in changes.statics and id not in changes.on and id in t.state.zones.things:
        return t.catalog.healths.get(thing.name, 0) - thing.counters - thing.damage
    return value(t, READING, id, "health") - thing.counters - thing.damage


def has_word(t: WrTable, thing: InPlay, word: str) -> bool:
    """Whether a thing in play has a word: printed, or granted."""
    changes, id = t.state.changes, thing.id
    if word not in changes.statics and id not in changes.on:
        return id in t.state.zones.things and word in t.catalog.cards[thing.name].all_words
    return has(t, READING, id, word)


def cost_of(t: WrTable, seat: str, act: str, printed: int, card: str) -> int:
    """What a player pays for an act with a card now, never below 0."""
    return price_now(t, READING, seat, act, printed, card)


# -- words of cards in hands -----------------------------------------------------------------------


def in_hand(seat: str, card: str) -> str:
    """What the change of a card in a hand is on: all of that name there are alike to the table."""
    return f"{card} in {seat}'s hand"


def lent(t: WrTable, seat: str, card: str) -> Sequence[Lasting]:
    """The words that were granted to cards of that name in a hand, oldest first."""
    on = t.state.changes.on
    return on.get(in_hand(seat, card), ()) if on else ()


def has_ambush(t: WrTable, seat: str, card: str) -> bool:
    """Whether a card that a player has in hand has Ambush: printed, or granted (WR-14.4)."""
    if "ambush" in card_of(t, card).words:
        return True
    for each in lent(t, seat, card):  # noqa: SIM110  (twice as fast)
        if each.what == "ambush":
            return True
    return False


def ambushing(t: WrTable, seat: str, hand: Iterable[str]) -> list[str]:
    """Which of the cards that a player may have in hand have Ambush."""
    printed, of_hand = t.catalog.ambushes, in_hand(seat, "")
    if any(on.endswith(of_hand) for on in t.state.changes.on):
        return [name for name in hand if name in printed or has_ambush(t, seat, name)]
    return [name for name in hand if name in printed]


def leaves_hand(t: WrTable, seat: str, card: str) -> None:
    """A card has left a hand: what was granted to more of its name than may still be there is
    over there, the oldest first."""
    words = lent(t, seat, card)
    if not words:
        return
    granted: dict[str, list[Lasting]] = {}
    for each in words:
        granted.setdefault(each.what, []).append(each)
    left = t.state.zones.hidden.candidates(hand_zone(seat)).get(card, 0)
    for alike in granted.values():
        if len(alike) > left:
            end(t, alike[0])
