"""What is drawn and discarded in a turn: stabilise, drafts, the cut of the pool (section 11)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from events.tower_wizwar import Draw, Drop, FullDraft, Reshuffle, TowerDraft
from referee import english
from referee.games.tower_wizwar.catalog import SPELL
from referee.games.tower_wizwar.compulsory import DRAFTED, of_phase
from referee.games.tower_wizwar.discards import (
    Discarded,
    ask_for_discards,
    books_of,
    require_books,
    require_number,
    spells_of,
    to_discard,
)
from referee.games.tower_wizwar.drawing import (
    DrawnAs,
    deck_size,
    draw,
    require_count,
    reshuffle,
    spells_left,
)
from referee.games.tower_wizwar.due import DrawUp, Shed
from referee.games.tower_wizwar.facts import Drafted
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.harm import drain, drain_steps
from referee.games.tower_wizwar.places import (
    as_kept,
    back_kinds,
    books_in,
    keeps_books,
    pass_unseen,
    spells_in,
    tell_unchecked,
    zone,
)
from referee.games.tower_wizwar.state import (
    DRAFT,
    FILL,
    HAND,
    LAST,
    STABILISE,
    TwTable,
    card_of,
    tower_of,
)
from referee.games.tower_wizwar.turn import (
    act,
    come_to,
    require_done,
    require_no_duty,
    step,
)
from referee.games.tower_wizwar.words import exactly
from referee.house import require_playing

SHED = 2
"""Two of them are discarded (TW-11.8)."""
TO_POOL = 3
"""At most three of the excess go to the pool (TW-11.3)."""


def _come_to_draw(t: TwTable, seat: str) -> DrawUp:
    """The draw that is due, after the phases that end before it.

    Raises:
        Violation: TW-1.3, none is due in this turn, or something else comes first.
    """
    _come_to_turn(t, seat)
    state = t.state
    while True:
        for duty in of_phase(t):
            if isinstance(duty, DrawUp):
                come_to(t, 2 * state.phase + 1)
                return duty
        have = spells_in(t, seat, "hand")
        if state.phase == LAST or (state.phase > FILL and have >= HAND):
            require_no_duty(t)
            t.forbid("TW-1.3", "no draw is due; the hand has {have}", have=have, legal="no draw")
        require_no_duty(t)
        step(t)


def _come_to_shed(t: TwTable, seat: str) -> Shed:
    """What is to be discarded, after the phases that end before it.

    Raises:
        Violation: TW-4.1, nothing is in this turn, or something else comes first.
    """
    _come_to_turn(t, seat)
    state = t.state
    while True:
        for duty in of_phase(t):
            if isinstance(duty, Shed):
                come_to(t, 2 * state.phase + 1)
                return duty
            if duty.rule == "TW-11.9":
                require_done(t, duty)
        if state.phase == LAST:
            t.forbid("TW-4.1", "nothing is to be discarded", seat=seat)
        require_no_duty(t)
        step(t)


def _come_to_turn(t: TwTable, seat: str) -> None:
    """It is this wizard's turn, or it begins."""
    if seat != t.state.active:
        act(t, seat, STABILISE)


@handles
def draw_up(t: TwTable, e: Draw) -> None:
    """A draw that a rule asks for: stabilise, the first pool, after a rebuke."""
    duty = _come_to_draw(t, e.seat)
    stabilises = duty.rule not in ("TW-10.10", "TW-18.13")
    counted = "TW-1.3" if stabilises else "TW-9.3"
    if e.place is not None and e.place != duty.place:
        if e.backs:
            require_count(t, e.seat, e.backs, duty.count, counted)
        legal = f"into the {duty.place}"
        t.forbid("TW-9.1", "spells drawn here do not go to the {to}", to=e.place, legal=legal)
    draw(t, duty, DrawnAs(e.backs, e.books, e.reshuffled), counted)
    done = t.state.done
    if stabilises:
        t.set(done, "stabilised", True)
    elif duty.rule == "TW-10.10":
        t.set(done, "filled", True)
    else:
        t.set(done, "fetch", 0)


