"""Which things, numbers and conditions a catalog means: its tables made into closures."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from referee.house import AnyTable
from referee.parts.effects.effect_run import Run
from referee.parts.effects.in_words import select_in_words, tests_in, words_in
from referee.parts.effects.piled import Piled
from referee.parts.effects.planned import (
    Claim,
    Claims,
    PlannedAim,
    PlannedChange,
    PlannedListen,
    Span,
)
from referee.parts.effects.schema import (
    Aim,
    Amount,
    Change,
    Effect,
    Instead,
    Listen,
    Reckon,
    Select,
    Test,
    Tests,
)
from referee.parts.effects.vocabulary import Vocabulary
from referee.parts.zones import Copy

NO_LIMIT = 9_999
Source = tuple[str, str, str, str]
"""What an outcome comes from: the card, whose it is, what its effect acts as, and the thing that it
comes from, where one does."""


class Reader:
    """Makes closures of the tables of one effect."""

    def __init__(self, vocabulary: Vocabulary, effect: Effect) -> None:
        self.vocabulary, self.aims = vocabulary, effect.aims

    # -- which things --------------------------------------------------------------------------

    def fits(self, select: Select) -> Callable[[Run, Copy], bool]:
        """Whether a copy is what is meant."""
        checks: list[Callable[[Run, Any], bool]] = []
        places = frozenset({select.place}) if select.place else self.vocabulary.in_play
        anywhere = not select.place and places == {*self.vocabulary.places}
        yours, other = select.of == "you", select.other
        if select.of not in ("any", "you"):
            checks.append(_WHOSE[select.of])
        checks += self._words(select)

        def fits(r: Run, thing: Copy) -> bool:
            if not (anywhere or thing.place in places):
                return False
            if (yours and thing.controller != r.seat) or (other and thing is r.source):
                return False
            for check in checks:  # noqa: SIM110  (twice as fast)
                if not check(r, thing):
                    return False
            return True

        return fits

    def card_fits(self, select: Select | None) -> Callable[[Run, str], bool] | None:
        """Whether a card of that name is what is meant; None where any is."""
        checks = self._words(select) if select is not None else []
        return _all(checks) if checks else None

    def _words(self, select: Select) -> list[Callable[[Run, Any], bool]]:
        has = self.vocabulary.has
        checks: list[Callable[[Run, Any], bool]] = []
        for word in words_in(select.all_of):
            checks.append(lambda r, thing, word=word: has(r.t, thing, word))  # type: ignore[misc]
        if words := words_in(select.any):
            checks.append(lambda r, thing: any(has(r.t, thing, word) for word in words))
        for word in words_in(select.none_of):
            checks.append(
                lambda r, thing, word=word: not has(r.t, thing, word)  # type: ignore[misc]
            )
        if names := frozenset(words_in(select.named)):
            checks.append(lambda r, thing: not names.isdisjoint(_names(thing)))
        for number, bounds in select.numbers.items():
            least, most = bounds if isinstance(bounds, tuple) else (bounds, bounds)
            if number in self.vocabulary.memories:
                checks.append(
                    lambda r, thing, number=number, least=least, most=most: (  # type: ignore[misc]
                        least <= r.number(number, thing) <= most or r.forgot(number)
                    )
                )
                continue
            checks.append(
                lambda r, thing, number=number, least=least, most=most: (  # type: ignore[misc]
                    least <= r.number(number, thing) <= most
                )
            )
        return checks

    def options(self, select: Select) -> Callable[[Run], list[str]]:
        """The ids of all copies that are meant."""
        fits, things = self.fits(select), self.vocabulary.things
        return lambda r: [name for name, thing in things(r.t).items() if fits(r, thing)]

    def reference(self, name: str) -> Callable[[Run], str]:
        """The id of the thing, or the seat, that a name stands for; empty where there is none."""
        if name == "self":
            return lambda r: r.doing.source
        if name == "it":
            return lambda r: r.it
        if name in self.aims:
            return lambda r: r.aims[name][0] if r.aims.get(name) else ""
        if name in self.vocabulary.stands:
            return self.vocabulary.stands[name]
        return lambda r: r.named.get(name, "")

    def _about(self, name: str) -> Callable[[Run], Copy | None]:
        """The copy that a number is asked about; the source where nothing is named."""
        if name in ("", "self"):
            return lambda r: r.source
        known = self.reference(name)
        return lambda r: r.remembered(known(r))

    # -- numbers and tests ---------------------------------------------------------------------

    def span(self, amount: Amount) -> Callable[[Run], Span]:
        """The least and the most that a number can be."""
        if isinstance(amount, int):
            fixed = (amount, amount)
            return lambda r: fixed
        if isinstance(amount, tuple):
            bounds = amount
            return lambda r: bounds
        if isinstance(amount, str):
            name, borne = amount, amount in self.vocabulary.memories

            def named(r: Run) -> Span:
                if borne and r.forgot(name):
                    return 0, NO_LIMIT
                value = r.number(name, r.source)
                return value, value

            return named
        return self._reckoned(amount)

    def is_sought(self, amount: Amount) -> bool:
        """Whether up to as many are meant as are found in a hidden place: none need be found, and
        as many as there can be are, where nobody says how many."""
        if not isinstance(amount, Reckon) or not amount.up_to or amount.count is None:
            return False
        place = self.vocabulary.places.get(amount.count.place)
        return place is not None and place.kind == "hidden"

    def _reckoned(self, amount: Reckon) -> Callable[[Run], Span]:
        base = self._base(amount)
        if base is None:
            low, high = amount.least or 0, NO_LIMIT if amount.most is None else amount.most
            return lambda r: (low, high)
        times, over, plus, least, most = (
            amount.times,
            amount.over,
            amount.plus,
            amount.least,
            amount.most,
        )
        nearly = over - 1 if amount.rounded_up else 0
        if (times, over, plus, least, most, amount.up_to) == (1, 1, 0, None, None, False):
            return base

        def reckon(r: Run) -> Span:
            low, high = base(r)
            low, high = ((each * times + nearly) // over + plus for each in (low, high))
            if times < 0:
                low, high = high, low
            if least is not None:
                low, high = max(low, least), max(high, least)
            if most is not None:
                low, high = min(low, most), min(high, most)
            return low, high

        if amount.up_to:
            lowest = least or 0
            return lambda r: (lowest, max(lowest, reckon(r)[1]))
        return reckon

    def _base(self, of: Reckon | Test) -> Callable[[Run], Span] | None:
        """What a number or a test begins with; None where it names nothing."""
        if of.count is not None:
            return self._counted(of.count)
        if isinstance(of, Reckon) and of.highest is not None:
            return self._highest(of.highest, of.ask)
        if of.ask:
            name, about, own = of.ask, self._about(of.about), of.about == "self"
            named, borne = of.about, of.ask in self.vocabulary.memories

            def asked(r: Run) -> Span:
                if own and r.lost():
                    return -NO_LIMIT, NO_LIMIT
                if borne and r.forgot(name):
                    return 0, NO_LIMIT
                value = r.number(name, about(r) or next(iter(_cards_of(r, named)), None))
                return value, value

            return asked
        if of.last:
            last = of.last

            def did(r: Run) -> Span:
                value = r.done.get(last, 0)
                if r.apiece and any(name == last for name, _ in r.done_to):
                    value = r.done_to.get((last, r.it), 0)
                return value, value

            return did
        return None

    def _highest(self, select: Select, name: str) -> Callable[[Run], Span]:
        """The most that a named number is of any thing, or card of an open place, that is meant."""
        place = self.vocabulary.places.get(select.place)
        if place is None or place.kind == "play":
            fits, things = self.fits(select), self.vocabulary.things

            def of_things(r: Run) -> Span:
                found = [r.number(name, each) for each in things(r.t).values() if fits(r, each)]
                return (max(found, default=0),) * 2

            return of_things
        card, where, of = self.card_fits(select), place.name, select.of
        cards, lying = self.vocabulary.cards, self.vocabulary.lying

        def of_cards(r: Run) -> Span:
            known = (
                lying(r, seat, where, each)
                for seat in _seats(r, of)
                for each in cards(r.t, seat, where).cards
            )
            found = [r.number(name, each) for each in known if card is None or card(r, each)]
            return (max(found, default=0),) * 2

        return of_cards

    def _counted(self, select: Select) -> Callable[[Run], Span]:
        if found := select.among:
            fitting, history, whose = self.card_fits(select), self.vocabulary.history, select.of
            past = history.get(found)

            def count_found(r: Run) -> Span:
                cards: Sequence[str] = r.found.get(found, ()) or r.met.get(found, ())
                if past is not None:
                    cards = [each for seat in _seats(r, whose) for each in past(r, seat)]
                count = sum(fitting is None or fitting(r, each) for each in cards)
                return count, count

            return count_found
        place = self.vocabulary.places.get(select.place)
        if place is None or place.kind == "play":
            fits, things = self.fits(select), self.vocabulary.things

            def count(r: Run) -> Span:
                found = sum(fits(r, thing) for thing in things(r.t).values())
                return found, found

            return count
        card, cards, name, of = self.card_fits(select), self.vocabulary.cards, place.name, select.of
        shared, lying = place.of == "table", self.vocabulary.lying
        itself = self.vocabulary.itself if select.other else None

        def counted(r: Run) -> Span:
            low = high = 0
            for seat in ("",) if shared else _seats(r, of):
                among = cards(r.t, seat, name)
                fitting = among.size
                if card is not None:
                    fitting = sum(
                        n for each, n in among.cards.items() if card(r, lying(r, seat, name, each))
                    )
                others = 0 if card is None else sum(among.cards.values()) - fitting
                own = "" if itself is None else itself(r, seat, name)
                less = 1 if own and (card is None or card(r, lying(r, seat, name, own))) else 0
                low += max(0, among.size - others - less)
                high += max(0, min(among.size, fitting) - less)
            return low, high

        return counted

    def tests(self, tests: Tests) -> tuple[Callable[[Run], bool | None], ...]:
        """Whether each of them holds; None where nobody can see it."""
        return tuple(map(self._test, tests_in(tests)))

    def _test(self, test: Test) -> Callable[[Run], bool | None]:
        base = self._base(test)
        unsaid = test.least is None and test.most is None
        least = 1 if unsaid else -NO_LIMIT if test.least is None else test.least
        most = NO_LIMIT if test.most is None else test.most
        own = test.about == "self"
        ask = None if test.ask.casefold() == "x" else self.vocabulary.numbers.get(test.ask)
        if test.count is None and ask is not None and test.about in ("", "self"):
            borne = test.ask in self.vocabulary.memories

            def number(r: Run) -> bool | None:
                source = r.source
                if borne and r.forgot(test.ask):
                    return None
                if source is None and own and r.lost():
                    return True if (least, most) == (-NO_LIMIT, NO_LIMIT) else None
                return least <= ask(r, source) <= most

            return number
        if base is None:
            about, has = self._about(test.about), self.vocabulary.has
            had = self.vocabulary.had or has
            wanted, unwanted = words_in(test.all_of), words_in(test.none_of)
            asked = tuple(self.vocabulary.memories & {*wanted, *unwanted})

            def words(r: Run) -> bool | None:
                if own and r.lost():
                    return None
                thing = about(r)
                if asked and thing is not None and r.forgot(*asked, of=thing):
                    return None
                if thing is None:
                    return any(fits(r.t, card) for card in _cards_of(r, test.about))
                gone = bool(r.records) and thing.id in r.records and r.thing(thing.id) is None
                return fits(r.t, thing, had if gone else has)

            def fits(t: AnyTable, thing: Any, has: Callable[..., bool] = has) -> bool:
                return all(has(t, thing, w) for w in wanted) and not any(
                    has(t, thing, w) for w in unwanted
                )

            return words

        def holds(r: Run) -> bool | None:
            low, high = base(r)
            if least <= low and high <= most:
                return True
            return None if least <= high and low <= most else False

        return holds

    def claims(self, tests: Tests) -> tuple[Claims, ...]:
        """What is claimed of hidden places where each of them is said to hold, and where not."""
        return tuple(map(self._claims, tests_in(tests)))

    def _claims(self, test: Test) -> Claims:
        select = test.count
        place = self.vocabulary.places.get(select.place) if select is not None else None
        if select is None or place is None or place.kind != "hidden":
            return None, None
        claims, cards, fits = self.vocabulary.claims, self.vocabulary.cards, self.card_fits(select)
        if fits is None:
            return None, None
        name, of, shared = place.name, select.of, place.of == "table"
        lying = self.vocabulary.lying

        def none_there(r: Run) -> None:
            for seat in ("",) if shared else _seats(r, of):
                among = cards(r.t, seat, name)
                if names := tuple(
                    each for each in among.cards if fits(r, lying(r, seat, name, each))
                ):
                    claims(r.t, seat, name, names)

        claim: Claim = none_there
        least = 1 if test.least is None and test.most is None else test.least
        return (claim if test.most == 0 else None), (
            claim if (least, test.most) == (1, None) else None
        )

    # -- aims ------------------------------------------------------------------------

    def aim(self, name: str, aim: Aim) -> PlannedAim:
        """An aim, ready to be read."""
        count = self._of_modes(self.span(aim.count), words_in(aim.modes))
        what = aim.what
        if isinstance(what, Select):
            if what.place in self.vocabulary.piles:
                return self._aim_at_cards(name, aim, what, count)
            fits, things = self.fits(what), self.vocabulary.things

            def fitting(r: Run, thing: str) -> bool:
                found = things(r.t).get(thing)
                return found is not None and fits(r, found)

            in_words, reads = select_in_words(what), (what, aim.count)
            return PlannedAim(name, self.options(what), fitting, count, in_words, aim.by, reads)
        options = SEATS.get(what)
        if options is None:
            options = self._pending(aim)
        if aim.numbers:
            options = self._players_with(options, aim.numbers)
        found = options
        among: Callable[[Run, str], bool] = lambda r, one: one in found(r)  # noqa: E731
        return PlannedAim(name, found, among, count, what, aim.by, (aim.count,))

    @staticmethod
    def _players_with(
        options: Callable[[Run], Sequence[str]], numbers: Mapping[str, int | tuple[int, int]]
    ) -> Callable[[Run], Sequence[str]]:
        """The players of whom all these numbers are as said."""

        def fitting(r: Run) -> list[str]:
            found, it = [], r.it
            for seat in options(r):
                r.it = seat
                asked = ((r.number(name), bounds) for name, bounds in numbers.items())
                pairs = ((n, b if isinstance(b, tuple) else (b, b)) for n, b in asked)
                if all(low <= n <= high for n, (low, high) in pairs):
                    found.append(seat)
            r.it = it
            return found

        return fitting

    def _pending(self, aim: Aim) -> Callable[[Run], Sequence[str]]:
        """What is pending, of a player's own doing where that is said."""
        vocabulary = self.vocabulary
        found: Callable[[Run], Sequence[str]] = lambda r: vocabulary.pending(r.t)  # noqa: E731
        if aim.untriggered:

            def untriggered(r: Run) -> list[str]:
                set_off = vocabulary.set_off(r.t)
                return [one for one in vocabulary.pending(r.t) if one not in set_off]

            found = untriggered
        return found if aim.aimed is None else self._of_these(found, aim.aimed)

    def _of_these(
        self, pending: Callable[[Run], Sequence[str]], select: Select
    ) -> Callable[[Run], Sequence[str]]:
        """What is pending and aimed at one of these, as far as all can see."""
        fits, vocabulary = self.fits(select), self.vocabulary

        def options(r: Run) -> list[str]:
            things, found = vocabulary.things(r.t), []
            for one in pending(r):
                aims = vocabulary.aimed_at(r.t, one)
                on = () if aims is None else [things[each] for each in aims if each in things]
                if aims is None or any(fits(r, thing) for thing in on):
                    found.append(one)
            return found

        return options

    def _aim_at_cards(
        self, name: str, aim: Aim, what: Select, count: Callable[[Run], Span]
    ) -> PlannedAim:
        """An aim at cards of open piles."""
        of = what.of
        seats = lambda r: _seats(r, of)  # noqa: E731
        piled = Piled(self.vocabulary, what.place, seats, self.card_fits(what))
        in_words, reads = f"{select_in_words(what)}", (what, aim.count)
        return PlannedAim(
            name, piled.options, piled.fits, count, in_words, aim.by, reads, piled=piled
        )

    @staticmethod
    def _of_modes(count: Callable[[Run], Span], modes: Sequence[str]) -> Callable[[Run], Span]:
        """How many an aim takes that is of some modes alone: none, where another is chosen."""
        if not modes:
            return count

        def of_chosen(r: Run) -> Span:
            chosen = [mode.name for mode in r.modes] or r.doing.mode
            return (0, 0) if set(modes).isdisjoint(chosen) else count(r)

        return of_chosen

    def is_piled(self, aim: Aim) -> bool:
        """Whether an aim is of cards of open piles."""
        return isinstance(aim.what, Select) and aim.what.place in self.vocabulary.piles

    def each(self, each: str | Select) -> Callable[[Run], Sequence[str]]:
        """The things or seats for each of which a step is done."""
        if isinstance(each, Select):
            return self.options(each)
        if each in self.aims:
            return lambda r: r.aims.get(each, ())
        if each not in SEATS:
            return lambda r: r.those.get(each, ())
        return SEATS[each]

    # -- texts of what is in play ------------------------------------------------------------

    def change(self, change: Change) -> PlannedChange:
        """What a text changes while its source is in play."""
        concerns, charges = self._concerns(change.on), self._charges(change.on)
        amount = self.span(change.amount)
        return PlannedChange(
            change.layer,
            change.what,
            change.word,
            concerns,
            charges,
            amount,
            fixed=change.amount if isinstance(change.amount, int) else None,
            own=change.on == "self",
            lies=self._lies(change.on),
        )

    def instead(self, instead: Instead) -> PlannedChange:
        """What a text puts in the place of an outcome while its source is in play."""
        concerns: Callable[[Run, str], bool] = lambda r, one: True  # noqa: E731
        if instead.what is not None:
            concerns = self._concerns(instead.what)
        reckoned = instead.prevent if isinstance(instead.prevent, Reckon) else instead.amount
        reckoned = reckoned if instead.more is None else instead.more
        amount = self.span(0 if reckoned is None else reckoned)
        return PlannedChange(
            "instead", instead.of, "", concerns, lambda r, seat, card: False, amount, instead,
            fixed=instead.prevent if isinstance(instead.prevent, int) else None,
            by=self._by_source(instead.by),
        )  # fmt: skip

    def _by_source(self, by: Select | None) -> Callable[[Run, Source], bool] | None:
        """Whether what an outcome comes from is meant: a card by its name, and what it acts as."""
        if by is None:
            return None
        whose, fits = by.of, self.card_fits(msgspec.structs.replace(by, all_of=()))
        wanted, has, things = words_in(by.all_of), self.vocabulary.has, self.vocabulary.things

        def meant(r: Run, source: Source) -> bool:
            card, seat, acts_as, thing = source
            of = things(r.t).get(thing, card)
            own = all(word == acts_as or has(r.t, of, word) for word in wanted)
            return own and seat in _seats(r, whose) and (fits is None or fits(r, card))

        return meant

    def untold(self) -> PlannedChange:
        """What nobody knows of a text that is not told in full."""
        return PlannedChange(
            "untold", "", "", lambda r, one: False, lambda r, seat, card: False, self.span(0)
        )

    def listen(self, listen: Listen) -> PlannedListen:
        """What a text listens for."""
        about: Callable[[Run, Any], bool] | None = None
        if listen.what == "self":
            about = lambda r, thing: thing is r.source  # noqa: E731
        elif (what := listen.what) is not None:
            fits, card_fits = self.fits(what), self.card_fits(what)

            def fitting(r: Run, thing: Copy | str) -> bool:
                if isinstance(thing, str):
                    return card_fits is None or card_fits(r, thing)
                return fits(r, thing)

            about = fitting
        seat: Callable[[Run, str], bool] | None = None
        if (of := listen.seat) != "any":
            seat = lambda r, one: one in _seats(r, of)  # noqa: E731
        kinds = words_in(listen.kind)
        return PlannedListen(listen.on, about, seat, kinds, self.tests(listen.tests))

    def _concerns(self, on: str | Select) -> Callable[[Run, str], bool]:
        """Whether a thing or seat is meant, by its id."""
        if isinstance(on, Select):
            fits, things = self.fits(on), self.vocabulary.things

            def fitting(r: Run, one: str) -> bool:
                thing = things(r.t).get(one)
                return thing is not None and fits(r, thing)

            return fitting
        if on == "self":
            return lambda r, one: one == r.doing.source
        if on == "you":
            return lambda r, one: one == r.seat
        if on in self.vocabulary.stands:
            stands = self.vocabulary.stands[on]
            return lambda r, one: one == stands(r)
        whose, of, name = on.partition(" of ")
        if of:
            known = self.reference(name)
            return lambda r, one: one == getattr(r.thing(known(r)), whose, "")
        seats = SEATS[on]
        return lambda r, one: one in seats(r)

    def _lies(self, on: str | Select) -> Callable[[Run, str, str, str], bool]:
        """Whether a card in a place of a seat is meant, or without a name all that lie there."""
        if not isinstance(on, Select):
            return lambda r, seat, place, card: False
        of, where, fits = on.of, on.place, self.card_fits(on)

        def lies(r: Run, seat: str, place: str, card: str) -> bool:
            if place != where or not (of == "any" or seat in _seats(r, of)):
                return False
            return fits is None or bool(card and fits(r, card))

        return lies

    def _charges(self, on: str | Select) -> Callable[[Run, str, str], bool]:
        """Whether what a seat pays for a card, or for a thing by its id, is meant."""
        if not isinstance(on, Select):
            concerns = self._concerns(on)
            by_card = on == "self"
            return lambda r, seat, card: concerns(r, card if by_card else seat)
        of, fits, things = on.of, self.card_fits(on), self.vocabulary.things

        def charged(r: Run, seat: str, card: str) -> bool:
            if of != "any" and seat not in _seats(r, of):
                return False
            return fits is None or bool(card and fits(r, things(r.t).get(card, card)))  # type: ignore[arg-type]

        return charged


