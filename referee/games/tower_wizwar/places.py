"""Where cards lie in Tower-WizWar, and how they come into and out of play (sections 4, 5, 20)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NoReturn

from referee.fact import CardMoved
from referee.games.tower_wizwar.catalog import BACKS, CELESTIAL, ORBITAL, SPELL
from referee.games.tower_wizwar.impossible import newest_seen, perhaps_used_up, reason
from referee.games.tower_wizwar.state import (
    SPOTS,
    WOUNDS,
    InPlay,
    TwTable,
    card_of,
    forbid_unknown,
    stack_at,
)
from referee.games.tower_wizwar.triggers import report
from referee.games.tower_wizwar.values import TEXTS
from referee.hidden import Backs, Impossible
from referee.house import AnyTable
from referee.parts.lasting_changes import leave
from referee.parts.zones import Layout, Place

PLACES = (
    Place("deck", "hidden", ordered=True, backs=True),
    Place("hand", "hidden", backs=True),
    Place("pool", "hidden", backs=True),
    Place("front", "hidden", backs=True),
    Place("unnamed", "hidden", backs=True),
    Place("unseen", "hidden", backs=True),
    Place("discard", "public"),
    Place("aether", "public"),
    Place("towers", "public"),
    Place("play", "play"),
)
"""``unnamed`` are the cards of a discard that nobody named (TW-20.10), ``unseen`` those of an
aether that went there face down; ``towers`` is a deck of towers, its top last."""


def keeps_books(t: AnyTable, seat: str) -> bool:
    """Whether the spells of a wizard are told apart by their spellbooks (TW-20.4)."""
    return t.state.books and seat not in t.state.bare


def backs_of(t: AnyTable, seat: str) -> Backs:
    """What is seen of the backs of a wizard's cards in this match."""
    found: Backs = t.catalog.book_backs if keeps_books(t, seat) else t.catalog.backs
    return found


def _home(t: TwTable, thing: InPlay) -> tuple[str, str]:
    """Where a card goes that leaves play by a rule: a spell to its owner's discard, a tower or a
    non-spell card to the aether (TW-13.2, 14.6, 17.2)."""
    kind = card_of(t, thing).kind
    if kind == "tower":
        bottom = t.choice["TW-I 51"] == "tower_deck_bottom"
        return thing.owner, "towers" if bottom else "aether"
    if kind in (CELESTIAL, ORBITAL) or t.choice["TW-I 66"] == "aether":
        return thing.owner, "aether"
    return thing.owner, "discard"


def _leaving(t: TwTable, thing: InPlay) -> None:
    """What is on a card goes with it, and its spot is free."""
    take_off(t, thing)
    if thing.name in t.catalog.standing:
        TEXTS.detach(t, thing)
    elif t.state.changes.begun:
        leave(t, thing.id)


def _entering(t: TwTable, thing: InPlay) -> None:
    if thing.spot and thing.name in t.catalog.standing:
        TEXTS.attach(t, thing)


LAYOUT: Layout[InPlay] = Layout(
    PLACES,
    lambda t: t.state.zones,
    InPlay,
    _home,
    _leaving,
    backs=backs_of,
    entering=_entering,
)


# -- the map -------------------------------------------------------------------------------------


def take_off(t: TwTable, thing: InPlay) -> None:
    """A card is in no spot any more."""
    if not thing.spot:
        return
    spots = t.state.sides[thing.controller].map
    left = [each for each in spots.get(thing.spot, ()) if each != thing.id]
    if left:
        t.item(spots, thing.spot, left)
    elif thing.spot in spots:
        t.item(spots, thing.spot)
    if thing.spot == "T":
        _cover(t, left)
    t.set(thing, "spot", "")


def lay(t: TwTable, thing: InPlay, seat: str, spot: str, *, under: bool = False) -> None:
    """A card comes to lie in a spot, on top of what is there or under it; its controller is the
    wizard of that map."""
    if thing.spot != spot:
        t.set(thing, "spot", spot)
    if thing.controller != seat:
        t.set(thing, "controller", seat)
    spots = t.state.sides[seat].map
    there = spots.get(spot, [])
    lying = [thing.id, *there] if under else [*there, thing.id]
    t.item(spots, spot, lying)
    if not thing.place:
        t.set(thing, "place", "play")
    if spot == "T":
        _cover(t, lying)


