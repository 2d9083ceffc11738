"""The texts of the things in play: what they change, hear and replace, and what they may explain.

A game makes one :class:`Texts` and calls :meth:`Texts.attach` where a copy comes into play and
:meth:`Texts.detach` where it leaves. The rest are the answers that the other parts ask of a game:
``fits``, ``amount`` and ``charges`` of ``layers.Reading``, ``hears`` of ``triggers.Hearing``,
``replaces``, ``becomes`` and ``subjects`` of ``replacing.Replacing``, and ``clouded`` of a
vocabulary.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.house import AnyTable
from referee.parts.effects.effect_run import Doing, Run
from referee.parts.effects.planned import CompiledEffect, PlannedChange
from referee.parts.effects.vocabulary import Vocabulary
from referee.parts.lasting_changes import Change, Lasting, Static, Text, enter, leave
from referee.parts.replacement import Prevent, Values
from referee.parts.triggers import Heard, Listener, listen, silence
from referee.parts.zones import Copy

EffectsOf = Callable[[AnyTable, str], Sequence[CompiledEffect]]
"""The effects of a card by its name, made ready once."""


_NO_TEXTS: Sequence[Static] = ()


def _nobody(t: AnyTable, card: str) -> Sequence[CompiledEffect]:
    raise LookupError("the game does not say what its texts are: Texts.tells")


def _by_its_name(t: AnyTable, copy: Any) -> str:
    return str(copy.name)


class Texts:
    """The texts of a game's things in play.

    The state has ``changes`` where a text changes or replaces something, and ``listeners`` where
    one listens.

    Args:
        things: all that has an id, by it.
        effects_of: the effects of a card. Where they are made from what asks for numbers, which
            rest on the texts in turn, they are given later, by :meth:`tells`.

    Example::

        TEXTS = Texts(lambda t: t.state.zones.things)
        READING = Reading(printed, bears, TEXTS.fits, TEXTS.amount, charges=TEXTS.charges)
        LAYOUT = Layout(PLACES, zones, Body, home, TEXTS.detach, entering=TEXTS.attach)
        VOCABULARY = Vocabulary(..., clouded=TEXTS.clouded)

        @TEXTS.tells
        def effects_of(t: AnyTable, card: str) -> Sequence[CompiledEffect]: ...
    """

    def __init__(
        self,
        things: Callable[[AnyTable], Mapping[str, Any]],
        effects_of: EffectsOf = _nobody,
        named: Callable[[AnyTable, Any], str] = _by_its_name,
    ) -> None:
        self.things, self.effects_of, self.named = things, effects_of, named
        # whether a thing in play has lost its texts for as long as something lasts; None: none ever
        self.muted: Callable[[AnyTable, Any], bool] | None = None
        self._standing: dict[str, _StandingTexts] = {}
        self._changes: dict[
            str, tuple[Sequence[CompiledEffect], list[tuple[CompiledEffect, PlannedChange]]]
        ] = {}

    def tells(self, effects_of: EffectsOf) -> EffectsOf:
        """Take in what tells the effects of a card."""
        self.effects_of = effects_of
        return effects_of

    # -- coming and going ----------------------------------------------------------------------

    def attach(
        self, t: AnyTable, copy: Copy, only: Callable[[CompiledEffect], bool] | None = None
    ) -> None:
        """A copy is in play: from now on its texts change things, replace and listen.

        Args:
            t: the table.
            copy: the copy.
            only: which of its effects work where it is; without it, all of them.
        """
        texts: list[Text] = []
        at = 0
        for number, compiled in enumerate(self.effects_of(t, self.named(t, copy))):
            works = only is None or only(compiled)
            for change in compiled.changes:
                if works:
                    texts.append(Text(change.layer, change.what, change.word, at))
                at += 1
            if compiled.listen is not None and works:
                listen(t, compiled.listen.on, copy.id, number)
        if texts:
            enter(t, copy.id, texts)

    def detach(self, t: AnyTable, copy: Copy) -> list[Lasting]:
        """A copy leaves: its texts are over, what was on it, and what lasts while it is there.

        It is called after all that leaves with it has been reported, which it still hears.

        Returns:
            The changes of other things that ended by it, oldest first.
        """
        heard = [
            compiled.listen.on
            for compiled in self.effects_of(t, self.named(t, copy))
            if compiled.listen is not None
        ]
        if heard:
            silence(t, copy.id, dict.fromkeys(heard))
        return leave(t, copy.id)

    # -- what they change ----------------------------------------------------------------------

    def fits(self, t: AnyTable, static: Static, thing: str) -> bool:
        """Whether a text is about a thing or seat."""
        compiled, change = self._text(t, static)
        if change.own and thing != static.source:
            return False
        r = _Reading(t, compiled, self.things(t)[static.source])
        if self.muted is not None and self.muted(t, r.source):
            return False
        if compiled.of_it:
            r.it = thing
        for test in compiled.tests:
            if not test(r):
                return False
        return change.own or change.concerns(r, thing)

    def fits_place(
        self, t: AnyTable, static: Static, seat: str, place: str, card: str = ""
    ) -> bool:
        """Whether a text is about a card that lies in a place of a seat; without a name, about all
        that lie there."""
        r, change = self._read(t, static)
        return r is not None and change.lies(r, seat, place, card)

    def amount(self, t: AnyTable, static: Static, thing: str) -> int:
        """How much a text changes a thing that it is about."""
        compiled, change = self._text(t, static)
        if change.fixed is not None:
            return change.fixed
        r = _Reading(t, compiled, self.things(t)[static.source])
        r.it = thing
        return change.amount(r)[0]

    def lowered(self, t: AnyTable, what: str) -> int | None:
        """By how much at most all texts together make a number less; None where that is not
        printed. It is known until a text comes or goes, as the list of them is then another."""
        statics = t.state.changes.statics.get(what, _NO_TEXTS)
        return self._standing_texts(t, what, statics).lowered if statics else 0

    def added(self, t: AnyTable, thing: str, what: str) -> int | None:
        """What the texts add to a number of a thing that they are about; None where one of them
        does otherwise, or adds what is not printed."""
        standing = self._standing_texts(t, what, t.state.changes.statics[what])
        if standing.lowered is None:
            return None
        added = 0
        for change, r in standing.read:
            copy = r.source
            if change.own and copy.id != thing:
                continue
            if self.muted is not None and self.muted(t, copy):
                continue
            r.t, r.seat = t, copy.controller
            for test in r.compiled.tests:
                if not test(r):
                    break
            else:
                if change.own or change.concerns(r, thing):
                    added += change.fixed or 0
        return added

    def _standing_texts(
        self, t: AnyTable, what: str, statics: Sequence[Static]
    ) -> "_StandingTexts":
        """The texts on a number, ready to be read; they stay so until one comes or goes, as the
        list of them is then another."""
        known = self._standing.get(what)
        if known is None or known.statics is not statics:
            read = []
            lowered: int | None = 0
            for static in statics:
                compiled, change = self._text(t, static)
                read.append((change, _Reading(t, compiled, self.things(t)[static.source])))
                if static.layer != "add" or change.fixed is None or lowered is None:
                    lowered = None
                else:
                    lowered += max(0, -change.fixed)
            self._standing[what] = known = _StandingTexts(statics, read, lowered)
        return known

    @staticmethod
    def holds(t: AnyTable, compiled: CompiledEffect, copy: Copy) -> bool:
        """Whether the conditions of a text of a thing hold, as far as all can see."""
        r = _Reading(t, compiled, copy)
        return all(test(r) is not False for test in compiled.tests)

    def charges(self, t: AnyTable, change: Change, seat: str, card: str) -> bool:
        """Whether a text changes what a seat pays for a card; a change that an effect began is
        on that seat or card, and always does."""
        if not isinstance(change, Static):
            return True
        r, planned = self._read(t, change, seat)
        return r is not None and planned.charges(r, seat, card)

    def own(
        self, t: AnyTable, card: str, seat: str, act: str, aims: Sequence[str] = ()
    ) -> list[tuple[Change, int]]:
        """What the texts of a card that is not in play change of what it costs itself, as it is
        aimed, each with its amount; a condition that nobody sees is on trust."""
        found: list[tuple[Change, int]] = []
        for compiled in self.effects_of(t, card):
            changes = [each for each in compiled.changes if each.own and each.what == act]
            if not changes:
                continue
            r = Run(t, compiled, Doing(seat, card, aims=tuple(aims)))
            held = [test(r) for test in compiled.tests]
            if False in held:
                continue
            if None in held:
                t.trust(f"{card}: nobody sees whether the condition of its price holds")
            for at, change in enumerate(changes):
                made = Static(0, t.seq, card, change.layer, act, change.word, at)
                found.append((made, change.amount(r)[0]))
        return found

    # -- what they hear ------------------------------------------------------------------------

    def hears(
        self, t: AnyTable, listener: Listener, word: str, thing: str, *, seat: str = "", **more: Any
    ) -> bool:
        """Whether what happened is what a text listens for; of a thing that nobody controls "you"
        is whose turn it is.

        Args:
            t: the table.
            listener: the text.
            word: what happened.
            thing: to what: the id of a thing, or the name of a card.
            seat: whose it is; without it, who controls that thing.
            more: what else was told: of which ``kind`` it is, and how much, which is X
                (``amount``).
        """
        source = self.things(t).get(listener.source)
        if source is None:
            return False
        compiled = self.effects_of(t, self.named(t, source))[listener.number]
        if compiled.listen is None or (self.muted is not None and self.muted(t, source)):
            return False
        if compiled.listen.kinds and more.get("kind") not in compiled.listen.kinds:
            return False
        r = _Reading(t, compiled, source)
        r.seat, r.it, r.x = r.seat or t.state.active, thing, more.get("amount", 0)
        copy: Copy | None = self.things(t).get(thing)
        if compiled.listen.about is not None and not compiled.listen.about(r, copy or thing):
            return False
        if compiled.listen.seat is not None:
            whose = seat or (copy.controller if copy is not None else thing)
            if not compiled.listen.seat(r, whose):
                return False
        uses = compiled.effect.uses
        if uses is not None and r.used()[1] >= uses:
            return False
        if any(test(r) is False for test in compiled.listen.tests):
            return False
        return all(test(r) is not False for test in compiled.tests)

    def heard(self, t: AnyTable, heard: Heard[Any]) -> CompiledEffect:
        """The effect that a trigger sets off, though its source may have left since."""
        return self.effects_of(t, heard.source.rpartition(".")[0])[heard.number]

    # -- what they replace ---------------------------------------------------------------------

    @staticmethod
    def subjects(word: str, values: Values) -> Iterable[str]:
        """The things and seats that an outcome would happen to."""
        for value in values.values():
            if isinstance(value, Copy):
                yield value.id
            elif isinstance(value, str):
                yield value

    def replaces(self, t: AnyTable, change: Change, word: str, values: Values) -> bool:
        """Whether a text is about an outcome; a change that an effect began is on what it would
        happen to, and always is."""
        if not isinstance(change, Static):
            return True
        r, planned = self._read(t, change)
        kind = planned.instead.kind if planned.instead is not None else ""
        if r is None or (kind and values.get("kind") != kind):
            return False
        uses = r.compiled.effect.uses
        if uses is not None and r.used()[1] >= uses:
            return False
        if planned.by is not None and not planned.by(r, values.get("by", ("", "", "", ""))):
            return False
        return bool(_subject(r, planned, values))

    def is_left(self, t: AnyTable, static: Static) -> bool:
        """Whether a text can be used once more in its time."""
        compiled, _ = self._text(t, static)
        uses = compiled.effect.uses
        source = self.things(t)[static.source]
        return uses is None or _Reading(t, compiled, source).used()[1] < uses

    def use(self, t: AnyTable, static: Static) -> None:
        """A text that can be used so often in its time is used."""
        compiled, _ = self._text(t, static)
        source = self.things(t)[static.source]
        if compiled.effect.uses is not None:
            moment, count = _Reading(t, compiled, source).used()
            t.item(source.uses, compiled.effect.name, (moment, count + 1))

    def is_optional(self, t: AnyTable, change: Change) -> bool:
        """Whether a text may replace an outcome, or leave it as it is."""
        return isinstance(change, Static) and self._text(t, change)[0].effect.may

    def becomes(
        self, t: AnyTable, change: Change, word: str, values: Values
    ) -> tuple[str, Values] | Prevent:
        """What happens instead by a text, or how much of it is prevented."""
        if not isinstance(change, Static):
            return Prevent(change.amount if isinstance(change, Lasting) else None)
        r, planned = self._read(t, change)
        instead = planned.instead
        if r is None or instead is None:
            return word, values
        if instead.prevent == "all":
            return Prevent(None)
        if instead.prevent is not None:
            kinds = {part.kind: part.name for part in reversed(r.vocabulary.parts[word])}
            r.x = values.get(kinds.get("count", "")) or 0
            return Prevent(max(0, planned.amount(r)[0]) if planned.fixed is None else planned.fixed)
        became = instead.become or word
        values = _carried(r.vocabulary, word, became, values)
        kinds = {part.kind: part.name for part in reversed(r.vocabulary.parts[became])}
        names = [part.name for part in r.vocabulary.parts[became]]
        if instead.onto:
            other = self.things(t).get(r.vocabulary.stands[instead.onto](r))
            if other is None:
                return word, values
            values["thing" if "thing" in values else names[0]] = other
        if instead.to:
            values["to" if "to" in names else "place"] = instead.to
        if instead.amount is not None and "count" in kinds:
            r.it = _subject(r, planned, values)
            r.x = values.get(kinds["count"]) or 0
            values[kinds["count"]] = planned.amount(r)[0]
        if instead.more is not None and "count" in kinds:
            values[kinds["count"]] += planned.amount(r)[0]
        return became, values

    def spend(self, t: AnyTable, source: str, word: str) -> None:
        """The texts of a thing that replace an outcome so often have replaced it once more."""
        thing = self.things(t).get(source)
        for compiled in self.effects_of(t, thing.name) if thing is not None else ():
            instead = compiled.effect.instead
            if thing is None or instead is None or instead.of != word:
                continue
            if compiled.effect.uses is not None:
                moment, count = _Reading(t, compiled, thing).used()
                t.item(thing.uses, compiled.effect.name, (moment, count + 1))

    # -- what they may explain -----------------------------------------------------------------

    def clouded(self, t: AnyTable, word: str) -> str:
        """A thing in play with a text that may touch that word, and that nobody told.

        Where there is no such text, that is one lookup. What contradicts a card is asked here by
        itself; a game asks of a number that it derives, such as an attack.

        Args:
            t: the table.
            word: an outcome, a number or a word; empty for what is none of these.
        """
        statics = t.state.changes.statics
        for static in statics.get("", ()):
            touches = self._text(t, static)[0].effect.touches
            if touches is None or word in touches:
                return str(static.source)
        for static in statics.get(word, ()) if word else ():
            compiled = self._text(t, static)[0]
            forgot, source = compiled.vocabulary.forgot, self.things(t)[static.source]
            if any(forgot(t, source, each) for each in compiled.recalls):
                return str(static.source)
            if compiled.tests:
                r = _Reading(t, compiled, self.things(t)[static.source])
                held = [test(r) for test in compiled.tests]
                if None in held and False not in held:
                    return str(static.source)
        return ""

    # -- how they are read ---------------------------------------------------------------------

    def _read(self, t: AnyTable, static: Static, it: str = "") -> tuple[Run | None, PlannedChange]:
        """A text with what reads it; no reading where its condition does not hold, of that thing
        or seat if it asks for one, or where nobody can see whether it does."""
        compiled, change = self._text(t, static)
        r = _Reading(t, compiled, self.things(t)[static.source])
        if self.muted is not None and self.muted(t, r.source):
            return None, change
        if compiled.of_it:
            r.it = it
        if compiled.tests and not all(test(r) for test in compiled.tests):
            return None, change
        return r, change

    def _text(self, t: AnyTable, static: Static) -> tuple[CompiledEffect, PlannedChange]:
        """The effect that a text is of, and which of its changes it is."""
        card = self.named(t, self.things(t)[static.source])
        effects = self.effects_of(t, card)
        known = self._changes.get(card)
        if known is None or known[0] is not effects:
            found = [(compiled, change) for compiled in effects for change in compiled.changes]
            self._changes[card] = known = effects, found
        return known[1][static.number]


class _StandingTexts(NamedTuple):
    """The texts in play on a number, each with what reads it, and by how much at most they lower
    it; None where that is not printed."""

    statics: Sequence[Static]
    read: list[tuple[PlannedChange, Any]]
    lowered: int | None


_NONE: list[str] = []
_NOTHING: dict[str, Any] = {}
"""What a reading has aimed at, named, found and done."""


class _Reading(Run):
    """A run of nothing: what numbers, words and conditions of a text in play are asked of."""

    def __init__(self, t: AnyTable, compiled: CompiledEffect, source: Copy) -> None:
        self.t, self.compiled, self.vocabulary = t, compiled, compiled.vocabulary
        self.source, self.seat = source, source.controller
        self.doing = Doing(source.controller, source.id)
        self.aims = self.named = self.found = self.done = self.met = _NOTHING
        self.those = self.records = _NOTHING
        self.touched = _NONE
        self.done_to: dict[tuple[str, str], int] = {}

    def forgot(self, *words: str, of: Copy | None = None) -> bool:
        """It is as it is said to be; what contradicts that may be so all the same
        (:meth:`Texts.clouded`)."""
        return False


def _subject(r: Run, change: PlannedChange, values: Values) -> str:
    """What a text is about of the things and seats of an outcome; empty where it is none."""
    subjects = Texts.subjects("", values)
    return next((each for each in subjects if change.concerns(r, each)), "")


def _carried(vocabulary: Vocabulary, word: str, became: str, values: Values) -> Values:
    """The parts of an outcome in another one: by their names, else the first of their kind."""
    if word == became:
        return dict(values)
    kinds = {part.name: part.kind for part in vocabulary.parts[word]}
    left = dict(values)
    carried: Values = {}
    wanted = vocabulary.parts[became]
    for part in wanted:
        if part.name in left and kinds.get(part.name) == part.kind:
            carried[part.name] = left.pop(part.name)
    for part in wanted:
        name = next((n for n in left if kinds.get(n) == part.kind), "")
        if part.name not in carried and name and part.kind != "word":
            carried[part.name] = left.pop(name)
    return carried
