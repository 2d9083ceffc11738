"""What is paid for cards and abilities: reserve and memory (section 9)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, NoReturn

from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.changed_cards import card_there
from referee.games.grand_archive.checks import rest
from referee.games.grand_archive.facts import BanishedAtRandom
from referee.games.grand_archive.places import (
    Parting,
    find,
    goes,
    moved,
    pass_unseen,
    pile,
    put,
    size,
    take,
)
from referee.games.grand_archive.state import GaTable, InPlay, controlled
from referee.games.grand_archive.triggers import report, set_off_from_memory
from referee.games.grand_archive.values import (
    FROM_MEMORY,
    PAYS_MEMORY,
    TEXTS,
    doubt,
    has_word,
    holds,
    level_of_player,
    own_doubt,
    permits,
    price_of,
    refuse_if_sure,
    reservable,
)
from referee.parts.payment import Payment

# -- what it costs -------------------------------------------------------------------------------


def reserve_cost(
    t: GaTable, seat: str, card: Card, x: int | None = None, aims: Sequence[str] = ()
) -> int:
    """The reserve cost of a card now, with what it is aimed at (GA-8.9, 9.22, 24.9, 24.10).

    Raises:
        Violation: GA-9.20, it has none.
    """
    if card.reserve is None:
        t.forbid("GA-9.20", "{card} has no reserve cost", card=card.name)
    cost = (x or 0) if card.reserve == "X" else int(card.reserve)
    if "efficiency" in card.words and _has(t, seat, card, "efficiency", empowering(t, seat, card)):
        cost -= level_of_player(t, seat) + empowering(t, seat, card)
    return price_of(t, seat, "activate", cost, card.name, aims)


def memory_cost(
    t: GaTable, seat: str, card: Card, x: int | None = None, act: str = "materialize"
) -> int:
    """The memory cost of a card now, as it is materialized or activated (GA-10.4).

    Raises:
        Violation: GA-9.20, it has none.
    """
    if card.memory is None:
        t.forbid("GA-9.20", "{card} has no memory cost", card=card.name)
    cost = (x or 0) if card.memory == "X" else int(card.memory)
    return price_of(t, seat, act, cost, card.name)


def empowering(t: GaTable, seat: str, card: Card) -> int:
    """By how many levels a card is empowered if it is activated next (GA-24.10)."""
    empower = t.state.players[seat].empower
    return empower if empower and "spell" in card.subtypes else 0


def _has(t: GaTable, seat: str, card: Card, word: str, empowered: int = 0) -> bool:
    """Whether a keyword of a card that is not on the field works (GA-13.1)."""
    ways = card.ways.get(word)
    return ways is None or any(holds(t, seat, card, way, empowered) for way in ways)


def keyword_works(t: GaTable, seat: str, card: Card, word: str, empowered: int = 0) -> bool:
    """Whether a card that is not on the field has a keyword that works now."""
    return word in card.words and _has(t, seat, card, word, empowered)


def require_x(t: GaTable, card: Card, x: int | None) -> None:
    """X is said where the cost has one, and nowhere else (GA-2.36, 8.5).

    Raises:
        Violation: GA-2.36, the card has no X.
        Unsaid: nobody said it.
    """
    if "X" in (card.reserve, card.memory):
        if x is None:
            t.incomplete(f"{card.name}: say x", x=["0", "1", "2"])
        return
    if x is None:
        return
    if own := [effect.when for effect in card.effects if effect.x is not None]:
        if t.state.asks_aims and not {*own} & {"played", "comes", "on enter"}:
            t.incomplete(f"{card.name}: X is no part of what it costs; say x when that is used")
        return
    if any(number == 0 for number in card.words.values()):
        return
    refuse_if_sure(t, ("x",), "GA-2.36", "{card} has no X", card=card.name)


# -- reserve -------------------------------------------------------------------------------------


class ReservePayment(NamedTuple):
    """What pays a reserve cost beside cards of the hand that nobody sees."""

    kindle: Sequence[str] = ()  # fire cards of the graveyard
    resting: Sequence[str] = ()  # Reservable objects
    imbue: Sequence[str] = ()  # the cards that are shown as they are reserved
    said: int | None = None  # how many cards of the hand were said to be reserved


class MemoryPayment(NamedTuple):
    """What pays a memory cost."""

    random: Sequence[str]  # the cards of the memory that were picked
    floating: Sequence[str]  # what pays beside them, such as cards with Floating Memory
    method: str = ""  # how they were picked, where that was said


def pay_reserve(
    t: GaTable, seat: str, cost: int, card: Card, paid: ReservePayment, rule: str = "GA-9.6"
) -> int:
    """A reserve cost is paid: cards of the graveyard and objects pay 1 each, and cards of the hand
    go to the memory for the rest (GA-9.1, 9.5).

    Args:
        t: the table.
        seat: who pays.
        cost: how much.
        card: what is paid for.
        paid: what pays it.
        rule: the rule that a hand breaks which is too small.

    Returns:
        How many cards of the hand were reserved.

    Raises:
        Violation: GA-8.9 for another number than the cost, GA-9.2 where just the played card would
            complete it, GA-9.5, 16.7, 24.19, 24.31 for other ways to pay.
    """
    _kindle(t, seat, paid.kindle)
    rest_reservable(t, seat, paid.resting)
    due, imbue = _due_of_hand(t, card, cost, paid), paid.imbue
    hand = Payment(due, size(t, seat, "hand"))
    if hand.short:
        if not paid.resting and paid.said is None:
            _ask_what_rests(t, seat, card, hand)
        _forbid_poor(t, seat, card, hand, rule)
    if len(imbue) > due:
        t.forbid("GA-24.15", "{due:card is|cards are} reserved", due=due, legal=f"{due} shown")
    if imbue:
        take(t, seat, "hand", imbue, "GA-25.7")
        put(t, seat, "memory", imbue)
    pass_unseen(t, seat, due - len(imbue), "hand", "memory", "GA-9.1")
    if due:
        report(t, "reserves", seat, seat)
    return due


def _due_of_hand(t: GaTable, card: Card, cost: int, paid: ReservePayment) -> int:
    """How many cards of the hand pay the rest of a cost (GA-8.9, 9.5)."""
    stands, said = Payment(cost, len(paid.kindle), len(paid.resting)), paid.said
    if stands.over:
        refuse_if_sure(
            t, ("activate",), "GA-9.5", "{card} costs {cost}", card=card.name, cost=cost,
            legal=f"at most {cost}",
        )  # fmt: skip
    if said is None:
        return stands.short
    require_reserved(t, "activate", card, stands.short, said)
    return said


def require_reserved(t: GaTable, act: str, card: Card, due: int, said: int) -> None:
    """As many cards of the hand as are due were said to be reserved for a card (GA-8.9)."""
    if said != due:
        refuse_if_sure(
            t, (act,), "GA-8.9", "{card} costs {due:card} of the hand, {said:was|were} reserved",
            card=card.name, due=due, said=said, legal=f"exactly {due}",
        )  # fmt: skip


def _ask_what_rests(t: GaTable, seat: str, card: Card, hand: Payment) -> None:
    """Where Reservable objects could pay what the hand lacks, it has to be said which rest."""
    could = reservable(t, seat)
    if hand.lacks(len(could)):
        t.incomplete(f"{_poor(card, hand)}: say what rests for it, or reserved=", rest=could)


def _forbid_poor(t: GaTable, seat: str, card: Card, hand: Payment, rule: str) -> NoReturn:
    """A hand is too small for a cost (GA-9.1, 9.2, 9.6); a text may make it less."""
    if doubt(t, "activate") or own_doubt(t, card.name, "activate"):
        t.incomplete(f"{_poor(card, hand)}: say reserved=", reserved=[str(hand.paid)])
    if ways := t.catalog.triggered.get((card.name, "otherwise")):
        names = [t.catalog.by_name[card.name].effects[at].name for at in ways]
        t.incomplete(f"{_poor(card, hand)}: say what else pays", mode=names)
    if rule == "GA-9.6" and hand.short == 1:
        rule = "GA-9.2"
    why = "{seat} has {have:other card}, {due:is|are} due"
    t.forbid(rule, why, seat=seat, have=hand.paid, due=hand.price)


def _poor(card: Card, hand: Payment) -> str:
    return f"{card.name} costs {hand.price}, and the hand holds {hand.paid}"


def _kindle(t: GaTable, seat: str, named: Sequence[str]) -> None:
    """Fire cards of the graveyard are banished (GA-24.19)."""
    if not named:
        return
    take(t, seat, "graveyard", named, "GA-24.19")
    put(t, seat, "banishment", named)
    moved(t, seat, named, "graveyard", "banishment", "GA-24.19")


def rest_reservable(t: GaTable, seat: str, named: Sequence[str]) -> None:
    """Reservable objects are rested (GA-24.31)."""
    for thing in require_reservable(t, seat, named):
        rest(t, thing)


def require_reservable(t: GaTable, seat: str, named: Sequence[str]) -> list[InPlay]:
    """The objects that are said to rest for a cost, which can (GA-9.5, 16.7, 24.31)."""
    found: list[InPlay] = []
    for each in named:
        thing = find(t, each, seat, "GA-9.5")
        if thing.controller != seat:
            t.forbid("GA-9.5", "{thing} is not {seat}'s", thing=thing.id, seat=seat)
        if not has_word(t, thing, "reservable"):
            refuse_if_sure(
                t, ("reservable",), "GA-24.31", "{thing} is not Reservable", thing=thing.id,
            )  # fmt: skip
        if thing.rested or thing in found:
            t.forbid("GA-16.7", "{thing} is rested", thing=thing.id, since=thing.spent or None)
        found.append(thing)
    return found


# -- memory --------------------------------------------------------------------------------------

UNFAIR = frozenset({"chosen", "by choice", "face up", "looked at"})
"""Ways of a pick that leave nothing to chance (GA-9.11)."""


def pay_memory(t: GaTable, seat: str, cost: int, card: Card, paid: MemoryPayment) -> None:
    """A memory cost is paid: cards with Floating Memory first, then cards of the memory that are
    picked at random (GA-9.10 to 9.15).

    Raises:
        Violation: GA-10.4 for the price before it was changed, GA-9.10 for any other number,
            GA-9.11, 9.12, 9.15, 24.12 for other faults.
        Unsaid: nobody said which cards were picked.
    """
    random, floating, method = paid
    alone = floats_alone(t, seat, card)
    _float(t, seat, floating, alone=alone)
    stands = Payment(cost, len(floating))
    due = stands.short
    if (due or random) and alone:
        refuse_if_sure(
            t, ("materialize",), "GA-9.12", "{card} is paid for with Floating Memory alone",
            card=card.name, legal=f"floating= with {cost}",
        )  # fmt: skip
    have = size(t, seat, "memory")
    if stands.over:
        _refuse_number(t, "GA-9.12", card, cost, len(floating), f"at most {cost}")
    if due > have and len(random) <= have:
        refuse_if_sure(
            t, ("materialize",), "GA-9.15", "{card} costs {due} of a memory of {have}",
            card=card.name, due=due, have=have,
        )  # fmt: skip
    elif len(random) != due:
        if not random:
            t.incomplete(
                f"{card.name}: say which {due} of the memory were picked",
                random=_candidates(t, seat),
            )
        printed = len(random) + len(floating) == card.memory
        rule = "GA-10.4" if printed else "GA-9.10"
        _refuse_number(t, rule, card, due, len(random), f"exactly {due}")
    if len(random) > have:
        t.forbid("GA-9.15", "{seat}'s memory holds {have:card}", seat=seat, have=have)
    if random and method.strip().casefold() in UNFAIR:
        t.refuse("GA-9.11", "the pick was {method}", method=method, legal="a pick at random")
    known = t.state.zones.hidden.known(f"{seat}.memory") if random else {}
    take(t, seat, "memory", random, "GA-25.7")
    put(t, seat, "banishment", random)
    tell_picks(t, seat, random, known, have)
    moved(t, seat, random, "memory", "banishment", "GA-9.10")
    set_off_from_memory(t, seat, random)


def floats_alone(t: GaTable, seat: str, card: Card) -> bool:
    """Whether the own text of a card has its memory cost paid with Floating Memory alone."""
    own = (card.name, FROM_MEMORY) in t.catalog.own_prices
    return own and bool(TEXTS.own(t, card.name, seat, FROM_MEMORY))


def could_float(t: GaTable, seat: str, card: Card) -> list[str]:
    """What could pay 1 each of a memory cost beside the memory: cards of the graveyard, and objects
    where not Floating Memory alone does (GA-9.12, 24.12)."""
    names = pile(t, seat, "graveyard")
    cards = [each for each in names if _floats(t, seat, each)]
    if floats_alone(t, seat, card) or not t.state.changes.statics.get(PAYS_MEMORY):
        return cards
    return [*cards, *(x.id for x in controlled(t, seat) if permits(t, PAYS_MEMORY, x.id))]


def tell_picks(
    t: GaTable, seat: str, random: Sequence[str], known: Mapping[str, int], have: int
) -> None:
    """Tell which cards of a memory were picked at random (GA-25.14).

    Args:
        t: the table.
        seat: whose memory it is.
        random: the cards, in the order picked.
        known: the cards that were known to be in the memory before.
        have: how many it held before.
    """
    left = Counter(known)
    for at, name in enumerate(random, 1):
        met = left[name] > 0
        left[name] -= 1
        t.fact(BanishedAtRandom(seat, name, at, have, len(random), sum(known.values()), met))


def _float(t: GaTable, seat: str, named: Sequence[str], *, alone: bool) -> None:
    """Cards with Floating Memory are banished from the graveyard (GA-24.12), or objects that pay
    for a memory cost, where not Floating Memory alone does (GA-9.12)."""
    of_cards: list[str] = []
    for name in named:
        thing = _paying_object(t, seat, name)
        if thing is None:
            of_cards.append(name)
        else:
            if alone:
                refuse_if_sure(
                    t, ("materialize",), "GA-9.12", "{thing} is no card with Floating Memory",
                    thing=thing.id, legal="cards with Floating Memory of the graveyard",
                )  # fmt: skip
            goes(t, Parting(thing, "banished", "GA-9.12", "banishment"))
    if not (named := of_cards):
        return
    for name in named:
        if not _floats(t, seat, name):
            refuse_if_sure(
                t, ("floating memory",), "GA-24.12", "{card} has no Floating Memory", card=name,
            )  # fmt: skip
    take(t, seat, "graveyard", named, "GA-9.12")
    put(t, seat, "banishment", named)
    moved(t, seat, named, "graveyard", "banishment", "GA-9.12")


def _floats(t: GaTable, seat: str, name: str) -> bool:
    """Whether a card in the graveyard has Floating Memory that works."""
    return keyword_works(t, seat, card_there(t, seat, "graveyard", name), "floating memory")


def _paying_object(t: GaTable, seat: str, name: str) -> InPlay | None:
    """The object of that name that pays 1 of a memory cost as it is banished, as its text says; a
    card of that name with Floating Memory in the graveyard goes first."""
    if not t.state.changes.statics.get(PAYS_MEMORY) or name in pile(t, seat, "graveyard"):
        return None
    able = [each for each in controlled(t, seat) if name in (each.id, each.name)]
    return next((each for each in able if permits(t, PAYS_MEMORY, each.id)), None)


def _refuse_number(t: GaTable, rule: str, card: Card, due: int, paid: int, legal: str) -> None:
    refuse_if_sure(
        t,
        ("materialize",),
        rule,
        "{card} costs {due} of the memory, {paid} paid",
        card=card.name,
        due=due,
        paid=paid,
        legal=legal,
    )


def _candidates(t: GaTable, seat: str) -> list[str]:
    return sorted(t.state.zones.hidden.candidates(f"{seat}.memory"))
