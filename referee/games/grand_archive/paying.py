"""What is paid for cards and abilities: reserve and memory (section 9)."""

from collections import Counter
from collections.abc import Sequence

from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.checks import rest
from referee.games.grand_archive.facts import BanishedAtRandom
from referee.games.grand_archive.hearing import report
from referee.games.grand_archive.places import (
    find,
    goes,
    moved,
    pass_unseen,
    pile,
    put,
    size,
    take,
)
from referee.games.grand_archive.reckoning import (
    doubt,
    has_word,
    holds,
    level_of_player,
    own_doubt,
    price_of,
    refuse_if_sure,
)
from referee.games.grand_archive.state import GaTable, card_of

# -- what it costs -------------------------------------------------------------------------------


def reserve_cost(t: GaTable, seat: str, card: Card, x: int | None = None) -> int:
    """The reserve cost of a card now (GA-8.9, 9.22, 24.9, 24.10).

    Raises:
        Violation: GA-9.20, it has none.
    """
    if card.reserve is None:
        t.forbid("GA-9.20", "{card} has no reserve cost", card=card.name)
    cost = (x or 0) if card.reserve == "X" else int(card.reserve)
    if "efficiency" in card.words and _has(t, seat, card, "efficiency", empowering(t, seat, card)):
        cost -= level_of_player(t, seat) + empowering(t, seat, card)
    return price_of(t, seat, "activate", cost, card.name)


def memory_cost(t: GaTable, seat: str, card: Card, x: int | None = None) -> int:
    """The memory cost of a card now (GA-10.4).

    Raises:
        Violation: GA-9.20, it has none.
    """
    if card.memory is None:
        t.forbid("GA-9.20", "{card} has no memory cost", card=card.name)
    cost = (x or 0) if card.memory == "X" else int(card.memory)
    return price_of(t, seat, "materialize", cost, card.name)


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


# -- reserve -------------------------------------------------------------------------------------


def pay_reserve(
    t: GaTable,
    seat: str,
    cost: int,
    *,
    kindle: Sequence[str] = (),
    resting: Sequence[str] = (),
    imbue: Sequence[str] = (),
    said: int | None = None,
    what: str = "",
) -> int:
    """A reserve cost is paid: cards of the graveyard and objects pay 1 each, and cards of the hand
    go to the memory for the rest (GA-9.1, 9.5).

    Args:
        t: the table.
        seat: who pays.
        cost: how much.
        kindle: fire cards of the graveyard.
        resting: Reservable objects.
        imbue: the cards that are shown as they are reserved.
        said: how many cards of the hand were said to be reserved.
        what: what is paid for.

    Returns:
        How many cards of the hand were reserved.

    Raises:
        Violation: GA-9.1, 9.5, 16.7, it is not paid so.
    """
    for name in kindle:
        if "fire" not in card_of(t, name).elements:
            t.refuse("GA-24.19", "{card} is no fire card", card=name)
    if kindle:
        take(t, seat, "graveyard", kindle, "GA-24.19")
        put(t, seat, "banishment", kindle)
        moved(t, seat, kindle, "graveyard", "banishment", "GA-24.19")
    for named in resting:
        thing = find(t, named, seat, "GA-9.5")
        if thing.controller != seat:
            t.forbid("GA-9.5", "{thing} is not {seat}'s", thing=thing.id, seat=seat)
        if not has_word(t, thing, "reservable"):
            refuse_if_sure(
                t, ("reservable",), "GA-24.31", "{thing} is not Reservable", thing=thing.id
            )
        if thing.rested:
            t.forbid("GA-16.7", "{thing} is rested", thing=thing.id, since=thing.spent or None)
        rest(t, thing)
    due = cost - len(kindle) - len(resting)
    if due < 0:
        t.refuse("GA-9.5", "{card} costs {cost}", card=what, cost=cost, legal=f"at most {cost}")
        due = 0
    if said is not None and said != due:
        refuse_if_sure(
            t,
            ("activate",),
            "GA-9.1",
            "{card} costs {due} cards of the hand, {said} were reserved",
            card=what,
            due=due,
            said=said,
            legal=f"exactly {due}",
        )
        due = said
    have = size(t, seat, "hand")
    if due > have and (doubt(t, "activate") or own_doubt(t, what, "activate")):
        t.incomplete(
            f"{what} costs {due}, and the hand holds {have}: say reserved=", reserved=[str(have)]
        )
    if due > have:
        t.forbid("GA-9.1", "{seat} has {have} cards, {due} are due", seat=seat, have=have, due=due)
    if len(imbue) > due:
        t.forbid("GA-24.15", "{due} cards are reserved", due=due, legal=f"{due} shown")
    if imbue:
        take(t, seat, "hand", imbue, "GA-25.7")
        put(t, seat, "memory", imbue)
    pass_unseen(t, seat, due - len(imbue), "hand", "memory", "GA-9.1")
    if due:
        report(t, "reserves", seat, seat)
    return due


