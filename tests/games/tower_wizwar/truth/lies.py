"""What can be proved to be a lie, at any moment of a true match; each has to be refused."""

from collections.abc import Callable, Iterator
from random import Random

from events import tower_wizwar as log
from tests.games.tower_wizwar.truth import cards as of
from tests.games.tower_wizwar.truth.record import RULES, Record
from tests.games.tower_wizwar.truth.turns import Turns
from tests.games.tower_wizwar.truth.world import Wizard, World
from tests.games.truth import Lie


class Liar:
    """Somebody who lies, knowing all cards.

    Args:
        world: the true table.
        turns: whose turn it is, and what was done in it.
        record: what everybody can rule out.
    """

    def __init__(self, world: World, turns: Turns, record: Record) -> None:
        self.world, self.turns, self.record = world, turns, record
        self.chance: Random = world.chance

    def lies(self) -> Iterator[Lie]:
        """Some lies that can be proved now."""
        able = [w for w in self.world.wizards.values() if not w.lost or w.retreat]
        w = self.chance.choice(able)
        found = self.chance.choice(_KINDS)(self, w)
        if found is not None:
            yield found

    def false_name(self, w: Wizard, place: str) -> tuple[str, set[str]] | None:
        """A card that cannot be in a place, and by which rules."""
        names = self.chance.sample(sorted({*w.registered}), len({*w.registered}))
        controllers = self.world.reading["TW-I 79"] == "controllers_pool"
        for name in names:
            if controllers and of.kind(name) == "artifact":
                continue  # another's copy may lie in this pool
            rules = self.record.why_not(w, place, name)
            if rules:
                assert name not in w.pile(place), f"a bad record: {name} is in {place}"
                return name, rules
        return None


def _mana(d: Liar, w: Wizard) -> Lie | None:
    """A card that cannot be in the pool makes mana."""
    found = d.false_name(w, "pool")
    if not w.pool or found is None:
        return None
    name, rules = found
    others = d.chance.sample(w.pool, d.chance.randint(0, min(2, len(w.pool) - 1)))
    kind = "a card that all have seen elsewhere" if rules == {"TW-20.3"} else "a card out of place"
    if others and rules == {"TW-20.3"}:
        rules = rules | {"TW-20.4"}
    return Lie(kind, log.Mana(w.seat, (*others, name)), rules)


def _too_many(d: Liar, w: Wizard) -> Lie | None:
    """More mana than the pool has cards."""
    if d.turns.books or d.world.reading["TW-I 87"] == "named":
        return None
    return Lie("too many", log.Mana(w.seat, (), len(w.pool) + 1), {"TW-20.2"})


def _cast(d: Liar, w: Wizard) -> Lie | None:
    """A spell that cannot be in the hand is cast, and paid for truly."""
    found, price = d.false_name(w, "hand"), w.surcharge()
    if found is None or w.seat != d.turns.active or not d.turns.may_cast(w) or not w.hand:
        return None
    name = found[0]
    if not of.is_spell(name) or of.kind(name) == "ritual" or w.lost:
        return None
    price += of.cost(name)
    if price > len(w.pool):
        return None
    paid = tuple(d.chance.sample(w.pool, price))
    return Lie("a cast", log.Cast(w.seat, name, "F1", mana=paid), {"TW-12.4"})


def _cheap(d: Liar, w: Wizard) -> Lie | None:
    """A card of the hand is cast for too little mana."""
    if w.seat != d.turns.active or not d.turns.may_cast(w) or w.lost:
        return None
    prices = [(w.surcharge() + of.cost(card), card) for card in w.hand]
    able = [
        (price, card)
        for price, card in prices
        if 2 <= price <= len(w.pool) + 1 and of.kind(card) != "ritual"
    ]
    if not able:
        return None
    price, card = d.chance.choice(able)
    paid = tuple(d.chance.sample(w.pool, price - 1))
    return Lie("too little mana", log.Cast(w.seat, card, "F1", mana=paid), {"TW-4.8", "TW-6.6"})


def _opened(d: Liar, w: Wizard) -> Lie | None:
    """A hand is laid open with a card in it that cannot be there."""
    found = d.false_name(w, "hand")
    if found is None or not w.hand:
        return None
    return Lie("a hand", log.Inspection(w.seat, hand=(*w.hand[1:], found[0])), {"TW-20.9"})