def _all(checks: Sequence[Callable[[Run, Any], bool]]) -> Callable[[Run, Any], bool]:
    if len(checks) == 1:
        return checks[0]
    if len(checks) == 2:
        one, other = checks
        return lambda r, thing: one(r, thing) and other(r, thing)

    def every(r: Run, thing: Any) -> bool:
        for check in checks:  # noqa: SIM110  (twice as fast)
            if not check(r, thing):
                return False
        return True

    return every


def _names(thing: Copy | str) -> tuple[str, str]:
    name = thing if isinstance(thing, str) else thing.name
    return name, name.partition(",")[0]


def _cards_of(r: Run, named: str) -> Sequence[str]:
    """The cards that an earlier step found, or that the effect was set off by, by their names."""
    return r.found.get(named, ()) or r.met.get(named, ())


def _seats(r: Run, of: str) -> Sequence[str]:
    if of == "you":
        return (r.seat,)
    if of == "opponent":
        return r.opponents()
    if of == "ally":
        against = r.opponents()
        return [seat for seat in r.players() if seat != r.seat and seat not in against]
    if of == "it":
        return (r.it,)
    return r.players()


_WHOSE: Mapping[str, Callable[[Run, Copy], bool]] = {
    "you": lambda r, thing: thing.controller == r.seat,
    "opponent": lambda r, thing: thing.controller in r.opponents(),
    "ally": lambda r, thing: thing.controller in _seats(r, "ally"),
    "it": lambda r, thing: thing.controller == r.it,
}
SEATS: Mapping[str, Callable[[Run], Sequence[str]]] = {
    "player": Run.players,
    "opponent": Run.opponents,
}
"""The seats that a word stands for."""