def _cover(t: TwTable, lying: Sequence[str]) -> None:
    """A tower under another card is not in play; on top it is (TW-12.11, 12.12)."""
    things = t.state.zones.things
    for each in lying:
        place = "play" if each == lying[-1] else "covered"
        thing = things[each]
        if thing.place != place and card_of(t, thing).kind == "tower":
            t.set(thing, "place", place)


def enter(
    t: TwTable, name: str, owner: str, seat: str, spot: str, *, under: bool = False
) -> InPlay:
    """A card that is nowhere comes into play in a spot."""
    thing = LAYOUT.enter(t, name, "play", owner, seat, spot=spot)
    lay(t, thing, seat, spot, under=under)
    report(t, "enters", thing.id)
    return thing


def clear(t: TwTable, seat: str, spot: str, rule: str) -> None:
    """What lies in a spot is replaced (TW-12.5); of cards over one another all, or the topmost
    (TW-I 83)."""
    there = stack_at(t, seat, spot)
    if len(there) > 1 and t.choice["TW-I 83"] == "top_card" and spot != "T":
        there = there[-1:]
    for thing in reversed(there):
        replaced(t, thing, rule)


def replaced(t: TwTable, thing: InPlay, rule: str) -> None:
    """A card in play is replaced (TW-12.5); a tower by TW-I 82."""
    if card_of(t, thing).kind == "tower":
        home = "aether" if t.choice["TW-I 82"] == "aether" else "towers"
        goes(t, thing, rule, thing.owner, home, "bottom")
    elif card_of(t, thing).kind in (CELESTIAL, ORBITAL):
        goes(t, thing, rule, thing.owner, "aether")
    else:
        goes(t, thing, rule, thing.owner, "discard")


def goes(
    t: TwTable,
    thing: InPlay,
    rule: str,
    seat: str = "",
    place: str = "",
    where: str = "top",
) -> None:
    """A card leaves play, home by the rules unless it is sent elsewhere; its tokens and wounds go
    (TW-I 50)."""
    if not place:
        seat, place = _home(t, thing)
        where = "bottom" if place == "towers" else where
    if place == "towers" and t.choice["TW-I 50"] == "towers_keep_wounds":
        worn = t.state.sides[seat].worn
        wounds = thing.wounds if thing.wounds < WOUNDS else 0
        t.item(worn, thing.name, [*worn.get(thing.name, ()), wounds])
    source = f"{thing.controller}.play"
    if thing.place == "play":
        report(t, "leaves", thing.id)
    if thing.name in t.catalog.set_off:
        t.item(t.state.gone, thing.id, (t.seq, thing.controller))
    LAYOUT.leave(t, thing, seat, place, where)  # type: ignore[arg-type]
    t.fact(CardMoved(thing.owner, thing.name, source, f"{seat}.{place}", rule))


# -- hidden places -------------------------------------------------------------------------------


def zone(seat: str, place: str, back: str = SPELL) -> str:
    """The zone of the account for one back in a place."""
    return f"{seat}.{place}/{back}"


def back_kinds(t: TwTable, seat: str) -> Sequence[str]:
    """The backs of a wizard's cards that are told apart in this match."""
    return (*t.catalog.books, CELESTIAL, ORBITAL) if keeps_books(t, seat) else BACKS


def books_in(t: TwTable, seat: str, place: str) -> dict[str, int]:
    """How many spells of each spellbook a hidden place holds, where these are kept."""
    hidden = t.state.zones.hidden
    sizes = {book: hidden.size(zone(seat, place, book)) for book in t.catalog.books}
    return {book: count for book, count in sizes.items() if count}


