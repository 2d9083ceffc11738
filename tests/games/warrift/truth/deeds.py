"""What players do by texts that leave everything open: outcomes that are true, and done."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from events import warrift as log
from events.outcome import Nothing, Outcome
from tests.games.warrift.truth.cards import Cards

Deed = Callable[["Deeds"], Outcome | None]
DECKS = ("primary", "class", "eye", "support")


class Deeds:
    """One effect being carried out on the true cards.

    Args:
        cards: the truth.
        piles: what lies face up, by zone, when it begins; a pile is drawn from at its end only.
        seats: the players.
        seat: whose effect it is.
        known: the class of each card, empty where it has none.
        things: the ids of monsters in play, of creatures, with the names.
        discards: whether it may make others discard.
    """

    def __init__(
        self,
        cards: Cards,
        piles: Mapping[str, Sequence[str]],
        seats: Sequence[str],
        seat: str,
        classes: Mapping[str, str],
        things: Mapping[str, Any],
        *,
        discards: bool,
    ) -> None:
        self.cards, self.seats, self.seat, self.discards = cards, list(seats), seat, discards
        self.piles = {zone: list(pile) for zone, pile in piles.items()}
        self.classes, self.things = classes, dict(things)
        self.chance: Random = cards.chance
        self.drawn: list[tuple[str, int]] = []
        self.ended = self.touched = False

    def outcomes(self) -> tuple[Outcome, ...]:
        """Up to four of them, each done as soon as it is chosen."""
        found: list[Outcome] = []
        for _ in range(self.chance.choice((0, 1, 1, 2, 3, 4))):
            deed = self.chance.choices(list(DEEDS), list(DEEDS.values()))[0]
            made = deed(self)
            if made is not None:
                found.append(made)
            if self.ended:
                break
        return tuple(found) or (Nothing(),)

    def player(self) -> str:
        return self.chance.choice([self.seat, *self.seats])

    def pile(self, zone: str) -> list[str]:
        return self.piles.setdefault(zone, [])


def _draw(d: Deeds) -> Outcome | None:
    """A draw for which a new deck is needed is the last thing done: the match goes on with it."""
    seat, count = d.player(), d.chance.randint(1, 3)
    deck = d.cards.decks[f"{seat}.primary"]
    if count <= len(deck):
        d.cards.draw(seat, count)
        d.drawn.append((seat, count))
        return log.DrawCards(count, seat)
    count = min(count, len(deck) + len(d.pile(f"{seat}.discard")))
    if d.touched or not count:
        return None
    d.ended = True
    return log.DrawCards(count, seat)


def _discard(d: Deeds) -> Outcome | None:
    seat = d.player() if d.discards else d.seat
    found = d.cards.some(d.cards.hand(seat), 2)
    if not found or not d.discards:
        return None
    _gone(d, d.cards.hand(seat), found)
    d.touched = True
    return log.Discard(tuple(found), seat, d.chance.choice(("holder", "controller", "blind")))


def _gone(d: Deeds, deck: list[str], cards: Sequence[str]) -> None:
    for card in cards:
        deck.remove(card)


def _consume(d: Deeds) -> Outcome | None:
    seat = d.player()
    place = d.chance.choice(("hand", "hand", "primary", "class", "eye", "support"))
    deck = d.cards.zone(seat, place)
    found = d.cards.some(deck, 2)
    if not found:
        return None
    _gone(d, deck, found)
    return log.Consume(tuple(found), place, seat)


def _consume_open(d: Deeds) -> Outcome | None:
    seat, pile = d.player(), d.chance.choice(("discard", "rift", "necropolis"))
    zone = f"{seat}.{pile}" if pile == "discard" else pile
    found = d.cards.some(d.pile(zone), 1)
    if not found or pile == "necropolis":
        return None
    _gone(d, d.pile(zone), found)
    d.touched = True
    return log.Consume(tuple(found), pile, seat)


def _move(d: Deeds) -> Outcome | None:
    """A named card goes from a hidden place, or an open one, to a hidden one."""
    seat, receiver, where = d.player(), d.player(), d.chance.choice(("top", "bottom", None))
    kind = d.chance.choice(("cards", "cards", "cards", "monsters", "support"))
    if kind == "monsters":
        dead = [card for card in d.pile("necropolis") if card in _MONSTERS]
        return _moved(d, dead, "necropolis", seat, "eye", "", where)
    if kind == "support":
        return _moved(d, d.pile("support-discard"), "support-discard", seat, "support", "", where)
    place = d.chance.choice(("hand", "primary", "class", "discard", "necropolis", "rift"))
    if place in ("hand", "primary", "class"):
        there = d.cards.zone(seat, place)
    else:
        there = d.pile(f"{seat}.discard" if place == "discard" else place)
    able = [card for card in there if d.classes.get(card)]
    to = d.chance.choice(("hand", "primary"))
    return _moved(d, able, place, seat, to, receiver, where)


_MONSTERS = {"Rat", "Imp", "Wolf", "Ghoul", "Ogre", *(f"Dragon{n}" for n in range(1, 7))}


def _moved(
    d: Deeds,
    able: Sequence[str],
    place: str,
    seat: str,
    to: str,
    receiver: str,
    where: str | None,
) -> Outcome | None:
    if not able or (place, seat) == (to, receiver):
        return None
    card = d.chance.choice(able)
    if place in ("hand", "primary", "class", "eye", "support"):
        d.cards.zone(seat, place).remove(card)
    else:
        d.pile(f"{seat}.discard" if place == "discard" else place).remove(card)
        d.touched = True
    d.cards.put(receiver, to, card, where if to != "hand" else None)
    return log.Move((card,), place, to, where, seat, receiver or None)


def _pass(d: Deeds) -> Outcome | None:
    """Cards that nobody else sees; of a deck, those on top."""
    seat, receiver = d.player(), d.player()
    where = d.chance.choice(("top", "bottom", None))
    if d.chance.random() < 0.15:
        place = to = d.chance.choice(("eye", "support"))
        receiver = seat
    else:
        place, to = d.chance.choice(_WAYS)
        if to == "hand":
            where = None
        if to == "class":
            receiver = seat
    source = d.cards.zone(seat, place)
    count = d.chance.randint(1, 3)
    if (place, seat) == (to, receiver) and place == "hand":
        return None
    if count > len(source):
        return None
    if place == "hand":
        taken = d.chance.sample(source, count)
        _gone(d, source, taken)
    else:
        taken = source[:count]
        del source[:count]
        d.chance.shuffle(taken)
    target = d.cards.zone(receiver, to)
    if where == "top":
        target[:0] = taken
    elif where == "bottom":
        target.extend(taken)
    else:
        for card in taken:
            d.cards.put(receiver, to, card, None)
    return log.Pass(count, place, to, where, seat, receiver)


_WAYS = (
    ("hand", "hand"),
    ("hand", "hand"),
    ("hand", "primary"),
    ("hand", "primary"),
    ("primary", "hand"),
    ("primary", "primary"),
    ("class", "hand"),
    ("class", "primary"),
    ("class", "class"),
)


def _look(d: Deeds) -> Outcome | None:
    seat, place = d.player(), d.chance.choice(("hand", *DECKS))
    have = len(d.cards.zone(seat, place))
    return log.LookAt(min(have, d.chance.randint(1, 3)), place, seat) if have else None


def _reveal(d: Deeds) -> Outcome | None:
    seat, place = d.player(), d.chance.choice(("hand", "hand", *DECKS))
    deck = d.cards.zone(seat, place)
    if not deck:
        return None
    shown = d.cards.some(deck, 3) if place == "hand" else deck[: d.chance.randint(1, 3)]
    return log.Reveal(tuple(shown), place, seat)


def _alter(d: Deeds) -> Outcome | None:
    seat, deck = d.player(), d.chance.choice(DECKS)
    seen = min(d.chance.randint(1, 4), len(d.cards.zone(seat, deck)))
    if not seen:
        return None
    bottom = d.chance.randint(0, seen)
    d.cards.split(seat, deck, seen, bottom)
    return log.Alter(bottom, deck, seat, seen)


def _scout(d: Deeds) -> Outcome | None:
    eye = d.cards.decks["eye"]
    seen = min(d.chance.randint(1, 4), len(eye))
    if not seen:
        return None
    return log.Scout(seen, tuple(eye[:seen]) if d.chance.random() < 0.6 else None)


def _shuffle(d: Deeds) -> Outcome | None:
    seat, deck = d.player(), d.chance.choice(DECKS)
    d.chance.shuffle(d.cards.zone(seat, deck))
    return log.Shuffle(deck, seat)


def _remove(d: Deeds) -> Outcome | None:
    """A card in play goes to a hidden place."""
    able = [
        each for each in d.things.values() if each.name in _MONSTERS or d.classes.get(each.name)
    ]
    if not able:
        return None
    thing = d.chance.choice(able)
    del d.things[thing.id]
    d.touched = True
    to = "eye" if thing.name in _MONSTERS else d.chance.choice(("hand", "primary"))
    d.cards.put(thing.owner or thing.controller, to, thing.name, None)
    return log.Remove(thing.id, to)


def _kill(d: Deeds) -> Outcome | None:
    able = [each for each in d.things.values() if each.name in _MONSTERS]
    if not able:
        return None
    thing = d.chance.choice(able)
    del d.things[thing.id]
    return log.Kill(thing.id)


def _enter(d: Deeds) -> Outcome | None:
    return log.EnterMonsters(1, "eye") if d.cards.decks["eye"] and d.chance.random() < 0.3 else None


DEEDS: dict[Deed, int] = {
    _draw: 5,
    _discard: 4,
    _consume: 2,
    _consume_open: 1,
    _move: 6,
    _pass: 7,
    _look: 1,
    _reveal: 5,
    _alter: 5,
    _scout: 3,
    _shuffle: 2,
    _remove: 2,
    _kill: 3,
    _enter: 1,
    lambda d: log.Magicka(d.chance.randint(1, 5), d.seat): 4,
    lambda d: log.Points(1, d.player()): 1,
}
"""What may be done, with how often."""
