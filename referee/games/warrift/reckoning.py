"""Numbers and words of what is in play: attack, health, costs, with what changes them."""

from referee.games.warrift.catalog import Fighter, Monster
from referee.games.warrift.state import InPlay, WrTable, card_of
from referee.house import AnyTable
from referee.parts.effects import Texts
from referee.parts.layers import Reading, has, price, value


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
    return found is not None and word in card_of(t, found).all_words


TEXTS = Texts(lambda t: t.state.zones.things, lambda t, card: t.catalog.told(card))
"""What the texts of the things in play change while they are there (WR-15.11)."""

READING = Reading(
    printed=_printed,
    bears=_bears,
    fits=TEXTS.fits,
    amount=TEXTS.amount,
    charges=TEXTS.charges,
    least={"attack": 0},
    rules={"printed": "WR-7.6", "add": "WR-7.6", "counters": "WR-14.16"},
)


def attack_of(t: WrTable, thing: InPlay) -> int:
    """A creature's attack now (WR-7.6); 0 where it has none."""
    return value(t, READING, thing.id, "attack")


def health_left(t: WrTable, thing: InPlay) -> int:
    """What health a monster has left (WR-7.7)."""
    return value(t, READING, thing.id, "health") - thing.counters - thing.damage


def has_word(t: WrTable, thing: InPlay, word: str) -> bool:
    """Whether a thing in play has a word: printed, or granted."""
    return has(t, READING, thing.id, word)


def cost_of(t: WrTable, seat: str, act: str, printed: int, card: str) -> int:
    """What a player pays for an act with a card now, never below 0."""
    return price(t, READING, seat, act, printed, card).value