def as_kept(t: TwTable, seat: str, place: str, counts: Mapping[str, int]) -> Mapping[str, int]:
    """Backs of a hidden place as the match keeps them. A spell of which nobody said the spellbook
    has the one that it must have; if it may have several, the wizard's spells are told apart by
    them no longer, and what is said of spellbooks is on trust (TW-20.4)."""
    if not t.state.books:
        return counts
    if keeps_books(t, seat):
        if not (bare := counts.get(SPELL, 0)):
            return counts
        there = books_in(t, seat, place)
        if there and only_one_way(t, seat, place, bare):
            return {min(there): bare} if len(there) == 1 else there
        _forget_books(t, seat)
    others = {back: count for back, count in counts.items() if back in BACKS[1:]}
    if not counts.keys() <= {*BACKS}:
        tell_unchecked(t)
    return {**others, SPELL: sum(counts.values()) - sum(others.values())}


def only_one_way(
    t: TwTable, seat: str, place: str, count: int, besides: Mapping[str, int] = {}
) -> bool:
    """Whether so many spells of a hidden place can have one lot of spellbooks only: nothing has to
    be said of them."""
    left = Counter(books_in(t, seat, place)) - Counter(besides)
    return not keeps_books(t, seat) or len(left) < 2 or count in (0, left.total())


def _forget_books(t: TwTable, seat: str) -> None:
    """The spells of a wizard are one kind from now on, wherever they lie."""
    hidden = t.state.zones.hidden
    t.keep(hidden)
    for book in t.catalog.books:
        for name in [name for name in hidden.zones if name.startswith(f"{seat}.")]:
            place, _, back = name.partition("/")
            if back == book:
                hidden.draw(hidden.size(name), name, f"{place}/{SPELL}")
                del hidden.zones[name]
    t.set(t.state, "bare", [*t.state.bare, seat])
    t.trust(f"which spellbooks the spells of {seat} have, from here on")


def tell_unchecked(t: TwTable) -> None:
    """What is said of spellbooks is more than the match knows."""
    unchecked = "spellbooks are not kept here, and those that are said are not checked"
    if unchecked not in t.assumptions:
        t.trust(unchecked)


def size(t: TwTable, seat: str, place: str) -> int:
    """How many cards a hidden place holds."""
    zones, found = t.state.zones.hidden.zones, 0
    for back in back_kinds(t, seat):
        there = zones.get(f"{seat}.{place}/{back}")
        if there is not None:
            found += there.size()
    return found


def spells_in(t: TwTable, seat: str, place: str) -> int:
    """How many spells a hidden place holds."""
    if not keeps_books(t, seat):
        there = t.state.zones.hidden.zones.get(f"{seat}.{place}/{SPELL}")
        return 0 if there is None else there.size()
    return sum(books_in(t, seat, place).values())


def pile(t: TwTable, seat: str, place: str) -> Sequence[str]:
    """The cards of a public place, its top last."""
    return t.state.zones.piles.get(f"{seat}.{place}", ())


def pass_unseen(t: TwTable, seat: str, counts: Mapping[str, int], place: str, to: str) -> None:
    """So many cards of each back go unseen from one hidden place to another.

    Raises:
        Violation: TW-20.2, there are too few.
    """
    if len(counts) > 1 and SPELL in counts:  # those of which the spellbook is said go first
        said = {back: count for back, count in counts.items() if back != SPELL}
        pass_unseen(t, seat, said, place, to)
        counts = {SPELL: counts[SPELL]}
    hidden = t.state.zones.hidden
    t.keep(hidden)
    counts = as_kept(t, seat, place, counts)
    found = backs_of(t, seat).draw(hidden, counts, f"{seat}.{place}", f"{seat}.{to}")
    if found is not None:
        t.forbid(
            "TW-20.2",
            "{seat}'s {place} holds {have:card} with the back {back}, not {asked}",
            seat=seat,
            place=place,
            have=found.have,
            back=found.card,
            asked=found.asked,
        )


