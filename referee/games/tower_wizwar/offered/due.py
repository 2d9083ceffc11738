"""What is due in a match of Tower-WizWar, as options."""

from collections import Counter
from collections.abc import Iterable, Iterator

from events.tower_wizwar import Accept, Play
from referee.choice import Choice, Fixed, OneOf, Some
from referee.games.tower_wizwar import due as owed
from referee.games.tower_wizwar.catalog import CELESTIAL, ORBITAL, SPELL
from referee.games.tower_wizwar.celestials import require_to_play
from referee.games.tower_wizwar.compulsory import orbital_price, spots_for_orbital
from referee.games.tower_wizwar.drawing import (
    DrawnAs,
    can_draw,
    discard_size,
    draw,
    likely_books,
    spells_left,
)
from referee.games.tower_wizwar.groups import could_block, why_not_join
from referee.games.tower_wizwar.offered.acceptable import accepted, as_if, may
from referee.games.tower_wizwar.offered.choices import Books, Drawn, Groups, Mana, Mixed
from referee.games.tower_wizwar.places import books_in, keeps_books, pile, spells_in, zone
from referee.games.tower_wizwar.state import Casting, Strike, TwTable, card_of, controlled, tower_of
from referee.games.tower_wizwar.towers import STAY
from referee.games.tower_wizwar.words import or_unnamed
from referee.obligation import Obligation
from referee.option import Option

AWAITED = 64
"""How eagerly a random player does what is compulsory."""


def candidates(t: TwTable, seat: str, place: str, back: str = SPELL) -> dict[str, int]:
    """The cards that could be in a hidden place, with the most copies at once."""
    hidden = t.state.zones.hidden
    if back != SPELL or not keeps_books(t, seat):
        return hidden.candidates(zone(seat, place, back))
    found: dict[str, int] = {}
    for book in t.catalog.books:
        found |= hidden.candidates(zone(seat, place, book))
    return found


def mana_of(t: TwTable, seat: str, pool: dict[str, int], price: int) -> Mana:
    """So many cards of a wizard's pool that pay; some that may be there together, where those that
    are known to be there have to be among them."""
    hidden, there = t.state.zones.hidden, zone(seat, "pool", SPELL)
    such: tuple[str, ...] = ()
    unknown = spells_in(t, seat, "pool") - sum(hidden.known(there).values())
    if price > unknown and not keeps_books(t, seat):
        such = Some.of_hidden(
            pool, price, price, lambda some: hidden.refuses(there, some) is None
        ).first()
    return Mana(pool, price, price, such, or_unnamed(t, price))


def due_options(t: TwTable, due: Obligation) -> Iterator[Option]:
    """What may be logged of something that is due."""
    seat, rule = due.seat, due.rule
    match due:
        case owed.DrawASet():
            yield from _sets(t, seat, rule)
        case owed.PlayOfSet() | owed.PlayFront():
            yield from fronts(t, seat, rule)
        case owed.DrawUp():
            fields: dict[str, Choice] = {"backs": drawn(t, seat, due.count)}
            fields |= books(t, seat, min(due.count, spells_left(t, seat)))
            yield Option(seat, "draw", fields, rule, AWAITED, must=True)
        case owed.Shed():
            yield from _sheds(t, due)
        case owed.DraftFive():
            yield from full_drafts(t, seat)
            if due.either:
                yield from tower_drafts(t, seat, AWAITED, must=True)
        case owed.CarryOutOrbital():
            fields = {"source": OneOf(due.orbitals), **orbital_mana(t, seat)}
            yield Option(seat, "orbital", fields, rule, AWAITED, must=True)
        case owed.SayBlock():
            yield from _blocks(t, due)
        case owed.SayOrder():
            yield Option(seat, "order", {"cards": _all_of(due.cards)}, rule, AWAITED, must=True)
        case owed.AnswerCast():
            yield from _answers(t, due)


def _all_of(cards: tuple[str, ...]) -> Choice:
    """All of these, in any order."""
    return OneOf((cards, tuple(reversed(cards))))


def drawn(t: TwTable, seat: str, spells: int, fewest: int = -1) -> Drawn:
    """The backs of a draw of so many spells."""
    hidden = t.state.zones.hidden
    deck = {
        SPELL: spells_in(t, seat, "deck"),
        **{back: hidden.size(zone(seat, "deck", back)) for back in (CELESTIAL, ORBITAL)},
    }
    due = spells if fewest < 0 else min(spells, spells_left(t, seat))
    first = not t.state.sides[seat].begun
    return Drawn(deck, due, 0, first, discard_size(t, seat), fewest)


