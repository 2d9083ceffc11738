"""What effects do on the true table: each deed is done there, and told as the table sees it."""

from collections.abc import Callable, Iterator

from events import tower_wizwar as log
from events.outcome import Outcome
from tests.games.tower_wizwar.truth import cards as of
from tests.games.tower_wizwar.truth.world import SPOTS, Thing, Wizard, World


class Deeds:
    """What one effect does, outcome by outcome.

    Args:
        world: the true table.
        seat: whose effect it is.
        books: whether spellbooks are kept.
        still: whether no card goes to another spot.
    """

    def __init__(self, world: World, seat: str, *, books: bool, still: bool = False) -> None:
        self.world, self.seat, self.books, self.still = world, seat, books, still
        self.chance = world.chance
        self.told: list[Outcome] = []

    def some(self, most: int) -> tuple[Outcome, ...]:
        """Up to so many outcomes."""
        for _ in range(self.chance.randint(1, most)):
            if self.world.winner is not None or self.world.wizards[self.seat].lost:
                break
            deed = self.chance.choices(list(_DEEDS), list(_DEEDS.values()))[0]
            if self.chance.random() < self.world.crowded:
                deed = _enter
            if deed is not _move or not self.still:
                self.told.extend(deed(self))
        return tuple(self.told)

    # -- who and what ----------------------------------------------------------------------------

    def wizard(self) -> Wizard:
        """Somebody who plays on."""
        able = [w for w in self.world.wizards.values() if not w.lost or w.retreat]
        return self.chance.choice(able)

    def standing(self) -> Wizard:
        return self.world.wizards[self.chance.choice(self.world.standing())]

    def thing(self) -> Thing | None:
        """Something in play; no tower under a ritual (TW-12.12)."""
        able = [x for w in self.world.wizards.values() for x in w.things() if not _under(w, x)]
        return self.chance.choice(able) if able else None

    def spell(self) -> Thing | None:
        """A card in play that is a spell."""
        able = [x for x in self.world.all_things() if not _is_other(x)]
        return self.chance.choice(able) if able else None

    def backs(self, cards: list[str]) -> tuple[str, ...] | None:
        return tuple(of.back(card) for card in cards) or None

    def books_of(self, cards: list[str]) -> tuple[str, ...] | None:
        found = tuple(of.book(card) for card in cards if of.is_spell(card))
        return found if self.books and found else None

    def take_one(self, w: Wizard, place: str) -> str:
        """A card that is picked out of a place."""
        card = self.chance.choice(w.pile(place))
        w.pile(place).remove(card)
        if place == "discard" and w.unsaid.count(card) > w.discard.count(card):
            w.unsaid.remove(card)
        if place == "deck":
            self.world.ran_out(w)
        return card


def _under(w: Wizard, thing: Thing) -> bool:
    return of.kind(thing.name) == "tower" and w.tower() is not thing


def _is_other(thing: Thing) -> bool:
    return of.kind(thing.name) == "tower" or not of.is_spell(thing.name)


# -- cards that nobody sees ----------------------------------------------------------------------


def _draw(d: Deeds) -> Iterator[Outcome]:
    w, place = d.wizard(), d.chance.choice(("hand", "pool"))
    drawn = d.world.draw(w, d.chance.randint(1, 3), place, "TW-19.6")
    if drawn.cards:
        backs, books = d.backs(drawn.cards), d.books_of(drawn.cards)
        yield log.DrawCards(drawn.count, backs, place, w.seat, books=books)  # type: ignore[arg-type]


def _draw_open(d: Deeds) -> Iterator[Outcome]:
    """A draw face up: a celestial is played at once (TW-9.6)."""
    w, place = d.standing(), d.chance.choice(("hand", "pool"))
    if _in_danger(w):
        return
    asked, count, cards, towers = d.chance.randint(1, 2), 0, [], []
    while count < asked and (w.deck or w.discard):
        card = d.world.top(w)
        if card is None:
            break
        cards.append(card)
        if of.is_spell(card):
            count += 1
            w.pile(place).append(card)
        elif of.kind(card) == "celestial":
            tower = d.world.play_celestial(w, card)
            towers += [tower] if tower else []
        else:
            (w.aether if w.lost else w.front).append(
                card
            )  # it may have lost by what came (TW-18.6)
    if cards:
        yield log.DrawCards(count, None, place, w.seat, tuple(cards), tuple(towers) or None)  # type: ignore[arg-type]


def _in_danger(w: Wizard) -> bool:
    """Whether celestials might make a wizard lose."""
    return w.harm + w.wounds > 2 or not (w.towers or w.map.get("T"))


def _discard(d: Deeds) -> Iterator[Outcome]:
    w, place = d.wizard(), d.chance.choice(("hand", "pool"))
    cards = d.world.some(w.pile(place), min(len(w.pile(place)), d.chance.randint(1, 2)))
    w.discard += cards
    if cards:
        yield log.Discard(tuple(cards), place, w.seat)  # type: ignore[arg-type]