def show(
    t: TwTable,
    seat: str,
    place: str,
    cards: Sequence[str],
    rule: str = "TW-20.3",
    more: int = 0,
) -> None:
    """Cards of a hidden place are shown and leave it; they are nowhere yet.

    Args:
        t: the table.
        seat: whose place it is.
        place: the place.
        cards: the cards.
        rule: the rule that refuses cards which cannot be there, where the act has one of its own.
        more: how many cards leave with these that nobody names.

    Raises:
        Violation: TW-2.10 for no card, else the rule of an act that has one of its own, or one of
            TW-20.2 to 20.7: they cannot be there.
    """
    backs, hidden = backs_of(t, seat), t.state.zones.hidden
    of_magic = t.catalog.of_magic
    for card in cards:
        if card not in of_magic:
            if card in t.catalog.cards:
                t.forbid("TW-3.6", "{card} is a tower", card=card)
            forbid_unknown(t, card)
    t.keep(hidden)
    doubted = perhaps_used_up(hidden, backs, seat, place, cards) if hidden.exact else ""
    found = backs.take(hidden, f"{seat}.{place}", cards)
    if found is not None:
        own = rule if rule != "TW-20.3" else ""
        require_size(t, seat, place, len(cards) + more, own or "TW-20.2")
        forbid_showing(t, seat, place, cards, found, own)
    if doubted:
        t.trust(f"no card of {seat} without a name was the {doubted}")


def forbid_showing(
    t: TwTable,
    seat: str,
    place: str,
    cards: Sequence[str],
    found: Impossible,
    own: str,
) -> NoReturn:
    """Refuse cards that a hidden place cannot show (TW-20.2 to 20.7), by a rule of the act where it
    has one of its own."""
    rule, why, card = reason(t.state.zones.hidden, backs_of(t, seat), seat, place, cards, found)
    since = newest_seen(t.state.zones.things, seat, card) if place == "unnamed" else None
    said = "draft" if place == "drafted" else place
    t.forbid(own or rule, why, card=card, seat=seat, place=said, since=since)


def require_size(t: TwTable, seat: str, place: str, asked: int, rule: str = "TW-20.2") -> None:
    """A hidden place holds so many cards (TW-20.2)."""
    have = size(t, seat, place)
    if asked > have:
        t.forbid(
            rule,
            "{seat}'s {place} holds {have:card}, {asked:is|are} to come from it",
            seat=seat,
            place=place,
            have=have,
            asked=asked,
        )


# -- what is meant -------------------------------------------------------------------------------


def find_in_play(t: TwTable, named: str, seat: str = "", rule: str = "TW-5.9") -> InPlay:
    """What is meant by an id, a spot, or a name that only one card in play bears.

    Args:
        t: the table.
        named: the id, the spot (``bo.F2``, one's own without the seat), or the name.
        seat: who acts, for the spots of its own map and where several bear the name.
        rule: the rule by which a card is refused that is not in play.

    Raises:
        Violation: TW-2.10, or that rule, there is no such card in play.
        Unsaid: several bear that name.
    """
    things = t.state.zones.things
    found = things.get(named)
    if found is not None:
        return found
    whose, _, spot = named.rpartition(".")
    if (whose or seat) in t.state.sides:
        there = t.state.sides[whose or seat].map.get(spot.upper())
        if there:
            return things[there[-1]]
        if spot.upper() in SPOTS:
            t.forbid(rule, "nothing lies in {spot}", spot=f"{whose or seat}.{spot.upper()}")
    bearing = [each for each in things.values() if each.name == named and each.spot]
    own = [each for each in bearing if each.controller == seat]
    several = own if len(own) == 1 else bearing
    if len(several) == 1:
        return several[0]
    if several:
        t.incomplete(f"say which {named}", source=[each.id for each in several])
    require_known(t, seat, named)
    t.forbid(rule, "{thing} is not in play", thing=named)


def require_known(t: TwTable, seat: str, *named: str) -> None:
    """Refuse a name that is neither a card nor a spot: of that nothing else can be asked
    (TW-2.10)."""
    names = t.catalog.names
    for each in named:
        before, _, last = each.rpartition(".")
        if each not in names and before not in names and last.upper() not in SPOTS:
            forbid_unknown(t, each)
