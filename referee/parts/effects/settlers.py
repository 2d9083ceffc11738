"""How each part of a step is settled: what was logged against what the card says.

What was not logged is as the card says; where the card leaves it open, it is asked for, unless
there is only one possibility.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any

from events.outcome import Nothing
from referee.choice import Choice, Number, OneOf, Some
from referee.english import a_or_an, listed, plural
from referee.parts.effects.effect_run import Run, spelling
from referee.parts.effects.in_words import (
    amount_in_words,
    bounds_in_words,
    numbers_in_words,
    select_in_words,
    words_in,
)
from referee.parts.effects.piled import split
from referee.parts.effects.planned import IMPOSSIBLE, Settler, left_of
from referee.parts.effects.schema import By, Part, Pick, Select, Step, names_read
from referee.parts.effects.selectors import SEATS, Reader
from referee.parts.effects.standins import absent, asked, doubt, other, picker, possible, unspoken
from referee.parts.foreseen import foreseen, turned_up
from referee.parts.layered import Layer
from referee.parts.thing_names import bearing, only_one, require_playing
from referee.parts.zones import Among

_ORDER = ("thing", "seat", "word", "count", "cards")
Values = dict[str, Any]


def settlers(reader: Reader, step: Step, word: str) -> tuple[Settler, ...]:
    """How the parts of a step are settled, in the order in which that is done."""
    vocabulary = reader.vocabulary
    parts = vocabulary.parts[word]
    primitive = vocabulary.primitive(word)
    defaults, either = primitive.defaults, primitive.either
    meant = next((each for each in either if getattr(step, each) is not None), *either[:1] or ("",))
    quantity = next((part.name for part in parts if part.kind in ("count", "cards")), "")
    picked = primitive.picked
    special = {*either, *primitive.asks, *primitive.own, picked}
    made = []

    def place(part: Part) -> int:
        if part.kind == "count" and part.name in primitive.asks:
            return len(_ORDER)  # the game is asked for it when all else is known
        # what a seat or thing can be may hang on a word that nobody has to choose
        known = part.kind == "word" and part.name not in special and _is_one(step, part)
        return -1 if known else _ORDER.index(part.kind)

    for part in sorted((part for part in parts if part.kind in _ORDER), key=place):
        said = getattr(step, part.name)
        settle = _Part(reader, word, part, parts, part.name == quantity, step.by)
        if part.name in either and part.name != meant:
            made.append(absent(part.name, defaults.get(part.name)))
        elif said is None and part.name in primitive.own:
            default = defaults.get(part.name)
            made.append(unspoken(part.name, default, primitive.own[part.name]))
        elif said is None and part.name in primitive.asks:
            made.append(asked(part, primitive.asks[part.name], settle.spelled))
        elif part.name == picked and said is None:
            by = picks(step, parts)
            made.append(picker(part.name, vocabulary.pickers.get(by, by)))
        elif part.kind == "thing":
            made.append(settle.thing("self" if said is None else said))
        elif part.kind == "seat":
            made.append(settle.seat("you" if said is None else said, defaults.get(part.name)))
        elif part.kind == "word":
            made.append(settle.word_part(said, defaults.get(part.name)))
        elif part.kind == "count":
            made.append(settle.count(defaults.get(part.name, 1) if said is None else said))
        elif said is None and part.name in defaults:
            made.append(settle.cards(Pick(count=0)))
        elif isinstance(said, str):
            made.append(settle.cards_found(said))
        else:
            made.append(settle.cards(said or Pick(), defaults.get(part.name)))
    return tuple(made)


def _is_one(step: Step, part: Part) -> bool:
    """Whether a word is said, or as it is where nobody says it: there is no choice of it."""
    said = getattr(step, part.name)
    return said is None or len(words_in(said)) == 1


def picks(step: Step, parts: Sequence[Part]) -> By:
    """Who picks the cards of a step."""
    for part in parts:
        pick = getattr(step, part.name, None)
        if isinstance(pick, Pick) and pick.by != "you":
            return pick.by
    return step.by


class _Part:
    """What the settling of one part is made from."""

    def __init__(
        self,
        reader: Reader,
        word: str,
        part: Part,
        parts: Sequence[Part],
        quantity: bool,
        by: By = "you",
    ) -> None:
        self.reader, self.word, self.name, self.parts, self.by = reader, word, part.name, parts, by
        self.seat_part = next((each.name for each in parts if each.kind == "seat"), "")
        primitive = reader.vocabulary.primitive(word)
        self.able = primitive.able if quantity else None
        self.can, self.declined = primitive.able, primitive.declined
        self.there = primitive.able if quantity and not primitive.whole else primitive.there
        self.whole = primitive.whole
        self.faces = primitive.faces if quantity else None
        self.among, self.lacks, self.picked = primitive.among, primitive.lacks, primitive.picked
        self.known = primitive.known

    def spelled(self, r: Run, values: Mapping[str, Any]) -> Callable[[str], str]:
        """How the outcome is written with a value of this part, and with what was said of it."""
        logged = r.logged()
        said = {part.name: getattr(logged, part.name, None) for part in self.parts}
        known = said | {name: value for name, value in values.items() if name != self.picked}
        spelled: Callable[[str], str] = spelling(self.parts, self.word, known, self.name)
        return spelled

    # -- things, seats, words ------------------------------------------------------------------

    def thing(self, said: str | Select) -> Settler:
        """A thing that is known, or a choice among those that fit."""
        return self._known_thing(said) if isinstance(said, str) else self._one_of_things(said)

    def _known_thing(self, said: str) -> Settler:
        name, things = self.name, self.reader.vocabulary.things
        known, left = self.reader.reference(said), left_of(self.reader, said)
        reads = said if said in self.reader.vocabulary.memories else ""

        def is_meant(r: Run, logged: Any) -> bool:
            return (meant := known(r)) == logged or meant in bearing(r, logged)

        def settle(r: Run, logged: Any, values: Values) -> Any:
            meant = known(r)
            if logged is not None and not is_meant(r, logged):
                other(r, name, meant, logged, reads)
                meant = logged
            return things(r.t).get(meant) or left(r, meant)

        return Settler(name, settle, is_meant, known=said)

    def _one_of_things(self, said: Select) -> Settler:
        name, things = self.name, self.reader.vocabulary.things
        fits, options = self.reader.fits(said), self.reader.options(said)
        wanted, reads, by = select_in_words(said, name), said, self.by
        by_other = by != "you"

        def fitting(r: Run, logged: Any) -> bool:
            can_be = (logged,) if logged in (there := things(r.t)) else bearing(r, logged)
            return any(fits(r, there[one]) for one in can_be)

        def choose(r: Run, logged: Any, values: Values) -> Any:
            spelled = self.spelled(r, values)
            if logged is not None:
                thing = things(r.t).get(logged) or only_one(r, logged, fits, spelled)
                if not fits(r, thing):
                    r.contradict(
                        "it is for {wanted}, logged {logged}",
                        legal=listed(options(r)),
                        reads=reads,
                        wanted=a_or_an(wanted),
                        logged=logged,
                    )
                if by_other:
                    r.decided(by, thing.controller)
                return thing
            found = options(r)
            if len(found) > 1:
                there = things(r.t)
                found = [
                    one.id
                    for one in possible(r, self.can, values, name, [there[id] for id in found])
                ]
            if not found:
                return IMPOSSIBLE
            if len(found) > 1:
                ask, whose = f"say which {name}", ""
                if by_other:
                    seats = {things(r.t)[one].controller for one in found}
                    whose = seats.pop() if len(seats) == 1 else ""
                chosen = r.choose(name, OneOf(tuple(found)), ask, spelled, by, whose)
                if by_other:
                    r.decided(by, whose)
                return things(r.t)[chosen]
            return things(r.t)[found[0]]

        return Settler(name, choose, fitting, wanted)

    def seat(self, said: str, default: str | None) -> Settler:
        """A seat that is known, or a choice of a player or an opponent; of that which nobody
        makes, the default."""
        name = self.name
        if said == "you":

            def yours(r: Run, logged: Any, values: Values) -> Any:
                if logged is not None and logged != r.seat:
                    require_playing(r, logged)
                    other(r, name, r.seat, logged)
                    return logged
                return r.seat

            return Settler(name, yours, lambda r, logged: logged == r.seat)
        options, by_other = SEATS.get(said) or self._seat_of(said), self.by != "you"

        def settle(r: Run, logged: Any, values: Values) -> Any:
            seats = [seat for seat in options(r) if seat]
            if logged is None:
                if not seats:
                    return IMPOSSIBLE
                if len(seats) > 1 and not (seats := possible(r, self.can, values, name, seats)):
                    return IMPOSSIBLE
                if len(seats) == 1:
                    return seats[0]
                if default is not None and r.chooser is None:
                    return default
                ask, choice = f"say which {name}", OneOf(tuple(seats))
                logged = r.choose(name, choice, ask, self.spelled(r, values), self.by)
            elif logged not in seats:
                require_playing(r, logged)
                other(r, name, seats or "nobody", logged)
            if by_other and len(seats) > 1:
                r.decided(self.by)
            return logged

        wanted = said if said in SEATS else ""
        return Settler(name, settle, lambda r, logged: logged in options(r), wanted)

    def _seat_of(self, said: str) -> Callable[[Run], Sequence[str]]:
        whose, of, name = said.partition(" of ")
        if not of:
            known = self.reader.reference(said)
            return lambda r: (known(r),)
        aim = self.reader.aims.get(name)
        if aim is not None and self.reader.is_piled(aim):
            return lambda r: [split(r, one)[0] for one in r.aims.get(name, ())[:1]]
        reference = self.reader.reference(name)

        def seat(r: Run) -> Sequence[str]:
            thing = r.remembered(reference(r))
            if thing is None and name == "self":
                if r.lost():
                    return r.players()
                thing = r.source
            return () if thing is None else (getattr(thing, whose),)

        return seat

    def word_part(self, said: Any, default: Any) -> Settler:
        """One word, or a choice among several."""
        name = self.name
        words = words_in(said) if said is not None else (default,)
        by_other = self.by != "you"

        def settle(r: Run, logged: Any, values: Values) -> Any:
            if logged is None and len(words) == 1:
                return words[0]
            whose = values.get(self.seat_part, "") if by_other else ""
            if logged is None:
                able = possible(r, self.can, values, name, words)
                if len(able) < 2:
                    return able[0] if able else IMPOSSIBLE
                ask, spelled = f"say which {name}", self.spelled(r, values)
                logged = r.choose(name, OneOf(tuple(able)), ask, spelled, self.by, whose)
            elif logged not in words:
                other(r, name, tuple(map(str, words)), str(logged))
            if by_other and len(words) > 1:
                r.decided(self.by, whose)
            return logged

        return Settler(name, settle, lambda r, logged: logged in words)

    # -- numbers and cards ---------------------------------------------------------------------

    def count(self, said: Any) -> Settler:
        """A number that is known, or a choice within bounds."""
        name, word, able, faces, there = self.name, self.word, self.able, self.faces, self.there
        whole = self.whole
        span = self.reader.span(said)
        in_words, reads, by_other = amount_in_words(said), said, self.by != "you"
        named = () if isinstance(said, int) else tuple(names_read(said))
        sought = self.reader.is_sought(said)

        def settle(r: Run, logged: Any, values: Values) -> Any:
            least, most = span(r)
            if logged is None:
                if named:
                    r.clouded(*named)
                if able is not None and most > 0 and (could := able(r, values)) < most:
                    if could < least and r.list == "payment":
                        could = most  # a cost is paid whole, or refused by its own rule
                    elif could <= 0 or (whole and could < least):
                        return IMPOSSIBLE
                    least, most = min(least, could), could
                if least == most:
                    # a price may come to nothing, and is paid then
                    paid = r.list == "payment" or (whole and r.at > 0)
                    is_known = least or isinstance(said, int) or paid
                    return least if is_known else IMPOSSIBLE
                if sought and r.chooser is None and not any(type(x) is Nothing for x in r.log):
                    return most
                choice: Choice = Number(least, most)
                if faces is not None:
                    choice = OneOf(tuple(one for one in faces(r) if least <= one <= most))
                ask = f"say the {name}, {least} to {most}"
                whose = values.get(self.seat_part, "")
                logged = r.choose(name, choice, ask, self.spelled(r, values), self.by, whose)
            if by_other and least != most:
                r.decided(self.by, values.get(self.seat_part, ""))
            over = logged > most
            short = logged < least and (there is None or logged < min(least, there(r, values)))
            if over or short:
                why = "at most {most} {word}" if over else "at least {least} {word}"
                bounds: dict[str, Any] = {"most": most} if over else {"least": least, "most": most}
                r.contradict(
                    f"{why}, logged {{logged}}" if least != most else _EXACTLY,
                    legal=bounds_in_words(least, most),
                    reads=reads,
                    **bounds,
                    word=word,
                    logged=logged,
                    told=in_words,
                    name=name,
                )
            return logged

        def within(r: Run, logged: int) -> bool:
            least, most = span(r)
            return least <= logged <= most

        return Settler(name, settle, None, within=within)

    def cards_found(self, called: str) -> Settler:
        """The cards that an earlier step found."""
        name = self.name

        def settle(r: Run, logged: Any, values: Values) -> Any:
            found = tuple(map(str, r.found.get(called) or _once_called(r, called)))
            if logged is not None and sorted(logged) != sorted(found):
                other(r, name, ", ".join(found) or "none", ", ".join(logged) or "none")
                return logged
            return found or IMPOSSIBLE

        return Settler(name, settle, None)

    def cards(self, pick: Pick, default: tuple[str, ...] | None = None) -> Settler:
        """Cards that are picked, or shown until one fits; the default, where nobody says any."""
        picked = _Cards(self, pick, default)
        fits, named = picked.fits, pick.what is not None and bool(pick.what.named)
        within = None  # cards of one name tell steps of one word apart
        if fits is not None and named:
            within = lambda r, logged: all(fits(r, card) for card in logged)  # noqa: E731
        return Settler(self.name, picked.settle, None, picked.wanted, within)


def _once_called(r: Run, called: str) -> tuple[str, ...]:
    """The name of a thing that an earlier step was about, which is gone by now."""
    thing = r.named.get(called, "")
    return (thing.rpartition(".")[0],) if thing and r.thing(thing) is None else ()


class _Cards:
    """Cards that are picked, or shown until one fits.

    Args:
        part: the part of the step.
        pick: which cards.
        default: what they are where nobody says any.
    """

    def __init__(self, part: _Part, pick: Pick, default: tuple[str, ...] | None) -> None:
        self.part, self.pick, self.default = part, pick, default
        self.span = part.reader.span(pick.count)
        self.fits = part.reader.card_fits(pick.what)
        self.until = part.reader.card_fits(pick.until)
        self.rare = part.reader.card_fits(pick.rare)
        self.wanted = select_in_words(pick.what, "card") if pick.what is not None else "card"
        self.by = part.by if pick.by == "you" else pick.by
        self.other = pick.what is not None and pick.what.other
        self.reads = (pick.count, pick.what, pick.until)

    def settle(self, r: Run, logged: Any, values: Values) -> Any:
        """The cards, as they were logged or as it has to be; of those that an earlier step found
        the others are the ``rest``."""
        cards = self._settled(r, logged, values)
        if self.pick.of:
            taken = cards if isinstance(cards, tuple) else ()
            left = Counter(r.found.get(self.pick.of, ())) - Counter(taken)
            r.found["rest"] = tuple(left.elements())
        return cards

    def _settled(self, r: Run, logged: Any, values: Values) -> Any:
        if logged is None:
            return self._unsaid(r, values) if self.default is None else self.default
        least, most = self.span(r)
        count = len(logged)
        if count > most or (count < least and self.until is None):
            self._require_enough(r, logged, values, least, most)
        if self.fits is not None or self.pick.of:
            for card in logged:
                if not self._fits(r, values, card):
                    why = "each is {wanted}, logged {logged}"
                    r.contradict(why, reads=self.reads, wanted=a_or_an(self.wanted), logged=card)
        if self.other and (own := self._itself(r, values)):
            there = 0 if self.part.among is None else self.part.among(r, values).cards.get(own, 0)
            if logged.count(own) >= max(1, there):
                why = "each is {wanted}, logged {logged} itself"
                r.contradict(why, reads=self.reads, wanted=a_or_an(self.wanted), logged=own)
        if not self._few_enough(r, logged):
            why = "at most {most} of them are {wanted}, logged {logged}"
            r.contradict(why, reads=self.pick.rare, most=self.pick.at_most,
                         wanted=select_in_words(self.pick.rare, "card") if self.pick.rare else "",
                         logged=", ".join(logged))  # fmt: skip
        if not self._comes_to(r, logged):
            why = "together they have {wanted}, logged {logged}"
            r.contradict(why, reads=self.reads, wanted=numbers_in_words(self.pick.total),
                         logged=", ".join(logged))  # fmt: skip
        if self.pick.distinct and len(set(logged)) < count:
            r.contradict("no name twice, logged {logged}", logged=", ".join(logged))
        if not self._all_apart(r, values, logged):
            r.contradict("no two of one {apart}, logged {logged}", apart=self.pick.apart,
                         logged=", ".join(logged))  # fmt: skip
        if self.until is not None:
            self._require_until(r, logged, values, most)
        if self.by != "you" and count:
            r.decided(self.by, values.get(self.part.seat_part, ""))
        return tuple(logged)

    def _few_enough(self, r: Run, cards: Sequence[str]) -> bool:
        """Whether no more of these cards than the text allows are of a kind."""
        rare = self.rare
        return rare is None or sum(rare(r, each) for each in cards) <= self.pick.at_most

    def _all_apart(self, r: Run, values: Values, cards: Sequence[str]) -> bool:
        """Whether no two of these cards have the same of what the text keeps apart."""
        if not self.pick.apart:
            return True
        vocabulary = self.part.reader.vocabulary
        seat, place = values.get(self.part.seat_part) or r.seat, values.get("place") or ""
        lying = (vocabulary.lying(r, seat, place, each) for each in cards)
        return len({vocabulary.apart[self.pick.apart](r, each) for each in lying}) == len(cards)

    def _comes_to(self, r: Run, cards: Sequence[str]) -> bool:
        """Whether cards have together the numbers that the text asks for."""
        for name, bounds in self.pick.total.items():
            least, most = bounds if isinstance(bounds, tuple) else (bounds, bounds)
            if not least <= sum(r.number(name, each) for each in cards) <= most:
                return False
        return True

    def _together(self, r: Run, cards: Mapping[str, int], least: int, most: int) -> Some | None:
        """The cards that can be picked so that they have those numbers together; None where none
        can."""
        every = [each for each, n in cards.items() for _ in range(min(n, most))]
        for size in range(least, min(most, len(every)) + 1):
            for found in combinations(every, size):
                if self._comes_to(r, found):
                    return Some(Counter(found), size, size)
        return None

    def _fits(self, r: Run, values: Values, card: str) -> bool:
        """Whether a card is what is meant, as it is where it lies."""
        if self.pick.of and card not in r.found.get(self.pick.of, ()):
            return False
        if self.fits is None:
            return True
        seat, place = values.get(self.part.seat_part) or r.seat, values.get("place") or ""
        return self.fits(r, self.part.reader.vocabulary.lying(r, seat, place, card))

    def _itself(self, r: Run, values: Values) -> str:
        """The card that the text is of, where that lies among those that are picked from."""
        seat, place = values.get(self.part.seat_part) or r.seat, values.get("place") or ""
        return self.part.reader.vocabulary.itself(r, seat, place)

    # -- what nobody has said ------------------------------------------------------------------

    def _could_be(self, r: Run, values: Values, most: int) -> tuple[int, Among | None]:
        """How many there can be, and which."""
        part = self.part
        could = most if part.able is None else min(most, part.able(r, values))
        found = part.among(r, values) if part.among is not None else None
        if found is not None:
            if self.fits is not None or self.pick.of:
                fits = partial(self._fits, r, values)
                cards = {each: n for each, n in found.cards.items() if fits(each)}
                if of := self.pick.of:  # all know which these are
                    shown = Counter(map(str, r.found.get(of, ())))
                    cards = {each: min(n, shown[each]) for each, n in cards.items()}
                    found = found._replace(seen=True)
                size = sum(cards.values()) if found.seen else found.size
                found = found._replace(cards=cards, size=size)
            if self.other and found.cards.get(own := self._itself(r, values)):
                cards = {each: n - (each == own) for each, n in found.cards.items()}
                size = found.size - 1 if found.seen else found.size
                found = found._replace(cards={x: n for x, n in cards.items() if n}, size=size)
            could = min(could, found.size, sum(found.cards.values()))
        return could, found

    def _unsaid(self, r: Run, values: Values) -> Any:
        """The cards where there is no choice of them, else those that are chosen."""
        least, most = self.span(r)
        if most <= 0:
            return ()
        could, found = self._could_be(r, values, most)
        if could <= 0 or (could < least and r.list == "payment"):
            return IMPOSSIBLE
        least = min(least, could)
        seen = found is not None and found.seen and self.until is None and not self.pick.apart
        if found is not None and seen and least == could:
            if could == sum(found.cards.values()):
                return tuple(each for each, n in found.cards.items() for _ in range(n))
            if len(found.cards) == 1:
                return (next(iter(found.cards)),) * least
        ask = self._question(r, values, found, (least, could))
        if ask is None:
            return IMPOSSIBLE
        if self.pick.total and found is not None:
            some = self._together(r, found.cards, least, could)
            if some is None:
                return IMPOSSIBLE
            spelled, whose = self.part.spelled(r, values), values.get(self.part.seat_part, "")
            chosen = tuple(r.choose(self.part.name, some, ask, spelled, self.by, whose))
            return self.settle(r, chosen, values)
        chosen = self._chosen(r, values, ask, found, (least, could))
        while r.chooser is not None and not self._few_enough(r, chosen):
            chosen = chosen[1:]
        if r.chooser is not None and self.pick.apart and not self._all_apart(r, values, chosen):
            chosen = self._some_apart(r, values, found, least)
        return self.settle(r, chosen, values)

    def _some_apart(
        self, r: Run, values: Values, found: Among | None, least: int
    ) -> tuple[str, ...]:
        """The first so many cards of which no two have the same."""
        chosen: tuple[str, ...] = ()
        for each in () if found is None else found.cards:
            if len(chosen) < least and self._all_apart(r, values, (*chosen, each)):
                chosen = (*chosen, each)
        return chosen

    def _question(
        self, r: Run, values: Values, found: Among | None, bounds: tuple[int, int]
    ) -> str | None:
        """What is asked; None where it was said that there is none."""
        least, could = bounds
        several = could != 1 and self.wanted.endswith("card")
        kind = plural(self.wanted) if several else self.wanted
        ask = f"say which {self.part.name}, {bounds_in_words(least, could)} {kind}"
        if self.fits is None or found is None or found.seen or r.list == "payment":
            return ask  # what has to be paid is there
        if least and r.says_none():  # who may take none says nothing of what is there
            doubt(r, self.part.declined, f"there is no {self.wanted}")
            if self.part.lacks is not None:
                self.part.lacks(r, values, tuple(found.cards))
            return None
        return f"{ask}, or none" if not least or self._may_lack(r, values, found) else ask

    def _may_lack(self, r: Run, values: Values, found: Among) -> bool:
        """Whether it may be said that none of them is there; asked where a person is."""
        lacks = self.part.lacks
        if lacks is None or r.chooser is not None:
            return True
        return bool(r.t.would(lacks, r, values, tuple(found.cards)))

    def _chosen(
        self, r: Run, values: Values, ask: str, found: Among | None, bounds: tuple[int, int]
    ) -> tuple[str, ...]:
        """The cards that somebody chooses, or that come up before one that fits."""
        name, known, until = self.part.name, self.part.known, self.until
        least, could = bounds
        cards = {} if found is None else dict(found.cards)
        spelled, whose = self.part.spelled(r, values), values.get(self.part.seat_part, "")
        first = tuple(known(r, values)) if known is not None else ()
        together = None if found is None else found.together
        layers: Sequence[Layer] = (Layer(cards, could),)
        if known is not None and self.fits is None and found is not None and found.layers:
            layers = found.layers()

        def likely(choice: Choice, shown: Sequence[str]) -> Choice:
            if isinstance(choice, Some) and together is not None:
                of, least, most = choice.cards, choice.least, choice.most
                return Some.of_hidden(of, least, most, lambda x: together((*shown, *x)))
            return choice

        def decide(choice: Choice, shown: Sequence[str]) -> Any:
            return r.choose(name, likely(choice, shown), ask, spelled, self.by, whose)

        def first_of(choice: Choice, shown: Sequence[str]) -> Any:
            choice = likely(choice, shown)
            return choice.first() if isinstance(choice, Some) else 0

        if until is not None or first or len(layers) > 1:
            ends = None if until is None else partial(until, r)
            decides = None if r.chooser is None else decide
            shown = foreseen(layers, first, bounds, ends, decides)
            if shown is not None:
                return tuple(shown)
        some = Some.of_hidden(cards, least, could, together)
        if until is not None and r.chooser is None:
            ending = {each: n for each, n in cards.items() if until(r, each)}
            whole = turned_up(layers, first, bounds, partial(until, r), first_of)
            some = Some(ending, 1, 1) if ending else Some(cards, could, could, whole)
        return tuple(r.choose(name, some, ask, spelled, self.by, whose))

    # -- what was said -------------------------------------------------------------------------

    def _require_enough(self, r: Run, logged: Any, values: Values, least: int, most: int) -> None:
        count, part = len(logged), self.part
        if count <= most and r.list != "payment":
            could, found = self._could_be(r, values, most)
            if count >= min(least, could):
                return
            if self.fits is not None and found is not None and not found.seen:
                doubt(r, part.declined, f"there is no further {self.wanted}")
                if part.lacks is not None:
                    r.after = lambda: self._no_further(r, logged, dict(values), found)
                return
        r.contradict(
            "{told} to {word}, {logged} named",
            legal=bounds_in_words(least, most),
            reads=self.reads,
            told=f"{bounds_in_words(least, most)} {'card' if most == 1 else 'cards'}",
            word=part.word,
            logged=count,
        )

    def _no_further(self, r: Run, logged: Any, values: Values, before: Among) -> None:
        """No more of them are there, once these are gone; or beside these, if they stay."""
        among, lacks = self.part.among, self.part.lacks
        assert among is not None and lacks is not None
        left = among(r, values)
        stay = logged if left.size == before.size else ()
        names = tuple(
            each for each in left.cards if each not in stay and self._fits(r, values, each)
        )
        if names:
            lacks(r, values, names)

    def _require_until(self, r: Run, logged: Any, values: Values, most: int) -> None:
        assert self.until is not None and self.pick.until is not None
        ends = next((i for i, card in enumerate(logged) if self.until(r, card)), None)
        if ends is None:
            could, _ = self._could_be(r, values, most)
            if len(logged) < could:
                r.contradict(
                    "it goes on until {wanted} is shown, logged {logged}",
                    wanted=a_or_an(select_in_words(self.pick.until, "card")),
                    logged=", ".join(logged) or "none",
                )
            r.found["found"], r.found["rest"] = (), tuple(logged)
            return
        if ends < len(logged) - 1:
            r.contradict(
                "it stops at {card_shown}, logged {logged}",
                card_shown=logged[ends],
                logged=", ".join(logged),
            )
        r.found["found"], r.found["rest"] = tuple(logged[-1:]), tuple(logged[:-1])


_EXACTLY = "{name} {most}, logged {logged}"
