"""Cards in zones: what tells a card from its namesakes, where cards lie, and how they move.

A game keeps :class:`Zones` in its state and declares its places in a :class:`Layout`. All hidden
places belong to one account, by zones named ``seat.place``, so that cards that change hands are
judged together. Every change goes through the table's journal.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from msgspec import Struct, field

from referee.hidden import Backs, HiddenCards, HiddenPlace, Impossible
from referee.house import AnyTable
from referee.parts import layered
from referee.parts.showings import forbid_showing

Openness = Literal["play", "public", "hidden"]
Where = Literal["top", "bottom", "anywhere"]
"""Where in an ordered or hidden place a card is put."""


class Copy(Struct, omit_defaults=True, kw_only=True, gc=False):
    """A card that is told from its namesakes: in play, on the stack, in an intent, in a lineage.

    A game extends it with what its rules keep of such a card.
    """

    id: str  # the name and a number, ``Ogre.2``; new after each change of zones
    name: str  # the name of the card
    owner: str = ""  # whose card it is; empty where it is the table's
    controller: str = ""  # who controls it; empty where nobody does
    place: str = ""  # where it is
    since: int = 0  # the entry with which it came there
    # how often its effects were used, each with the turn, or 0 for all time
    uses: dict[str, tuple[int, int]] = field(default_factory=dict)


class Among(NamedTuple):
    """The cards that some may be picked from."""

    # how many of each name there are; of a hidden place, how many there may be
    cards: Mapping[str, int]
    size: int  # how many there are together
    seen: bool  # whether all can see which they are
    # whether some may be there together, of a deck of several layers from the top; None where
    # that is not asked
    together: Callable[[Sequence[str]], bool] | None = None
    # the layers of a deck that has several, the topmost first; None where it has not
    layers: Callable[[], Sequence[layered.Layer]] | None = None


class Place(Struct, frozen=True):
    """A place where cards may lie."""

    name: str  # its name, as catalogs and logs say it
    kind: Openness  # in play, where each card has an id; public, where all see the names; hidden
    ordered: bool = False  # the order of its cards matters, and the last name is on top
    of: Literal["seat", "table"] = "seat"  # whether each seat has one, or the table
    backs: bool = False  # the backs of its cards can be told apart, though it is hidden

    def zone(self, seat: str) -> str:
        """The name of the zone of a seat, ``ana.hand``; or of the table's, ``deck``."""
        return f"{seat}.{self.name}" if self.of == "seat" else self.name


T = TypeVar("T", bound=Copy)


def _no_cards() -> HiddenCards:
    return HiddenCards({}, {})


class Zones(Struct, Generic[T], omit_defaults=True):
    """Where the cards of a match lie."""

    things: dict[str, T] = field(default_factory=dict)  # the cards that have an id, by it
    # the public places, by zone, with the top last
    piles: dict[str, list[str]] = field(default_factory=dict)
    hidden: HiddenCards = field(default_factory=_no_cards)  # the account of the hidden places
    # the last number that was given to a copy of each name
    numbers: dict[str, int] = field(default_factory=dict)
    # how many cards of each name have come to the registered lists since
    generated: dict[str, int] = field(default_factory=dict)
    # for each face-down deck of which the layers are known, their zones, topmost first
    layers: dict[str, list[str]] = field(default_factory=dict)


def _stays(t: AnyTable, thing: Any) -> None:
    return None