def books(t: TwTable, seat: str, count: int, place: str = "deck") -> dict[str, Choice]:
    """The spellbooks of so many spells of a place, where these are kept; with a new deck, those of
    the discard too."""
    if not count or not keeps_books(t, seat):
        return {}
    there = books_in(t, seat, place)
    if place == "deck" and sum(there.values()) < count:
        for name in pile(t, seat, "discard"):
            book = t.catalog.book_backs.of[name]
            there[book] = there.get(book, 0) + 1
        for book, held in books_in(t, seat, "unnamed").items():
            there[book] = there.get(book, 0) + held
    return {"books": Books(there, count)}


def _sets(t: TwTable, seat: str, rule: str) -> Iterator[Option]:
    """A set with other cards than spells; or one of spells only, and what is discarded of it."""
    backs = drawn(t, seat, 5)
    size = 5
    if sum(backs.deck.values()) < size:
        return
    others = backs.deck[CELESTIAL] + backs.deck[ORBITAL]
    if others:
        made: dict[int, list[tuple[str, ...]]] = {}
        for each in _with_others(backs):
            made.setdefault(each.count(SPELL) if keeps_books(t, seat) else -1, []).append(each)
        for spells, several in made.items():
            mixed = Mixed(tuple(several), backs.deck, backs.first, spells)
            fields: dict[str, Choice] = {"backs": mixed}
            fields |= books(t, seat, max(spells, 0))
            yield Option(seat, "set", fields, rule, AWAITED, must=True)
    if backs.deck[SPELL] >= size:
        count = 5 if spells_in(t, seat, "pool") >= 10 else 3
        fields = {"discards": Some(candidates(t, seat, "deck"), count, count)}
        fields |= books(t, seat, size)
        yield Option(seat, "set", fields, rule, AWAITED, must=True)


def _with_others(backs: Drawn) -> list[tuple[str, ...]]:
    """Some sets of five with a card or two that are no spells; of a deck that has hardly a spell
    left, what there is."""
    usual: list[tuple[str, ...]] = [
        (SPELL, SPELL, CELESTIAL, SPELL, SPELL),
        (SPELL, SPELL, SPELL, SPELL, CELESTIAL),
        (SPELL, SPELL, ORBITAL, SPELL, SPELL),
        (SPELL, SPELL, SPELL, SPELL, ORBITAL),
        (SPELL, CELESTIAL, SPELL, ORBITAL, SPELL),
        (SPELL, CELESTIAL, CELESTIAL, SPELL, SPELL),
    ]
    there = backs.deck
    possible = [each for each in usual if all(each.count(back) <= there[back] for back in there)]
    return possible or [tuple(Counter(there).elements())[:5]]


def fronts(t: TwTable, seat: str, rule: str) -> Iterator[Option]:
    """A celestial or an orbital of the front is played."""

    def able(card: str, places: Iterable[str]) -> tuple[str, ...]:
        return tuple(each for each in places if may(t, Play(seat, card, each), require_to_play))

    celestials = tuple(candidates(t, seat, "front", CELESTIAL))
    if celestials:
        fields: dict[str, Choice] = {"card": OneOf(celestials)}
        may_stay = (STAY,) if t.choice["TW-I 49"] == "may" else ()
        towers = able(celestials[0], [*dict.fromkeys(pile(t, seat, "towers")), *may_stay])
        if towers:
            fields["to"] = OneOf(towers)
        if towers or accepted(t, Play(seat, celestials[0])):
            yield Option(seat, "play", fields, rule, AWAITED, must=True)
    orbitals = tuple(candidates(t, seat, "front", ORBITAL))
    if orbitals and (spots := able(orbitals[0], spots_for_orbital(t, seat))):
        fields = {"card": OneOf(orbitals), "to": OneOf(spots)}
        yield Option(seat, "play", fields, rule, AWAITED, must=True)


def orbital_mana(t: TwTable, seat: str) -> dict[str, Choice]:
    """What an orbital costs, where it costs anything (TW-I 18)."""
    price = orbital_price(t, seat) - t.state.sides[seat].mana
    if price <= 0:
        return {}
    return {"mana": mana_of(t, seat, candidates(t, seat, "pool"), price)}