@handles
def shed(t: TwTable, e: Drop) -> None:
    """The excess of a hand, or two of a pool of ten (TW-11.2, 11.3, 11.11)."""
    duty = _come_to_shed(t, e.seat)
    count, done = len(e.cards) + e.unnamed, t.state.done
    most = min(TO_POOL, duty.count) if duty.place == "hand" else 0
    if not count and e.pool < duty.count and e.pool <= most:
        ask_for_discards(t, duty.count - e.pool)
    if duty.place == "pool":
        if e.pool or count != duty.count:
            have = count + e.pool
            t.forbid(
                "TW-11.11",
                "{have:card is|cards are} discarded",
                have=have,
                legal=exactly(duty.count, e.unnamed, e.pool),
            )
        books = _books_left(t, e)
        to_discard(t, e.seat, "pool", Discarded(e.cards, e.unnamed, books), "TW-11.11")
        t.set(done, "trimmed", True)
        return
    if count + e.pool != duty.count:
        legal = exactly(duty.count, e.unnamed, e.pool)
        t.forbid(duty.rule, "{have:card is|cards are} taken away", have=count + e.pool, legal=legal)
    three = t.choice["TW-I 26"] == "exactly_three"
    if e.pool > most or (three and e.pool != most):
        legal = f"exactly {most}" if three else f"at most {most}"
        t.refuse("TW-11.3", "{have:card goes|cards go} to the pool", have=e.pool, legal=legal)
    books = _books_left(t, e)
    gone = Discarded(e.cards, e.unnamed, () if e.pool else books)
    to_discard(t, e.seat, "hand", gone, duty.rule)
    if e.pool:
        pass_unseen(t, e.seat, spells_of(t, e.seat, "hand", e.pool, books), "hand", "pool")
    t.set(done, "stabilised", True)


def _books_left(t: TwTable, e: Drop) -> Sequence[str]:
    """The spellbooks of those that go to the pool, or else of those that nobody named; those of
    the cards that are named may be said too, and agree (TW-20.4), as just ``spell`` does."""
    if len(e.books) == e.pool:
        return e.books
    own = books_of(t, e.cards)
    require_books(t, e.books, own.total() + (e.pool or e.unnamed), e.cards)
    left = Counter(e.books) - own
    left[SPELL] -= max(left.total() - (e.pool or e.unnamed), 0)
    return tuple(left.elements())


# -- drafts --------------------------------------------------------------------------------------


@handles
def tower_draft(t: TwTable, e: TowerDraft) -> None:
    """Spells into the pool, by the draft value of the tower (TW-11.7)."""
    extra = t.choice["TW-I 29"] == "extra"
    if extra:
        _begin_turn(t, e.seat)
    else:
        _begin_draft(t, e.seat)
    if t.state.sides[e.seat].retreat:
        t.forbid("TW-18.8", "a wizard in retreat drafts five", legal="full-draft")
    tower = tower_of(t, e.seat)
    if tower is None:
        t.forbid("TW-11.6", "{seat} has no tower in play", seat=e.seat, legal="full-draft")
    most = card_of(t, tower).draft
    spells = sum(back == SPELL for back in e.backs) if e.backs else most
    if spells > most:
        t.forbid(
            "TW-11.7",
            "{have:spell is|spells are} drafted",
            have=spells,
            legal=f"at most {english.counted(most, 'spell')}",
        )
    if t.choice["TW-I 30"] == "exactly" and spells < min(most, spells_left(t, e.seat)):
        t.refuse(
            "TW-11.7",
            "{have:spell is|spells are} drafted",
            have=spells,
            legal=f"exactly {english.counted(most, 'spell')}",
        )
    asked = DrawUp(e.seat, "TW-11.7", t.seq, count=spells, place="pool")
    came = draw(t, asked, DrawnAs(e.backs, e.books, e.reshuffled), "TW-11.7")
    drain(t, e.seat, came * drain_steps(t), "TW-6.8")
    t.set(t.state.done, "early" if extra else "drafted", True if extra else "tower")
    t.fact(Drafted(e.seat, "tower", came, came, 0))


@handles
def full_draft(t: TwTable, e: FullDraft) -> None:
    """Five spells, two of them discarded, the others to hand and pool (TW-11.8)."""
    _begin_draft(t, e.seat)
    if e.hand > DRAFTED - SHED or len(e.discards) + e.unnamed != SHED:
        said = e.backs or (SPELL,) * min(DRAFTED, spells_left(t, e.seat))
        _require_split(t, e, require_count(t, e.seat, said, DRAFTED, "TW-1.4"))
    asked = DrawUp(e.seat, "TW-11.8", t.seq, count=DRAFTED, place="drafted")
    came = draw(t, asked, DrawnAs(e.backs, e.books, e.reshuffled), "TW-1.4")
    pool = _require_split(t, e, came)
    if not t.state.books:
        require_books(t, e.books, came, e.discards)
    to_pool = _to_pool(t, e, pool)
    if t.state.zones.hidden.exact:
        _split_exactly(t, e, to_pool)
    else:
        _split(t, e, came, to_pool)
        to_discard(t, e.seat, "hand", Discarded(e.discards, e.unnamed), "TW-11.8")
    t.set(t.state.done, "drafted", "full")
    t.fact(Drafted(e.seat, "full", came, pool, e.hand))


