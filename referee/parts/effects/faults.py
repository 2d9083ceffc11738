"""What is wrong with the effects of a catalog, before anybody plays with it.

A misspelt restriction must never be no restriction: every word, number, aim and name that an
effect uses has to be known, and which outcome a step takes has to be certain.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from events.notation.words import nearest
from referee.parts.effects.in_words import tests_in, words_in
from referee.parts.effects.schema import (
    Aim,
    Amount,
    Change,
    Effect,
    Instead,
    Part,
    Pick,
    Reckon,
    Select,
    Step,
    Test,
    Tests,
)
from referee.parts.effects.settlers import picks
from referee.parts.effects.unique import twice_read
from referee.parts.effects.vocabulary import Vocabulary

PLACE_PARTS = ("place", "to", "source")
"""Parts with these names hold places."""
_OWN = frozenset({"self", "it", "found", "rest", "you", "opponent", "player"})


def faults(
    effects: Mapping[str, Sequence[Effect]],
    vocabulary: Vocabulary,
    words: Collection[str],
    names: Collection[str] = (),
) -> list[str]:
    """What is wrong with the effects of cards, each with its card, effect and step.

    Args:
        effects: the effects by the names of their cards.
        vocabulary: what the game knows.
        words: all words that a card may have: types, classes, keywords, states.
        names: the names of all cards; without them, names are not looked up.

    Example::

        Ember Rite, effect 1, step 1 (damage): nothing has the word monsters; did you mean monster?
    """
    found = []
    known = {*names, *(name.partition(",")[0] for name in names)}
    for card, several in effects.items():
        seen: set[str] = set()
        for number, effect in enumerate(several, 1):
            place = f"{card}, effect {number}"
            if number > 1 and not effect.name:
                found.append(f"{place}: it needs a name, being one of several")
            elif effect.name in seen:
                found.append(f"{place}: another effect of this card is named {effect.name}")
            seen.add(effect.name)
            check = _Check(vocabulary, words, known)
            found += [f"{place}{fault}" for fault in check.effect(effect)]
    return found


@dataclass
class _Check:
    """The check of one effect: what it has named so far."""

    vocabulary: Vocabulary
    words: Collection[str]
    names: Collection[str]
    aims: Mapping[str, Any] = field(default_factory=dict)
    has_x: bool = False
    did: set[str] = field(default_factory=set)
    called: set[str] = field(default_factory=set)
    found: bool = False
    used: set[str] = field(default_factory=set)
    about: bool = False

    def effect(self, effect: Effect) -> Iterator[str]:
        """Its faults, each behind the place that it has."""
        self.aims, self.has_x = effect.aims, effect.x is not None
        when = effect.when
        self.about = not isinstance(when, str) or when in self.vocabulary.about
        yield from _behind("", self._whole(effect))
        for number, step in enumerate(effect.cost, 1):
            yield from self._step(step, f", cost {number}")
        for mode in effect.modes:
            yield from _behind(f", mode {mode.name}", self._tests(mode.tests))
            for number, step in enumerate(mode.cost, 1):
                yield from self._step(step, f", mode {mode.name}, cost {number}")
            for number, step in enumerate(mode.steps, 1):
                yield from self._step(step, f", mode {mode.name}, step {number}")
        for number, step in enumerate(effect.steps, 1):
            yield from self._step(step, f", step {number}")
        unused = [name for name in effect.aims if name not in self.used]
        if unused and effect.steps and not effect.rest:
            yield f": nothing is done to {', '.join(unused)}"
        types = self.vocabulary.types.keys()
        read = [("", (*mode.steps, *effect.steps)) for mode in effect.modes]
        for where, steps in [(", cost", effect.cost), *(read or [("", effect.steps)])]:
            own = {word: tuple(self.vocabulary.primitive(word).own) for word in self.did & types}
            yield from _behind(where, twice_read(steps, effect.aims, own))

    # -- the effect itself ---------------------------------------------------------------------

    def _whole(self, effect: Effect) -> Iterator[str]:
        if isinstance(effect.when, str):
            yield from _known(effect.when, self.vocabulary.triggers, "nothing sets it off by")
        else:
            yield from _known(effect.when.on, self.vocabulary.happenings, "nothing happens named")
            for kind in words_in(effect.when.kind):
                yield from _known(kind, self.vocabulary.kinds, "there is no kind")
            if isinstance(effect.when.what, Select):
                yield from self._select(effect.when.what)
            yield from self._tests(effect.when.tests)
        if not (effect.does or effect.text or effect.when in self.vocabulary.ways):
            yield "it says nothing: give it steps, or a text"
        yield from self._tests(effect.tests)
        if effect.x is not None:
            yield from self._amount(effect.x)
        for at, (name, aim) in enumerate(effect.aims.items()):
            later = list(effect.aims.values())[at + 1 :]
            yield from (f"aim {name}: {fault}" for fault in self._aim(name, aim, later))
            for mode in words_in(aim.modes):
                yield from _known(mode, [each.name for each in effect.modes], "no mode is named")
        modes = [mode.name for mode in effect.modes]
        if len(set(modes)) < len(modes):
            yield "two of its modes have one name"
        if modes and effect.choose > len(modes):
            yield f"{effect.choose} of {len(modes)} modes are to be chosen"
        if effect.later and any(mode.cost for mode in effect.modes):
            yield "a mode that is chosen as it happens costs nothing"
        yield from self._lasting(effect)
        vocabulary = self.vocabulary
        known = {*vocabulary.numbers, *vocabulary.types, *vocabulary.acts, *self.words}
        for word in effect.touches or ():
            yield from _known(word, known, "no outcome, number, word or act is named")
        allowed = self.vocabulary.aside
        for rule in effect.aside:
            if rule not in self.vocabulary.rules:
                yield from _known(rule, self.vocabulary.rules, "there is no rule")
            elif allowed is not None and rule not in allowed:
                yield f"no text sets {rule} aside"

    # -- what lasts ----------------------------------------------------------------------------

    def _lasting(self, effect: Effect) -> Iterator[str]:
        lasting = self.vocabulary.lasting
        if effect.when not in lasting:
            if effect.change or effect.instead is not None:
                yield f"what changes or replaces while in play is set off by {' or '.join(lasting)}"
        elif effect.instead is not None:
            yield from self._instead(effect.instead)
        if (effect.unchosen or effect.later) and not effect.modes:
            yield "it has no modes that could be chosen so"
        for change in effect.change:
            yield from self._change(change)

    def _instead(self, instead: Instead) -> Iterator[str]:
        outcomes = self.vocabulary.types
        yield from _known(instead.of, outcomes, "no outcome is named")
        if instead.kind:
            yield from _known(instead.kind, self.vocabulary.kinds, "there is no kind")
        if isinstance(instead.prevent, Reckon):
            self.has_x = True  # how much it would be
            yield from self._one_number(instead.prevent)
        if instead.become:
            yield from _known(instead.become, outcomes, "no outcome is named")
        if instead.to:
            yield from _known(instead.to, self.vocabulary.places, "no place is named")
            parts = self.vocabulary.parts.get(instead.become or instead.of, ())
            if not any(part.name in ("to", "place") for part in parts):
                yield f"{instead.become or instead.of} goes nowhere"
        if instead.what is not None:
            yield from self._whom(instead.what, "nothing is named")
        if instead.onto:
            yield from _known(instead.onto, self.vocabulary.stands, "nothing is named")
        if instead.amount is not None:
            self.has_x = True  # how much it would be
            yield from self._one_number(instead.amount)
        if instead.more is not None:
            yield from self._one_number(instead.more)
        if instead.by is not None:
            yield from self._select(instead.by)
        if instead.shield:
            yield "a shield is begun by a step; a text in play prevents each time"
        changed = instead.become or instead.to or instead.onto or instead.amount is not None
        changed = changed or instead.more is not None
        if (instead.prevent is None) == (not changed):
            yield "it either prevents, or says what happens instead"

    def _change(self, change: Change) -> Iterator[str]:
        vocabulary = self.vocabulary
        yield from self._whom(change.on, "nothing can be changed that is named")
        if change.layer in ("grant", "lose"):
            yield from _known(change.what, self.words, "nothing has the word")
        elif change.layer in ("permit", "forbid", "free"):
            yield from _known(change.what, vocabulary.acts, "nobody does anything named")
        elif change.layer == "set" and change.word:
            yield from _known(change.what, vocabulary.families, "no words are of the family")
            words = vocabulary.families.get(change.what, ())
            if change.what in vocabulary.families:  # one without words is of names of cards
                known = words or self.names
                yield from _known(change.word, known, f"no {change.what} is named")
        else:
            known = {*vocabulary.numbers, *vocabulary.acts}
            known.update(self.words if change.layer == "add" else ())  # the number of a keyword
            yield from _known(change.what, known, "nothing can be changed that is named")
        if change.layer == "swap":
            yield from _known(change.word, vocabulary.numbers, "no number is named")
        elif change.word and change.layer != "set":
            yield f"{change.layer} has no word beside what it changes"
        yield from self._one_number(change.amount)

    def _whom(self, whom: str | Select, otherwise: str) -> Iterator[str]:
        """What a text in play is about."""
        if isinstance(whom, Select):
            yield from self._select(whom)
        else:
            stands = self.vocabulary.stands
            players = (f"controller of {each}" for each in stands)
            known = ("self", "you", "opponent", "player", *stands, *players)
            yield from _known(whom, known, otherwise)

    def _one_number(self, amount: Amount) -> Iterator[str]:
        """A number that nobody chooses."""
        yield from self._amount(amount)
        open_ended = isinstance(amount, Reckon) and (amount.up_to or not amount.named)
        if isinstance(amount, tuple) or open_ended:
            yield "nobody chooses a number while it lasts: say one"

    # -- aims ----------------------------------------------------------------------------------

    def _aim(self, name: str, aim: Aim, later: Sequence[Aim]) -> Iterator[str]:
        if name in _OWN:
            yield f"{name} is a word of the language; call it something else"
        if isinstance(aim.what, Select):
            yield from self._select(aim.what)
        else:
            known = ("player", "opponent", "pending")
            yield from _known(aim.what, known, "nothing can be aimed at that is named")
        for number in aim.numbers:
            yield from self._number(number)
        if aim.aimed is not None:
            yield from self._select(aim.aimed)
            if aim.what != "pending":
                yield "only what is pending is aimed at something itself"
        if aim.untriggered and aim.what != "pending":
            yield "only what is pending was set off, or was not"
        yield from self._amount(aim.count)
        if not isinstance(aim.count, int) and any(isinstance(a.count, int) for a in later):
            yield "how many it takes is open, so that of each aim behind it must be open, too"

    # -- a step --------------------------------------------------------------------------------

    def _step(self, step: Step, where: str) -> Iterator[str]:
        word = str(step.__struct_config__.tag)
        if step.called and (step.each is not None or step.repeat != 1):
            self.did.add(step.called)  # how much it has done by now may be asked each time
        yield from _behind(f"{where} ({word})", self._of_step(step, word))
        self.did.add(word)
        if step.called:
            self.did.add(step.called)
            self.called.add(step.called)

    def _of_step(self, step: Step, word: str) -> Iterator[str]:
        yield from self._tests(step.tests)
        if isinstance(step.each, Select):
            yield from self._select(step.each)
        elif step.each is not None:
            known = {*self.aims, *self.called, "player", "opponent"}
            yield from _known(step.each, known, "it can be done for each")
            self.used.add(step.each)
        yield from self._amount(step.repeat)
        if step.called in _OWN or step.called in self.aims or step.called in self.vocabulary.types:
            yield f"{step.called} is taken; call what it was about something else"
        primitive = self.vocabulary.primitive(word)
        defaults = primitive.defaults
        meant = [each for each in primitive.either if getattr(step, each) is not None]
        if primitive.either and len(meant) != 1:
            yield f"it is about one of {', '.join(primitive.either)}: say which"
        for part in self.vocabulary.parts[word]:
            said = getattr(step, part.name, None)
            if part.name == primitive.picked:
                if said is not None:
                    yield f"who picks is said with by, not with {part.name}"
                yield from self._picker(step, word, part)
                continue
            if isinstance(said, Pick) and "you" not in (said.by, step.by) and said.by != step.by:
                yield "it says twice, and not the same, who picks"
            if said is not None:
                yield from self._part(part, said, step)
            elif part.name in {*primitive.either, *primitive.asks, *primitive.own}:
                continue
            elif part.kind in ("thing", "word") and part.name not in defaults:
                yield f"it does not say which {part.name}"

    def _picker(self, step: Step, word: str, part: Part) -> Iterator[str]:
        """Whether a log has a word for who picks."""
        by = picks(step, self.vocabulary.parts[word])
        if part.words and self.vocabulary.pickers.get(by, by) not in part.words:
            yield f"{word} is never picked by {by}"

    def _part(self, part: Part, said: Any, step: Step) -> Iterator[str]:
        if part.kind == "count":
            yield from self._amount(said)
        elif isinstance(said, Select):
            yield from self._select(said)
        elif isinstance(said, Pick):
            yield from self._pick(said)
        elif part.kind == "thing":
            yield from self._thing(said, step)
        elif part.kind == "seat":
            yield from self._seat(said, step)
        elif part.kind == "cards":
            self.used.add(said)
            if said in ("found", "rest"):
                if not self.found:
                    yield f"no earlier step shows cards until one fits, so there is no {said}"
            else:
                yield from _known(said, self._cards(), "no earlier step is called")
        elif part.kind == "word":
            places = self.vocabulary.places if part.name in PLACE_PARTS else ()
            if known := (part.words or places):
                for word in words_in(said):
                    yield from _known(word, known, f"no {part.name} is named")

    def _things(self) -> set[str]:
        """What names a thing."""
        return {"self", "it", *self.aims, *self.called, *self.vocabulary.stands}

    def _cards(self) -> set[str]:
        """What names cards: earlier steps, aims at cards of piles, what a text was begun with."""
        kept = {"kept"} if self.vocabulary.kept is not None else set()
        piled = {
            name
            for name, aim in self.aims.items()
            if isinstance(aim.what, Select) and aim.what.place in self.vocabulary.piles
        }
        return {*self.called, *kept, *piled}

    def _thing(self, said: str, step: Step) -> Iterator[str]:
        if said == "it":
            if step.each is None and not self.about:
                yield "there is no it without each"
            elif step.each in ("player", "opponent"):
                yield "it is a seat here, not a thing"
            return
        self.used.add(said)
        yield from _known(said, self._things(), "nothing is named")
        aim = self.aims.get(said)
        if aim is not None and aim.count != 1 and step.each != said:
            yield f"{said} may be several or none: do it for each, to it"

    def _seat(self, said: str, step: Step) -> Iterator[str]:
        whose, of, name = said.partition(" of ")
        if of and whose in ("controller", "owner"):
            self.used.add(name)
            yield from _known(name, self._things(), "nothing is named")
        elif said == "it":
            if step.each is None and not self.about:
                yield "there is no it without each"
        else:
            self.used.add(said)
            seats = [n for n, aim in self.aims.items() if aim.what in ("player", "opponent")]
            yield from _known(said, {"you", "opponent", "player", *seats}, "no seat is named")

    # -- what steps are made of ----------------------------------------------------------------

    def _select(self, select: Select) -> Iterator[str]:
        for words in (select.all_of, select.any, select.none_of):
            for word in words_in(words):
                yield from _known(word, self.words, "nothing has the word")
        if select.place:
            yield from _known(select.place, self.vocabulary.places, "no place is named")
        if select.among and not (self.found and select.among in ("found", "rest")):
            known = {*self._cards(), *self.vocabulary.history}
            yield from _known(select.among, known, "no earlier step is called")
        for name, bounds in select.numbers.items():
            yield from _known(name, self.vocabulary.numbers, "no number is named")
            if isinstance(bounds, tuple):
                yield from self._amount(bounds)
        for named in words_in(select.named) if self.names else ():
            yield from _known(named, self.names, "no card is named")

    def _amount(self, amount: Amount) -> Iterator[str]:
        if isinstance(amount, tuple) and amount[0] > amount[1]:
            yield f"{amount[0]} to {amount[1]} is no bounds: the least comes first"
        elif isinstance(amount, str):
            yield from self._number(amount)
        elif isinstance(amount, Reckon):
            yield from self._base(amount)
            if None not in (amount.least, amount.most) and (amount.least or 0) > (amount.most or 0):
                yield f"it is at least {amount.least} and at most {amount.most}"

    def _number(self, name: str) -> Iterator[str]:
        if name.casefold() == "x":
            if not self.has_x:
                yield "there is no X: give its bounds"
        else:
            yield from _known(name, self.vocabulary.numbers, "no number is named")

    def _base(self, of: Reckon | Test) -> Iterator[str]:
        if sum((of.count is not None, bool(of.ask), bool(of.last))) > 1:
            yield "it is one of count, ask and last, not several"
        if of.count is not None:
            yield from self._select(of.count)
        if isinstance(of, Reckon) and of.highest is not None:
            yield from self._select(of.highest)
            place = self.vocabulary.places.get(of.highest.place)
            if not of.ask or of.about:
                yield "of the highest, ask says of which number, and nothing else is said"
            elif place is not None and place.kind == "hidden":
                yield "nobody sees the highest of a hidden place"
        if of.ask:
            yield from self._number(of.ask)
        if of.last:
            yield from _known(of.last, self.did, "no earlier step does")
        if of.about:
            self.used.add(of.about)
            yield from _known(of.about, self._things(), "nothing is named")

    def _tests(self, tests: Tests) -> Iterator[str]:
        for test in tests_in(tests):
            yield from self._base(test)
            words = (*words_in(test.all_of), *words_in(test.none_of))
            for word in words:
                yield from _known(word, self.words, "nothing has the word")
            number = test.count is not None or test.ask or test.last
            self.used.add(test.about)
            if words and (number or not test.about):
                yield "is and not are asked about a thing: say about which"
            if not words and not number:
                yield "a test asks for a count, a number, what a step did, or about words"

    def _pick(self, pick: Pick) -> Iterator[str]:
        yield from self._amount(pick.count)
        for name in pick.total:
            yield from _known(name, self.vocabulary.numbers, "no number is named")
        for select in (pick.what, pick.until, pick.rare):
            if select is not None:
                yield from self._select(select)
                if select.place or select.of != "any":
                    yield "cards are picked by their words, names and numbers alone"
        if pick.of:
            yield from _known(pick.of, self._cards(), "no earlier step is called")
        if pick.apart:
            yield from _known(pick.apart, self.vocabulary.apart, "cards are not kept apart by")
        self.found = self.found or pick.until is not None or bool(pick.of)


def _behind(where: str, found: Iterator[str]) -> Iterator[str]:
    return (f"{where}: {fault}" for fault in found)


def _known(word: str, known: Collection[str], otherwise: str) -> Iterator[str]:
    """A fault where a word is not known, with the nearest that is, or all of a few."""
    if word not in known:
        words = sorted(each for each in known if each)
        meant = f"; there {'is' if len(words) == 1 else 'are'} {', '.join(words)}" if words else ""
        if close := nearest(word, words):
            meant = f"; did you mean {close[0]}?"
        yield f"{otherwise} {word}{meant if close or len(words) <= _FEW else ''}"


_FEW = 12
"""So many words are all named."""