def _sheds(t: TwTable, due: owed.Shed) -> Iterator[Option]:
    """The excess is discarded, up to three of it to the pool."""
    seat, cards = due.seat, candidates(t, due.seat, due.place)
    if due.place == "pool":
        named = Some(cards, due.count, due.count)
        yield Option(seat, "discard", {"cards": named}, due.rule, AWAITED, must=True)
        return
    most = min(3, due.count)
    exactly = t.choice["TW-I 26"] == "exactly_three"
    for pool in (most,) if exactly else range(most + 1):
        fields: dict[str, Choice] = {}
        if due.count > pool:
            fields["cards"] = Some(cards, due.count - pool, due.count - pool)
        if pool:
            fields["pool"] = Fixed(pool)
            fields |= books(t, seat, pool, "hand")
        yield Option(seat, "discard", fields, due.rule, AWAITED, must=True)


def full_drafts(
    t: TwTable, seat: str, weight: int = AWAITED, *, must: bool = True
) -> Iterator[Option]:
    """Five are drawn, two of them discarded."""
    if not can_draw(t, seat, 5):
        return
    came = min(5, spells_left(t, seat))
    backs = drawn(t, seat, 5)
    shed = min(2, came)
    with as_if(t):
        usual = backs.usual()
        said = likely_books(t, seat, usual.count(SPELL))
        asked = owed.DrawUp(seat, "TW-11.8", t.seq, count=5)
        t.refusal(lambda: draw(t, asked, DrawnAs(usual, said)))
        cards = candidates(t, seat, "hand")
    for hand in (0, came - shed) if keeps_books(t, seat) else range(came - shed + 1):
        fields: dict[str, Choice] = {"hand": Fixed(hand), "backs": backs}
        fields |= books(t, seat, came)
        if shed:
            fields["discards"] = Some(cards, shed, shed)
        yield Option(seat, "full-draft", fields, "TW-11.8", weight, must=must)


def tower_drafts(
    t: TwTable, seat: str, weight: int = 24, *, must: bool = False
) -> Iterator[Option]:
    """As many spells as the tower drafts, or fewer."""
    tower = tower_of(t, seat)
    if tower is not None:
        exactly = t.choice["TW-I 30"] == "exactly" or keeps_books(t, seat)
        most = card_of(t, tower).draft
        fields: dict[str, Choice] = {"backs": drawn(t, seat, most, -1 if exactly else 1)}
        fields |= books(t, seat, min(most, spells_left(t, seat)))
        yield Option(seat, "tower-draft", fields, "TW-11.7", weight, must=must)


def _blocks(t: TwTable, due: owed.SayBlock) -> Iterator[Option]:
    """An attack is blocked, by one card and those that may join it, or not."""
    attack = next(each for each in reversed(t.state.waiting.stack) if isinstance(each, Strike))
    able = tuple(each.id for each in could_block(t, attack))
    joining = tuple(e.id for e in controlled(t, due.seat) if not why_not_join(t, attack, e))
    for first in able:
        others = tuple(each for each in joining if each != first)
        fields: dict[str, Choice] = {"blocker": Fixed(first)}
        yield Option(due.seat, "block", fields, due.rule, AWAITED, must=True)
        if others:
            together = {**fields, "joiners": Groups(others, others, 4)}
            yield Option(due.seat, "block", together, due.rule, AWAITED, must=True)
    yield Option(due.seat, "no-block", {}, due.rule, AWAITED, must=True)


def _answers(t: TwTable, due: owed.AnswerCast) -> Iterator[Option]:
    """An ally accepts a cast into its map, or rebukes it."""
    casting = next(each for each in reversed(t.state.waiting.stack) if isinstance(each, Casting))
    fields: dict[str, Choice] = {}
    if casting.unpaid and not casting.mana and not casting.unnamed:
        paid = candidates(t, casting.seat, "pool")
        fields["mana"] = mana_of(t, casting.seat, paid, casting.unpaid)
    if fields or accepted(t, Accept(due.seat)):
        yield Option(due.seat, "accept", fields, due.rule, AWAITED, must=True)
    if spells_in(t, due.seat, "pool") >= 3:
        mana: dict[str, Choice] = {"mana": Some(candidates(t, due.seat, "pool"), 3, 3)}
        yield Option(due.seat, "rebuke", mana, due.rule, AWAITED // 4, must=True)
