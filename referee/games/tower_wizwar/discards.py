"""Cards of hidden places that come to the discard, and the spellbooks that are said of cards
(TW-20.3 to 20.10)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, NoReturn

from referee.english import counted, listed, one_of
from referee.fact import CardMoved
from referee.games.tower_wizwar.catalog import SPELL
from referee.games.tower_wizwar.places import (
    LAYOUT,
    books_in,
    keeps_books,
    only_one_way,
    pass_unseen,
    require_size,
    show,
    tell_unchecked,
)
from referee.games.tower_wizwar.state import TwTable
from referee.games.tower_wizwar.words import exactly, or_unnamed
from referee.parts.payment import Payment


class Discarded(NamedTuple):
    """Cards that are discarded."""

    # those that are named; where the spellbooks are kept, that of a card may stand for its name, or
    # just ``spell``
    cards: Sequence[str]
    unnamed: int = 0  # how many more
    books: Sequence[str] = ()  # the spellbooks of these


def ask_for_discards(t: TwTable, count: int) -> NoReturn:
    """Cards are to be discarded, and nothing was said of them.

    Raises:
        Unsaid: always.
    """
    what = "card that is" if count == 1 else f"{count} cards that are"
    t.incomplete(f"say the {what} discarded{or_unnamed(t, count)}")


def require_number(t: TwTable, due: int, gone: Discarded, rule: str) -> None:
    """As many cards are discarded as a rule asks for."""
    said = Payment(due, len(gone.cards), gone.unnamed)
    if due and not said.paid:
        ask_for_discards(t, due)
    if said.short or said.over:
        legal = exactly(due, gone.unnamed)
        t.forbid(rule, "{have:card is|cards are} discarded", have=said.paid, legal=legal)


def to_discard(
    t: TwTable, seat: str, place: str, gone: Discarded, rule: str, refused: str = "TW-20.3"
) -> None:
    """Cards of a hidden place go face up to the discard: named ones are shown, the others are
    only counted, and the verdict is on trust (TW-20.10).

    Raises:
        Violation: TW-20.2 to 20.7, or ``refused``: they cannot be there; TW-20.10, some lack names.
    """
    cards, unnamed, books = gone
    counts: Mapping[str, int] = {}
    standing = {*t.catalog.book_names, SPELL} if t.state.books else frozenset[str]()
    if not standing.isdisjoint(cards):
        counts = Counter(card for card in cards if card in standing)
        cards = [card for card in cards if card not in standing]
    count = unnamed + sum(counts.values())
    if count and t.choice["TW-I 87"] == "named":
        require_size(t, seat, place, len(cards) + count)
        why = "{seat}: {count:card is|cards are} not named"
        t.refuse("TW-20.10", why, count=count, seat=seat, legal="all names")
    if cards:
        show(t, seat, place, cards, refused, more=count)
        LAYOUT.put_back(t, seat, "discard", tuple(reversed(cards)), "top")
        target = f"{seat}.discard"
        for card in cards:
            t.fact(CardMoved(seat, card, place, target, rule))
    if counts:
        pass_unseen(t, seat, counts, place, "unnamed")
    if unnamed:
        pass_unseen(t, seat, spells_of(t, seat, place, unnamed, books), place, "unnamed")
    if count:
        t.trust(f"{count} {'card' if count == 1 else 'cards'} of {seat} without a name")


def require_books(
    t: TwTable, books: Sequence[str], most: int | None = None, cards: Sequence[str] = ()
) -> None:
    """Spellbooks that are named are those of the catalog (TW-2.10), of no more cards than there
    are, and those of the cards named beside them (TW-20.4); of other cards nobody can check them
    where the match does not keep them.

    Args:
        t: the table.
        books: the spellbooks.
        most: of how many cards they may be; None for any number.
        cards: which of these are named.
    """
    if not books and not cards:
        return
    known = t.catalog.book_names
    for book in books:
        if book == SPELL:
            continue
        if book not in known:
            t.forbid("TW-2.10", "no spellbook is {book}", book=book, legal=one_of(sorted(known)))
    if most is not None and len(books) > most:
        why = "{have:spellbook is|spellbooks are} said"
        t.forbid("TW-20.4", why, have=len(books), legal=f"at most {counted(most, 'spellbook')}")
    own = books_of(t, cards)
    further = Counter(book for book in books if book != SPELL) - own
    if most is not None and further.total() > most - own.total():
        t.forbid(
            "TW-20.4",
            "the spellbooks of {cards} are {so}, logged {said}",
            cards=", ".join(cards),
            so=", ".join(own.elements()),
            said=", ".join(books),
            legal=f"with {listed(own.elements())}",
        )
    if further and not t.state.books:
        tell_unchecked(t)


def books_of(t: TwTable, cards: Sequence[str]) -> Counter[str]:
    """The spellbooks of those named cards that are spells; one that stands for the name of a card
    is its own."""
    of, known = t.catalog.book_backs.of, t.catalog.book_names
    return Counter(book for card in cards if (book := of.get(card, card)) in known)


def spells_of(
    t: TwTable, seat: str, place: str, count: int, books: Sequence[str] = ()
) -> Mapping[str, int]:
    """So many spells of a hidden place by their backs; where the match keeps spellbooks, with
    those that are said of them."""
    require_books(t, books, count)
    if not t.state.books:
        return {SPELL: count}
    said, open_ = Counter(books), count - len(books)
    named = Counter(book for book in books if book != SPELL)
    if keeps_books(t, seat) and (other := named - Counter(held := books_in(t, seat, place))):
        why = "{seat}'s {place} has no such card of {book}"
        t.forbid("TW-20.4", why, seat=seat, place=place, book=min(other))
    if open_ and not only_one_way(t, seat, place, open_, named):
        ask = f"say the names or the spellbooks of these cards, or {SPELL} of any"
        t.incomplete(ask, books=(*held, SPELL))
    return said + Counter({SPELL: open_})