def _require_split(t: TwTable, e: FullDraft, came: int) -> int:
    """Two of those that came are discarded, and of the others some go to the hand (TW-11.8); how
    many go to the pool."""
    due = min(SHED, came)
    require_number(t, due, Discarded(e.discards, e.unnamed), "TW-11.8")
    left = came - due
    if e.hand > left:
        t.forbid(
            "TW-11.8", "{have:card goes|cards go} to the hand", have=e.hand, legal=f"at most {left}"
        )
    return left - e.hand


def _gone(t: TwTable, e: FullDraft) -> Counter[str]:
    of = t.catalog.book_backs.of
    return Counter(of.get(each, each) for each in e.discards if each != SPELL)


def _split_exactly(t: TwTable, e: FullDraft, pool: Mapping[str, int]) -> None:
    """What is discarded was drafted: where it is certain that a card was not among these, it is
    refused (TW-9.4, 20.8). What is left goes to the pool and to the hand."""
    gone = Discarded(e.discards, e.unnamed)
    to_discard(t, e.seat, "drafted", gone, "TW-11.8", refused="TW-9.4")
    hidden = t.state.zones.hidden
    t.keep(hidden)
    pool = as_kept(t, e.seat, "drafted", pool)
    for back in back_kinds(t, e.seat):
        drafted = zone(e.seat, "drafted", back)
        if shared := pool.get(back, 0):
            hidden.draw(shared, drafted, zone(e.seat, "pool", back))
        if left := hidden.size(drafted):
            hidden.draw(left, drafted, zone(e.seat, "hand", back))
        hidden.zones.pop(drafted, None)


def _split(t: TwTable, e: FullDraft, came: int, pool: Mapping[str, int]) -> None:
    """What was drafted goes to the pool and to the hand; what is discarded by way of the hand, as
    nobody sees whether it was of the five (TW-20.8)."""
    pool = as_kept(t, e.seat, "drafted", pool)
    drawn = books_in(t, e.seat, "drafted") if keeps_books(t, e.seat) else {SPELL: came}
    hidden = t.state.zones.hidden
    for back, count in drawn.items():
        if not count:
            continue
        drafted, shared = zone(e.seat, "drafted", back), pool.get(back, 0)
        hidden.draw(shared, drafted, zone(e.seat, "pool", back))
        hidden.draw(count - shared, drafted, zone(e.seat, "hand", back))
        hidden.zones.pop(drafted, None)


def _to_pool(t: TwTable, e: FullDraft, count: int) -> Mapping[str, int]:
    """The backs of what goes to the pool: those drawn, but those kept in the hand, and discarded
    (TW-11.8)."""
    require_books(t, e.kept, e.hand)
    if not keeps_books(t, e.seat):
        if e.kept and t.state.books:
            tell_unchecked(t)
        return {SPELL: count}
    drawn, gone = Counter(books_in(t, e.seat, "drafted")), _gone(t, e)
    kept = Counter(book for book in e.kept if book != SPELL)
    if other := kept - (drawn - gone):
        t.forbid("TW-11.8", "no such card of {book} was drawn and kept", book=min(other))
    if not count:
        return {}
    if gone - drawn:
        book = min(gone - drawn)
        t.forbid("TW-11.8", "no such card of {book} was drawn", book=book, legal="two of the five")
    left = drawn - kept - gone
    if left.total() == count:
        return left
    if (e.unnamed or len(e.kept) != e.hand) and len(left) > 1:
        words = (*sorted(drawn), SPELL)
        t.incomplete(f"say the spellbooks of the cards kept in hand, or {SPELL} of any", kept=words)
    return {SPELL: count}


def _begin_turn(t: TwTable, seat: str) -> None:
    """The tower's draft is one of its own, before all else in the turn (TW-I 29)."""
    act(t, seat, STABILISE)
    done = t.state.done
    if done.early or done.stabilised:
        t.refuse("TW-11.6", "the tower drafts once, at the start of the turn", seat=seat)


def _begin_draft(t: TwTable, seat: str) -> None:
    """One of the two drafts, or neither (TW-11.6)."""
    act(t, seat, DRAFT)
    done = t.state.done
    if done.drafted:
        t.refuse("TW-11.6", "{seat} has drafted", seat=seat, legal="no further draft")


@handles
def reshuffled(t: TwTable, e: Reshuffle) -> None:
    """The deck is made anew at this moment (TW-2.13): a cross-check where that was so already, and
    what the next draw would do where the deck is empty."""
    require_playing(t, e.seat)
    if not t.state.sides[e.seat].fresh and (deck_size(t, e.seat) or not reshuffle(t, e.seat)):
        t.forbid("TW-2.13", "no new deck is made now", legal="when the deck has run out")