def brew(t: GaTable, seat: str, card: Card, named: Sequence[str]) -> None:
    """Ingredients are sacrificed in place of a reserve cost (GA-24.3)."""
    if "brew" not in card.words:
        refuse_if_sure(t, ("activate",), "GA-24.3", "{card} has no Brew", card=card.name)
    for each in named:
        thing = find(t, each, seat, "GA-24.3")
        if thing.controller != seat:
            t.forbid("GA-21.4", "{thing} is not {seat}'s", thing=thing.id, seat=seat)
        goes(t, thing, "sacrificed", "GA-24.3")


# -- memory --------------------------------------------------------------------------------------


def pay_memory(
    t: GaTable,
    seat: str,
    cost: int,
    random: Sequence[str],
    floating: Sequence[str] = (),
    what: str = "",
) -> None:
    """A memory cost is paid: cards with Floating Memory first, then cards of the memory that are
    picked at random (GA-9.10 to 9.15).

    Raises:
        Violation: GA-9.12, 9.15, it is not paid so.
        Unsaid: nobody said which cards were picked.
    """
    for name in floating:
        if not keyword_works(t, seat, card_of(t, name), "floating memory"):
            refuse_if_sure(
                t, ("floating memory",), "GA-24.12", "{card} has no Floating Memory", card=name
            )
    if floating:
        take(t, seat, "graveyard", floating, "GA-9.12")
        put(t, seat, "banishment", floating)
        moved(t, seat, floating, "graveyard", "banishment", "GA-9.12")
    due = cost - len(floating)
    have = size(t, seat, "memory")
    if due < 0:
        t.refuse("GA-9.12", "{card} costs {cost}", card=what, cost=cost, legal=f"at most {cost}")
        due = 0
    if len(random) != due:
        if not random and due <= have:
            t.incomplete(
                f"{what}: say which {due} of the memory were picked", random=_candidates(t, seat)
            )
        _require_cost(t, seat, due, len(random), have, what)
    if len(random) > have:
        t.forbid("GA-9.15", "{seat}'s memory holds {have} cards", seat=seat, have=have)
    take(t, seat, "memory", random, "GA-25.7")
    put(t, seat, "banishment", random)
    for at, name in enumerate(random, 1):
        t.fact(BanishedAtRandom(seat, name, at, have, len(random)))
    moved(t, seat, random, "memory", "banishment", "GA-9.10")


def _require_cost(t: GaTable, seat: str, due: int, paid: int, have: int, what: str) -> None:
    if due > have and not paid:
        refuse_if_sure(
            t,
            ("materialize",),
            "GA-9.15",
            "{card} costs {due} of a memory of {have}",
            card=what,
            due=due,
            have=have,
        )
        return
    refuse_if_sure(
        t,
        ("materialize",),
        "GA-10.4",
        "{card} costs {due} of the memory, {paid} were picked",
        card=what,
        due=due,
        paid=paid,
        legal=f"exactly {due}",
    )


def _candidates(t: GaTable, seat: str) -> list[str]:
    return sorted(t.state.zones.hidden.candidates(f"{seat}.memory"))


def floats(t: GaTable, seat: str) -> Counter[str]:
    """The cards of a graveyard that can pay by Floating Memory."""
    names = pile(t, seat, "graveyard")
    return Counter(
        name for name in names if keyword_works(t, seat, card_of(t, name), "floating memory")
    )
