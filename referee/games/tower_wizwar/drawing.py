"""Drawing by backs, and new decks (sections 9, and 2.13, 2.14)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee import english
from referee.fact import CardsDrawn, DeckRebuilt
from referee.games.tower_wizwar.catalog import CELESTIAL, ORBITAL, SPELL
from referee.games.tower_wizwar.discards import require_books
from referee.games.tower_wizwar.due import DrawUp
from referee.games.tower_wizwar.harm import turn_by_celestial
from referee.games.tower_wizwar.places import (
    as_kept,
    back_kinds,
    backs_of,
    keeps_books,
    only_one_way,
    pass_unseen,
    pile,
    size,
    spells_in,
    zone,
)
from referee.games.tower_wizwar.state import Side, TwTable
from referee.games.tower_wizwar.triggers import report


def deck_size(t: TwTable, seat: str) -> int:
    """How many cards a deck of magic holds."""
    return size(t, seat, "deck")


def discard_size(t: TwTable, seat: str) -> int:
    """How many cards a discard holds, those that nobody named with them."""
    return len(pile(t, seat, "discard")) + spells_in(t, seat, "unnamed")


def spells_left(t: TwTable, seat: str) -> int:
    """How many spells could still be drawn: those of the deck, and of the discard (TW-2.14)."""
    return spells_in(t, seat, "deck") + discard_size(t, seat)


def cards_left(t: TwTable, seat: str) -> int:
    """How many cards could still be drawn, of whatever back."""
    return deck_size(t, seat) + discard_size(t, seat)


def can_draw(t: TwTable, seat: str, spells: int) -> bool:
    """Whether a draw of so many spells is made at all: it stops when nothing is left, unless such
    a draw is refused (TW-2.14, I 7)."""
    if t.choice["TW-I 7"] == "refused":
        return spells_left(t, seat) >= spells
    return deck_size(t, seat) > 0 or discard_size(t, seat) > 0


class DrawnAs(NamedTuple):
    """What is said of a draw."""

    backs: Sequence[str] = ()  # in order; without them, as many spells as are due and nothing else
    books: Sequence[str] = ()  # the spellbooks of the spells, where these are kept
    reshuffled: int | None = None  # after how many backs a new deck was made, if that was said


def draw(t: TwTable, asked: DrawUp, drawn: DrawnAs, counted: str = "TW-9.3") -> int:
    """Cards are drawn one by one until so many spells have come (TW-9.1); the others go to the
    front (TW-9.2).

    Args:
        t: the table.
        asked: who draws how many spells to where, by which rule.
        drawn: what is said of it.
        counted: the rule by which another number of spells is refused.

    Returns:
        How many spells came.

    Raises:
        Violation: ``counted`` for another number of spells, TW-9.3 for a card after the last of
            them, TW-9.4 for more cards of a back than there are, TW-2.13 for a reshuffle at
            another moment, TW-2.14 where a draw that would stop short is refused.
        Unsaid: nobody has said the backs, and they cannot all be those of spells.
    """
    seat, spells, rule = asked.seat, asked.count, asked.rule
    backs, books, reshuffled = drawn
    due = min(spells, spells_left(t, seat))
    if not backs and (due == spells or t.choice["TW-I 7"] != "refused"):
        _ask_for_backs(t, seat, spells)
    said = list(backs) or [SPELL] * due
    if backs or due < spells:
        require_count(t, seat, said, spells, counted)
    made = take(t, seat, with_books(t, seat, said, books, bare=bool(backs)), asked.place, rule)
    if reshuffled is not None and reshuffled not in made:
        at = ", ".join(map(str, made))
        legal = f"after {at} of them" if made else "none in this draw"
        t.refuse("TW-2.13", "no new deck is made after {at:card}", at=reshuffled, legal=legal)
    if said:
        t.fact(CardsDrawn(seat, len(said), rule))
        report(t, "draws", seat, seat)
    return due


def _ask_for_backs(t: TwTable, seat: str, due: int) -> None:
    """Where a deck runs out before so many spells have come, its other cards are drawn, too; in
    which order they come has to be said (TW-9.1, 9.2)."""
    in_deck = spells_in(t, seat, "deck")
    if in_deck < due and in_deck < deck_size(t, seat):
        ask = "say the backs of all cards drawn, as they come, with those that are no spells"
        t.incomplete(ask, backs=(SPELL, CELESTIAL, ORBITAL))


def require_count(
    t: TwTable, seat: str, said: Sequence[str], asked: int, counted: str = "TW-9.3"
) -> int:
    """The draw stops at the last spell that is due; where these run out, it takes all that there
    is (TW-9.3, 2.14), or is refused (TW-I 7). How many spells are due."""
    due = min(asked, spells_left(t, seat))
    if due < asked and t.choice["TW-I 7"] == "refused":
        t.forbid("TW-2.14", "{seat} has {have:spell} to draw", seat=seat, have=due, asked=asked)
    found = said.count(SPELL)
    if found != due:
        spells = english.counted(due, "spell")
        t.forbid(counted, "{have:spell is|spells are} drawn", have=found, legal=spells)
    if due == asked and said and said[-1] != SPELL:
        t.forbid("TW-9.3", "a draw ends with its last spell", legal="no card after that")
    if due < asked and len(said) != (have := cards_left(t, seat)):
        t.forbid(
            "TW-9.3",
            "{count:card is|cards are} drawn, and no spell is left after {due}",
            count=len(said),
            due=due,
            legal=f"the whole deck, {english.counted(have, 'card')}",
        )
    return due


def with_books(
    t: TwTable, seat: str, said: Sequence[str], books: Sequence[str], *, bare: bool
) -> Sequence[str]:
    """The backs of cards that a wizard draws, with the spellbook in the place of ``spell`` where
    that is agreed and said; ``bare`` if the backs were said, as one may be just ``spell``."""
    spells = sum(back == SPELL for back in said)
    require_books(t, books, spells)
    if not t.state.books:
        return said
    if len(books) != spells and (books or not (bare or only_one_way(t, seat, "deck", spells))):
        ask = f"say the spellbook of each spell, or {SPELL} for one that nobody read"
        t.incomplete(ask, books=(*t.catalog.books, SPELL))
    names = iter(books)
    return [next(names, SPELL) if back == SPELL else back for back in said]


def likely_books(t: TwTable, seat: str, count: int) -> tuple[str, ...]:
    """Spellbooks that so many spells drawn next may have; none where they are not kept."""
    if not keeps_books(t, seat):
        return ()
    hidden = t.state.zones.hidden
    books = t.catalog.books
    there = ("deck", "unnamed")
    of = [(book, hidden.size(zone(seat, place, book))) for place in there for book in books]
    found = [book for book, size in of for _ in range(size)]
    kept = t.catalog.book_backs.of
    found += [kept[name] for name in pile(t, seat, "discard")]
    return tuple(found[:count])


def take(t: TwTable, seat: str, backs: Sequence[str], place: str, rule: str) -> list[int]:
    """Cards of these backs leave the deck, spells for a place and the others for the front.

    Returns:
        After how many of them a new deck was made.
    """
    if not backs:
        return []
    side, made = t.state.sides[seat], []
    _require_first(t, seat, backs)
    front = _place_of_others(t, seat, rule)
    left = deck_size(t, seat)
    start = 0
    if not left and reshuffle(t, seat):
        left = deck_size(t, seat)
        made.append(0)
    drawn_from(t, side)
    while start < len(backs):
        end = min(len(backs), start + left)
        if end == start:
            have = english.counted(start, "card")
            t.forbid("TW-9.4", "{seat}'s deck and discard are empty", seat=seat, legal=have)
        _take(t, seat, backs[start:end], place, front)
        left -= end - start
        start = end
        if not left and (start < len(backs) or t.choice["TW-I 5"] == "when_last_card_drawn"):
            if not reshuffle(t, seat):
                continue
            made.append(start)
            left = deck_size(t, seat)
            if start < len(backs):
                drawn_from(t, side)
    return made


def drawn_from(t: TwTable, side: Side) -> None:
    """A card of the deck is drawn, or an effect has changed the deck: it was made anew just now no
    longer, and no rule says what its top card is (TW-2.13, 10.1)."""
    if side.fresh:
        t.set(side, "fresh", False)
    if not side.begun:
        t.set(side, "begun", True)


def _place_of_others(t: TwTable, seat: str, rule: str) -> str:
    """Where cards go that are no spells: to the front, in retreat to the aether unseen (TW-9.2,
    18.6, I 71)."""
    if not t.state.sides[seat].retreat:
        return "front"
    draft = t.choice["TW-I 71"] == "draft_only"
    return "front" if draft and rule != "TW-11.8" else "unseen"


def _require_first(t: TwTable, seat: str, backs: Sequence[str]) -> None:
    """The first card of the first deck is a spell (TW-10.1); a later deck: TW-I 6."""
    side = t.state.sides[seat]
    if side.begun or backs[0] not in (CELESTIAL, ORBITAL):
        return
    t.refuse("TW-10.1", "the top card of {seat}'s deck is a spell", seat=seat, legal="spell first")


def _take(t: TwTable, seat: str, backs: Sequence[str], place: str, others: str) -> None:
    hidden = t.state.zones.hidden
    counts: Mapping[str, int] = Counter(backs)
    if t.state.books and len(counts) > 1 and SPELL in counts:
        _take(t, seat, [back for back in backs if back != SPELL], place, others)
        counts = {SPELL: counts[SPELL]}
    counts = as_kept(t, seat, "deck", counts)
    sources = [zone(seat, "deck", back) for back in counts]
    for source, (back, count) in zip(sources, counts.items(), strict=True):
        have = hidden.size(source)
        if count > have:
            t.forbid(
                "TW-9.4",
                "{count:card} with the back {back}, but {seat}'s deck holds {have}",
                count=count,
                back=back,
                seat=seat,
                have=have,
            )
    t.keep(hidden)
    for source, (back, count) in zip(sources, counts.items(), strict=True):
        to = place if back not in (CELESTIAL, ORBITAL) else others
        hidden.draw(count, source, zone(seat, to, back))
        if back == CELESTIAL and t.choice["TW-I 43"] != "played":
            for _ in range(count):
                turn_by_celestial(t, seat, back)


def reshuffle(t: TwTable, seat: str) -> bool:
    """The discard becomes the deck (TW-2.13); whether there was one."""
    zones = t.state.zones
    cards = pile(t, seat, "discard")
    unnamed = {
        back: count
        for back in back_kinds(t, seat)
        if (count := zones.hidden.size(zone(seat, "unnamed", back)))
    }
    if not cards and not unnamed:
        return False
    side, faded = t.state.sides[seat], sum(unnamed.values())
    t.keep(zones.hidden)
    if unnamed:
        pass_unseen(t, seat, unnamed, "unnamed", "deck")
        t.set(side, "faded", side.faded + faded)
    backs_of(t, seat).shuffle(zones.hidden, f"{seat}.deck", cards)
    if cards:
        t.item(zones.piles, f"{seat}.discard", [])
    t.set(side, "reshuffled", side.reshuffled + 1)
    t.set(side, "fresh", True)
    t.set(side, "begun", t.choice["TW-I 6"] == "no")
    t.fact(DeckRebuilt(seat, len(cards) + faded, "TW-2.13"))
    return True