def _mill(d: Deeds) -> Iterator[Outcome]:
    """The top of a deck goes to the discard, a card that is no spell by TW-19."""
    w, found, towers = d.standing(), [], []
    for _ in range(d.chance.randint(1, 4)):
        # Of the last card nobody says whether it is in the new deck; a loss ends what is told.
        if len(w.deck) < 2 or _in_danger(w):
            break
        card = d.world.top(w)
        assert card is not None
        found.append(card)
        if of.is_spell(card):
            w.discard.append(card)
        elif of.kind(card) == "celestial":
            tower = d.world.play_celestial(w, card)
            towers += [tower] if tower else []
        else:
            w.aether.append(card)
    if found:
        yield log.Discard(tuple(found), "deck", w.seat, tuple(towers) or None)


def _fetch(d: Deeds) -> Iterator[Outcome]:
    """A named spell goes from a place to another."""
    w = d.wizard()
    place = d.chance.choice(("hand", "pool", "deck", "discard", "discard"))
    to = d.chance.choice([each for each in ("hand", "pool", "deck", "aether") if each != place])
    if not any(of.is_spell(card) for card in w.pile(place)):
        return
    for _ in range(50):
        card = d.chance.choice(w.pile(place))
        if of.is_spell(card):
            break
    else:
        return
    w.pile(place).remove(card)
    if place == "discard" and w.unsaid.count(card) > w.discard.count(card):
        w.unsaid.remove(card)
    if place == "deck":
        d.world.ran_out(w)
    where = _goes(d, w, to, [card])
    yield log.Take((card,), place, to, None, w.seat, where)  # type: ignore[arg-type]


def _goes(d: Deeds, w: Wizard, to: str, cards: list[str]) -> str | None:
    """Cards come to a place; where in a deck."""
    if to != "deck":
        w.pile(to).extend(cards)
        return None
    where = d.chance.choice(("top", "bottom", "shuffled"))
    w.deck[:] = [*cards, *w.deck] if where == "top" else [*w.deck, *cards]
    if where == "shuffled":
        d.chance.shuffle(w.deck)
    return where


def _pass(d: Deeds) -> Iterator[Outcome]:
    """Spells that nobody sees go from one place to another."""
    w = d.wizard()
    place, to = d.chance.sample(("hand", "pool", "deck"), 2)
    to = "aether" if d.chance.random() < 0.1 else to
    pile = w.pile(place)
    count = d.chance.randint(1, 2)
    if place == "deck":
        if any(not of.is_spell(card) for card in pile[:count]):
            return
        cards = pile[:count]
        del pile[:count]
        d.world.ran_out(w)
    else:
        cards = d.world.some(pile, min(count, len(pile)))
    if not cards:
        return
    where = _goes(d, w, "unseen" if to == "aether" else to, cards)
    yield log.Pass(len(cards), place, to, w.seat, where, d.books_of(cards))  # type: ignore[arg-type]


def _reveal(d: Deeds) -> Iterator[Outcome]:
    w, place = d.wizard(), d.chance.choice(("hand", "pool", "deck", "front"))
    pile, count = w.pile(place), d.chance.randint(1, 3)
    shown = pile[:count] if place == "deck" else d.chance.sample(pile, min(len(pile), count))
    if shown:
        yield log.Reveal(tuple(shown), place, w.seat)  # type: ignore[arg-type]


def _shuffle(d: Deeds) -> Iterator[Outcome]:
    w = d.wizard()
    d.chance.shuffle(w.deck)
    yield log.Shuffle("deck", w.seat)


# -- cards in play -------------------------------------------------------------------------------


def _put(d: Deeds) -> Iterator[Outcome]:
    """A card in play goes back to a place of its owner's."""
    thing = d.spell()
    if thing is not None:
        to = d.chance.choice(("hand", "hand", "pool", "deck", "aether", "discard"))
        d.world.leaves(thing, to)
        where = None
        if to == "deck":
            where = "shuffled"
            d.chance.shuffle(d.world.wizards[thing.owner].deck)
        yield log.Put(thing.id, to, where)  # type: ignore[arg-type]


def _destroy(d: Deeds) -> Iterator[Outcome]:
    thing = d.thing()
    if thing is not None:
        d.world.leaves(thing)
        yield log.Destroy(thing.id)