def _tally(d: Liar, w: Wizard) -> Lie | None:
    place = d.chance.choice(("hand", "pool", "deck", "front", "discard"))
    event = log.Tally(w.seat, **{place: len(w.pile(place)) + 1})
    return Lie("a tally", event, {"TW-20.1"})


def _figure(d: Liar, w: Wizard) -> Lie | None:
    """Another drain, harm or wounds than all see."""
    name = d.chance.choice(("drain", "harm", "wounds"))
    event = log.Tally(w.seat, **{name: getattr(w, name) + d.chance.randint(1, 3)})
    return Lie("a figure", event, {"TW-20.1"})


def _tower(d: Liar, w: Wizard) -> Lie | None:
    """A tower is named among the cards of a pool or a discard."""
    if not (w.towers and w.pool):
        return None
    return Lie("a tower", log.Mana(w.seat, (w.towers[0],)), {"TW-3.6"})


def _turned(d: Liar, w: Wizard) -> Lie | None:
    """A draft number of which all cards are turned."""
    able = [x for x in w.things() if x.name in of.OPEN_TEXTS and not x.expended]
    gone = [number for number in range(1, 7) if number not in d.world.draft]
    if not able or not gone or not d.world.draft or w.surcharge():
        return None
    did = (log.Random(d.chance.choice(gone)),)
    return Lie("a draft card", log.Effect(w.seat, able[0].id, did=did), {"TW-7.8"})


def _named(d: Liar, w: Wizard) -> Lie | None:
    """A card is named among those that were only counted, and cannot be one."""
    sheet, found = d.record.sheets[w.seat], d.false_name(w, "unsaid")
    if sheet.faded or not w.unsaid or found is None:
        return None
    return Lie("a name given later", log.NameCards(w.seat, (found[0],)), RULES | {"TW-20.3"})


def _front(d: Liar, w: Wizard) -> Lie | None:
    """A celestial or an orbital that is not in the front is played."""
    if not d.turns.may_play_front(w):
        return None
    names = [x for x in {*w.registered} if of.kind(x) == "celestial"]
    for name in sorted(names):
        if d.record.why_not(w, "front", name):
            assert name not in w.front
            towers = w.towers[:1] or [""]
            return Lie("a front", log.Play(w.seat, name, towers[0]), {"TW-13.3"})
    return None


def _drafted(d: Liar, w: Wizard) -> Lie | None:
    """More celestials are drawn than are left, or a draw goes on after its last spell."""
    if w.seat != d.turns.active or not d.turns.may_draft(w) or d.turns.books:
        return None
    left = sum(of.kind(card) == "celestial" for card in w.deck)
    spells = sum(of.is_spell(card) for card in w.deck)
    if spells < 6 or w.seat in d.world.unbegun:
        return None
    drawn = ["spell"] * 5
    kind, rules = "a draw that goes on", {"TW-9.3"}
    match d.chance.randint(0, 2):
        case 0:
            drawn = ["celestial"] * (left + 1) + drawn
            kind, rules = "too many celestials", {"TW-9.4"}
        case 1:
            drawn.append("celestial")
        case 2:
            drawn, kind, rules = drawn[1:], "too few spells", {"TW-1.4"}
    event = log.FullDraft(w.seat, 0, (), 2, tuple(drawn))  # type: ignore[arg-type]
    return Lie(kind, event, rules)


def _excess(d: Liar, w: Wizard) -> Lie | None:
    """Another number than the excess of a hand goes away."""
    over = len(w.hand) - 5
    if d.turns.books or over < 1 or not d.turns.must_stabilise(w):
        return None
    said = over + d.chance.choice((-1, 1)) or 2  # of nothing it is asked what it is
    rules = {"TW-11.2", "TW-11.20", "TW-10.12", "TW-18.5"}
    return Lie("an excess", log.Drop(w.seat, (), 0, said), rules)


_KINDS: tuple[Callable[[Liar, Wizard], Lie | None], ...] = (
    _mana,
    _mana,
    _mana,
    _mana,
    _too_many,
    _cast,
    _cast,
    _cheap,
    _opened,
    _opened,
    _tally,
    _figure,
    _tower,
    _turned,
    _named,
    _front,
    _drafted,
    _drafted,
    _excess,
)