class Layout(Generic[T]):
    """The places of a game, and the moves of cards between them.

    Args:
        places: the places.
        zones: where the state of a table keeps its cards.
        make: makes a copy, by the fields of :class:`Copy`.
        home: the seat and the place to which a copy goes that leaves without being sent
            anywhere; an empty place where it is no card of the match any more, as a token.
        leaving: what else goes with a copy, before it is gone: its changes, what it waited for.
        backs: the backs of the cards, where a place has public ones; or what gives those of a
            seat at a table, where its match decides what is seen of a back.
        entering: what else comes with a copy, once it is there: what its texts change.
    """

    def __init__(
        self,
        places: Sequence[Place],
        zones: Callable[[AnyTable], Zones[T]],
        make: Callable[..., T],
        home: Callable[[AnyTable, T], tuple[str, str]],
        leaving: Callable[[AnyTable, T], object] = _stays,
        backs: Backs | Callable[[AnyTable, str], Backs] | None = None,
        entering: Callable[[AnyTable, T], object] = _stays,
    ) -> None:
        self.places: Mapping[str, Place] = {place.name: place for place in places}
        self.zones, self.make, self.home, self.leaving = zones, make, home, leaving
        self.backs, self.entering = backs, entering

    def backs_of(self, t: AnyTable, seat: str) -> Backs | None:
        """What is seen of the backs of a seat's cards; None where no backs are."""
        return self.backs(t, seat) if callable(self.backs) else self.backs

    # -- questions -----------------------------------------------------------------------------

    def things(self, t: AnyTable) -> dict[str, T]:
        """All that has an id, by it."""
        return self.zones(t).things

    def find(self, t: AnyTable, seat: str, place: str) -> Among:
        """The cards in a place of a seat; of a hidden one, those that may be there."""
        known, zones = self.places[place], self.zones(t)
        zone = known.zone(seat)
        if known.kind == "hidden":
            backs = self.backs_of(t, seat) if known.backs else None
            if backs is not None:
                size = sum(backs.counts(zones.hidden, zone).values())
                return Among(backs.candidates(zones.hidden, zone), size, False)
            cards, size = layered.candidates_of(zones, zone), layered.size_of(zones, zone)
            several = layered.has_several(zones, zone)
            layers = partial(layered.each_of, zones, zone) if several else None
            return Among(cards, size, False, partial(layered.may_lie, zones, zone), layers)
        if known.kind == "public":
            names = zones.piles.get(zone, ())
        else:
            there = [thing for thing in zones.things.values() if thing.place == place]
            names = [each.name for each in there if each.controller == seat or known.of == "table"]
        return Among(_counts(names), len(names), True)

    def counted(self, t: AnyTable) -> dict[str, int]:
        """All cards of the match by name, wherever they lie: what was registered and generated."""
        zones = self.zones(t)
        total = zones.hidden.unseen_total()
        for thing in zones.things.values():
            total[thing.name] = total.get(thing.name, 0) + 1
        for pile in zones.piles.values():
            for name in pile:
                total[name] = total.get(name, 0) + 1
        return dict(sorted(total.items()))

    def hidden(self, t: AnyTable) -> list[HiddenPlace]:
        """The hidden places of all seats and of the table."""
        zones, account = self.zones(t), self.zones(t).hidden
        found: list[HiddenPlace] = []
        of_backs: dict[str, list[str]] = {}
        for each in account.zones:
            of_backs.setdefault(each.partition("/")[0], []).append(each)
        for place in self.places.values():
            if place.kind != "hidden":
                continue
            for name in dict.fromkeys(place.zone(seat) for seat in t.state.seats):
                parts = of_backs.get(name, []) if place.backs else layered.layers_of(zones, name)
                found.append(HiddenPlace(name, account, tuple(parts or (name,))))
        return found

    # -- moves ---------------------------------------------------------------------------------

    def enter(
        self,
        t: AnyTable,
        name: str,
        place: str,
        owner: str = "",
        controller: str | None = None,
        *,
        number: int = 0,
        **fields: Any,
    ) -> T:
        """A card comes to where it has an id: ``Name.n``, counted over the match.

        Args:
            t: the table.
            name: the name of the card.
            place: where it comes to.
            owner: whose card it is.
            controller: who controls it; its owner, where nobody else does.
            number: the number of its id, where a repair says which; the next one where it is 0.
            fields: what the game's own copies have.
        """
        zones = self.zones(t)
        last = zones.numbers.get(name, 0)
        number = number or last + 1
        t.item(zones.numbers, name, max(number, last))
        thing = self.make(
            id=f"{name}.{number}",
            name=name,
            owner=owner,
            controller=owner if controller is None else controller,
            place=place,
            since=t.seq,
            **fields,
        )
        t.item(zones.things, thing.id, thing)
        self.entering(t, thing)
        return thing

    def generate(self, t: AnyTable, name: str, place: str, **said: Any) -> T:
        """A card that was not registered, such as a token, comes to where it has an id; what else
        is said as for :meth:`enter`."""
        self._generate(t, name, 1)
        return self.enter(t, name, place, **said)

    def leave(
        self, t: AnyTable, thing: T, seat: str = "", place: str = "", where: Where = "top"
    ) -> None:
        """A copy leaves, and what belonged to it; it goes home unless it is sent elsewhere.

        Args:
            t: the table.
            thing: the copy.
            seat: the seat to whose place it goes; its owner, where none is named.
            place: where it goes; home, where none is named.
            where: where in that place.
        """
        self.leaving(t, thing)
        zones = self.zones(t)
        t.item(zones.things, thing.id)
        if not place:
            seat, place = self.home(t, thing)
        if not place:
            self._generate(t, thing.name, -1)
        elif self.places[place].kind == "play":
            self.enter(t, thing.name, place, thing.owner)
        else:
            known = self.places[place]
            self._put(t, zones, known, seat or thing.owner, [thing.name], where)

    def move(
        self,
        t: AnyTable,
        cards: Sequence[str] | Mapping[str, int] | int,
        source: tuple[str, str],
        target: tuple[str, str],
        where: Where = "anywhere",
    ) -> list[T]:
        """Cards go from one place to another, each place given as its seat and its name.

        So many cards that nobody sees are a draw of unseen ones, counted by their backs where
        these are public; on top or at the bottom of a deck they are a layer of it. Cards that
        are named are shown on their way, unless they lie open.

        Returns:
            The copies, where they came to have ids.

        Raises:
            Violation: REF-2.1, they cannot be there.
            ValueError: unseen cards go from or to a place that all can see.
        """
        (of, from_place), (to, to_place) = source, target
        origin, goal = self.places[from_place], self.places[to_place]
        if isinstance(cards, int | Mapping):
            self._draw(t, cards, (origin, of), (goal, to), where)
            return []
        self._take(t, origin, of, cards)
        if goal.kind == "play":
            return [self.enter(t, name, goal.name, of, to) for name in cards]
        self._put(t, self.zones(t), goal, to, cards, where)
        return []

    def show(self, t: AnyTable, seat: str, place: str, cards: Sequence[str]) -> None:
        """Cards of a hidden place are shown to all, and stay where they are.

        Raises:
            Violation: REF-2.1, they cannot be there.
        """
        known, hidden = self.places[place], self.zones(t).hidden
        zone = known.zone(seat)
        backs = self.backs_of(t, seat) if known.backs else None
        with t.whole():
            layered.merge(t, self.zones(t), zone)
            refused = backs.refuses(hidden, zone, cards) if backs else hidden.refuses(zone, cards)
            if refused is not None:
                self._forbid(t, seat, place, refused)
        t.keep(hidden)
        if backs is not None:
            backs.reveal(hidden, zone, cards)
        else:
            hidden.reveal(zone, cards)

    def put_back(
        self, t: AnyTable, seat: str, place: str, cards: Sequence[str], where: Where = "anywhere"
    ) -> None:
        """Cards that are out, and that all have seen, come to a place of a seat."""
        self._put(t, self.zones(t), self.places[place], seat, cards, where)

    # -- how it is done ------------------------------------------------------------------------

    def _generate(self, t: AnyTable, name: str, count: int) -> None:
        generated = self.zones(t).generated
        if left := generated.get(name, 0) + count:
            t.item(generated, name, left)
        elif name in generated:
            t.item(generated, name)

    def _draw(
        self,
        t: AnyTable,
        cards: Mapping[str, int] | int,
        from_place: tuple[Place, str],
        to_place: tuple[Place, str],
        where: Where,
    ) -> None:
        """Unseen cards go from one hidden place to another, each given with its seat."""
        (source, of), (target, to) = from_place, to_place
        by_backs = isinstance(cards, Mapping)
        hidden_both = source.kind == target.kind == "hidden"
        if not hidden_both or not source.backs == target.backs == by_backs:
            raise ValueError(f"cards go from {source.name} to {target.name} by names, not unseen")
        zones, zone, goal = self.zones(t), source.zone(of), target.zone(to)
        t.keep(zones.hidden)
        refused: Impossible | None = None
        if isinstance(cards, Mapping):
            backs = self.backs_of(t, of)
            assert backs is not None
            refused = backs.draw(zones.hidden, cards, zone, goal)
        elif cards > (have := layered.size_of(zones, zone)):
            refused = Impossible("size", "", have, cards)
        elif target.ordered and where != "anywhere":
            layered.draw(t, zones, zone, cards, _MOVED)
            layered.put_unseen(t, zones, _MOVED, cards, goal, where)
            zones.hidden.zones.pop(_MOVED, None)
        else:
            layered.merge(t, zones, goal)
            layered.draw(t, zones, zone, cards, goal)
        if refused is not None:
            self._forbid(t, of, source.name, refused)

    def _take(self, t: AnyTable, place: Place, seat: str, cards: Sequence[str]) -> None:
        """Cards that are named leave a place."""
        zones, zone = self.zones(t), place.zone(seat)
        if place.kind == "play":
            raise ValueError(f"a copy leaves {place.name} by itself, not by its name")
        if place.kind == "public":
            pile = list(zones.piles.get(zone, ()))
            for card in cards:
                if card not in pile:
                    have = zones.piles.get(zone, []).count(card)
                    wrong = Impossible("pool", card, have, list(cards).count(card))
                    self._forbid(t, seat, place.name, wrong)
                del pile[len(pile) - 1 - pile[::-1].index(card)]
            t.item(zones.piles, zone, pile)
            return
        t.keep(zones.hidden)
        backs = self.backs_of(t, seat) if place.backs else None
        if backs is not None:
            refused = backs.take(zones.hidden, zone, cards)
        else:
            refused = layered.take_from(t, zones, zone, cards)
        if refused is not None:
            self._forbid(t, seat, place.name, refused)

    def _put(
        self,
        t: AnyTable,
        zones: Zones[T],
        place: Place,
        seat: str,
        cards: Sequence[str],
        where: Where,
    ) -> None:
        """Cards that are named come to a place; in one that has an order the first is topmost."""
        zone = place.zone(seat)
        if place.kind == "public":
            pile = zones.piles.get(zone)
            if pile is not None and where != "bottom":
                t.push(pile, *reversed(cards))
            else:
                t.item(zones.piles, zone, [*reversed(cards), *(pile or ())])
            return
        t.keep(zones.hidden)
        if not place.ordered:  # nobody draws from the top of a hand
            where = "anywhere"
        backs = self.backs_of(t, seat) if place.backs else None
        if backs is not None:
            put = {"top": "put_on_top", "bottom": "put_on_bottom", "anywhere": "put"}[where]
            getattr(backs, put)(zones.hidden, zone, cards)
        elif where != "anywhere":
            layered.put_seen(t, zones, zone, cards, where)
        else:
            layered.merge(t, zones, zone)
            zones.hidden.put(zone, cards)

    def _forbid(self, t: AnyTable, seat: str, place: str, found: Impossible) -> None:
        forbid_showing(t, seat, found, place)


_MOVED = "moved"
"""Where unseen cards are on their way to a deck; no place has such a name."""


def _counts(names: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name in names:
        found[name] = found.get(name, 0) + 1
    return found