def _enter(d: Deeds) -> Iterator[Outcome]:
    """A creature comes into play out of a hidden place or a discard; what is there is replaced."""
    w, place = d.standing(), d.chance.choice(("hand", "discard", "deck"))
    able = [card for card in w.pile(place) if of.is_spell(card) and of.kind(card) != "ritual"]
    if not able:
        return
    card, spot = d.chance.choice(able), d.chance.choice(SPOTS[1:])
    w.pile(place).remove(card)
    if place == "discard" and w.unsaid.count(card) > w.discard.count(card):
        w.unsaid.remove(card)
    if place == "deck":
        d.world.ran_out(w)
    d.world.replaced(w.seat, spot)
    thing = Thing(d.world.numbered(card), card, w.seat, w.seat, spot)
    d.world.lay(thing, w.seat, spot)
    d.world.only_one(thing)
    yield log.Take((card,), place, "play", spot, w.seat)  # type: ignore[arg-type]


def _move(d: Deeds) -> Iterator[Outcome]:
    thing, w = d.spell(), d.standing()
    if thing is None or of.kind(thing.name) == "ritual":
        return
    free = [spot for spot in SPOTS[1:] if spot not in w.map]
    if free:
        spot = d.chance.choice(free)
        d.world.lift(thing)
        d.world.lay(thing, w.seat, spot)
        yield log.Move(thing.id, spot, w.seat)  # type: ignore[arg-type]


def _expend(d: Deeds) -> Iterator[Outcome]:
    thing = d.thing()
    if thing is not None:
        thing.expended = not thing.expended
        yield log.Expend(thing.id) if thing.expended else log.Renew(thing.id)


def _damage(d: Deeds) -> Iterator[Outcome]:
    amount, thing = d.chance.randint(1, 15), d.thing()
    if thing is None or d.chance.random() < 0.4:
        w = d.standing()
        w.harm += amount // 7
        yield log.Damage(None, amount, w.seat)
    else:
        d.world.damage(thing, amount)
        yield log.Damage(thing.id, amount)


def _harm(d: Deeds) -> Iterator[Outcome]:
    """Harm or wounds, on a card or a wizard, more or less of them."""
    thing = d.thing()
    wounds = d.chance.random() < 0.4
    if thing is None or d.chance.random() < 0.4:
        w = d.standing()
        have = w.wounds if wounds else w.harm
        change = d.chance.choice([n for n in (-1, 1, 2) if n + have >= 0 and (n < 2 or not wounds)])
        yield (log.Wound if wounds else log.Harm)(None, change, w.seat)
        if wounds:
            d.world.wound_wizard(w, change)
        else:
            w.harm += change
        return
    have = thing.wounds if wounds else thing.harm
    change = d.chance.choice([n for n in (-1, 1, 2) if n + have >= 0])
    yield (log.Wound if wounds else log.Harm)(thing.id, change)
    if wounds:
        d.world.put_wounds(thing, change)
    else:
        d.world.put_harm(thing, change)


def _turn(d: Deeds) -> Iterator[Outcome]:
    able = [w for w in d.world.wizards.values() if w.harm and not w.lost]
    if able:
        w = d.chance.choice(able)
        w.harm -= 1
        yield log.TurnHarm(None, 1, w.seat)
        d.world.wound_wizard(w, 1)


def _drain(d: Deeds) -> Iterator[Outcome]:
    w, change = d.wizard(), d.chance.randint(-2, 3)
    w.drain = max(0, w.drain + change)
    yield log.Drain(change, w.seat)


def _tower(d: Deeds) -> Iterator[Outcome]:
    w = d.standing()
    if w.towers or w.map.get("T"):
        tower = d.world.play_tower(w)
        yield log.TowerPlay((tower,) if tower else None, w.seat)


def _random(d: Deeds) -> Iterator[Outcome]:
    """A draft card is turned, for its number or its coin (TW-7.3, 7.5)."""
    thing, number = d.thing(), d.world.turn_draft()
    if thing is None or d.chance.random() < 0.5:
        yield log.Random(number)
        return
    colour = ("bronze", "silver", "gold")[(number - 1) // 2]
    thing.tokens[colour] = thing.tokens.get(colour, 0) + 1
    yield log.TakeCoin(number, thing.id)


def _coin(d: Deeds) -> Iterator[Outcome]:
    """A named coin, which turns no draft card (TW-7.4)."""
    thing = d.thing()
    if thing is not None:
        colour = d.chance.choice(("gold", "silver", "bronze"))
        thing.tokens[colour] = thing.tokens.get(colour, 0) + 1
        yield log.TakeCoin(None, thing.id, colour)  # type: ignore[arg-type]


_DEEDS: dict[Callable[[Deeds], Iterator[Outcome]], int] = {
    _draw: 6,
    _draw_open: 3,
    _discard: 3,
    _mill: 5,
    _fetch: 6,
    _pass: 4,
    _reveal: 3,
    _shuffle: 1,
    _put: 5,
    _destroy: 1,
    _enter: 4,
    _move: 2,
    _expend: 2,
    _damage: 3,
    _harm: 3,
    _turn: 2,
    _drain: 1,
    _tower: 1,
    _coin: 2,
    _random: 4,
}
"""What may be done, with how often."""
