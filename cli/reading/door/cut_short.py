"""What a hurried line means: shorthand read against what may happen now, to one event.

A line of the table is a line of notation that may leave out what the match itself can tell: who
acts, the rest of a word, the name of a field, and every field that can only be one thing. It is
spelled out here and then read by the notation, so that both always mean the same.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any

import msgspec

from cli.reading.door.address import Group, Head, Situation, address
from cli.reading.door.typed_choices import fits, typeable
from events.event import Event
from events.notation import Malformed, Word, quote, read, split_words, usage
from events.notation.kinds import Choice as OneOf
from events.notation.kinds import Items, Reading, Words
from events.notation.outcomes import Outcome
from events.notation.plan import Field, Plan, place_of, plan_of
from events.notation.words import SEVERAL, choose, matching, offered
from referee.choice import Choice, Perhaps, together
from referee.option import Option

_ATOM = re.compile(r'(?P<mark>[,:*])|(?P<atom>(?:"(?:[^"\\]|\\.)*"|[^,:*])+)', re.DOTALL)
_MOST_IN_ANY_ORDER = 4
_COPIES = re.compile(r"[0-9]{1,3}")


class LeftOpen(Malformed):
    """A field was left out that can be several things, and has no default that is one of them.

    Args:
        verb: the verb.
        field: the field.
        choices: what it can be.
        given: the values of the fields that were said.
        column: behind which the field would stand.
    """

    def __init__(
        self,
        verb: str,
        field: str,
        choices: Sequence[Choice],
        given: Mapping[str, Any],
        column: int,
    ) -> None:
        super().__init__(f"{verb} leaves {field} open: {together(choices)}", column)
        self.field, self.names, self.given = field, typeable(choices), given


def read_part(text: str, now: Situation, shown: Sequence[Group] = ()) -> Event | None:
    """The event that one part of a line means; None where there is nothing but a comment.

    Args:
        text: the part, with as many blanks before it as it has columns before it in its line.
        now: what it is read against.
        shown: the numbered lines on the screen, which a number refers to.

    Raises:
        Malformed: it is no event, or it leaves open what only the table can tell.
    """
    words = split_words(text)
    if not words:
        return None
    head = address(words, now, shown)
    try:
        return _event_of(words, head, now)
    except Malformed as wrong:
        if (longer := _longer(words, head, now)) is None:
            raise
        try:
            return _event_of(longer, address(longer, now, shown), now)
        except Malformed:
            if any(word.named() is None and ":" in word.raw for word in head.rest):
                raise wrong from None
            raise


def _longer(words: Sequence[Word], head: Head, now: Situation) -> list[Word] | None:
    """The words with the one verb on offer that begins with the verb typed, such as ``activate``
    for ``act``; None where there is not just one."""
    typed = head.verb_word
    if typed.text != head.verb or head.who not in now.seats:
        return None
    meant = [verb for verb in now.verbs(head.who) if verb != typed.text]
    meant = [verb for verb in meant if verb.startswith(typed.text)]
    if len(meant) != 1:
        return None
    return [Word(meant[0], word.column) if word is typed else word for word in words]


def _event_of(words: Sequence[Word], head: Head, now: Situation) -> Event:
    """The event that the words of a part mean, addressed so."""
    plan = plan_of(now.codec.by_verb[head.verb])
    head = head._replace(rest=[_by_its_name(word, head, plan, now.called) for word in head.rest])
    spelled, same = _Spelled(), _Same(now, head.rest)
    spelled.add(f"{quote(head.who, always=True)} ", words[0].column)
    spelled.add(head.verb, head.verb_word.column)
    given = _assign(plan, head, now.names)
    head = head._replace(options=_meant_by(given, head.options))
    values: dict[str, Any] = {}
    for field, named in given:
        texts = []
        for word in named:
            spelled.add(f" {field.name}=", word.column)
            start = len(spelled.text)
            _spell(spelled, field, word, head.options, same)
            texts.append(Word(spelled.text[start:], word.column))
        values[field.name] = _value(field, texts, head.options)
    end = words[-1].column + len(words[-1].raw)
    for field, value in _filled(plan, values, head, end):
        spelled.add(f" {field.name}={value}", end)
    return spelled.read(now)


def _by_its_name(word: Word, head: Head, plan: Plan, called: Mapping[str, Sequence[str]]) -> Word:
    """A word that is nothing on offer, but what people call something that is: by the name of
    that, where it can only be one. A card that is no thing yet is called nothing else."""
    choices = [choice for option in head.options for choice in option.fields.values()]
    name, value = word.named() or ("", word)
    if not called or any(fits(value, choice) for choice in choices):
        return word
    of_things = [field for field in plan.fields if not _of_cards(field)]
    on_offer = typeable(c for field in of_things for c in _choices(field, head.options))
    meant = {n for known in offered(value.text, called) for n in called[known] if n in on_offer}
    if len(meant) != 1:
        return word
    return Word(f"{name}={quote(*meant)}" if name else quote(*meant), word.column)


def _of_cards(field: Field) -> bool:
    """Whether a field names cards, and nothing that is in play."""
    kind = field.kind.item if isinstance(field.kind, Items) else field.kind
    return isinstance(kind, Words) and kind.of not in ("called", "things")


def _meant_by(
    given: Sequence[tuple[Field, Sequence[Word]]], options: Sequence[Option]
) -> Sequence[Option]:
    """The options that all words fit; all of them where there is none.

    So a word that begins one name of each is read as that of the option that the others mean.
    """
    fitting = [
        option
        for option in options
        if all(
            fits(word, option.fields[field.name])
            for field, words in given
            if field.name in option.fields
            for word in words
        )
    ]
    return fitting or options


# -- which word is which field -----------------------------------------------------------------


def _assign(plan: Plan, head: Head, names: Collection[str]) -> list[tuple[Field, list[Word]]]:
    """The words of each field; those that stood at its place are joined to one."""
    if _remark(plan) and head.rest and head.rest[0].named() is None:
        text = quote(" ".join(word.text for word in head.rest), always=True)
        return [(_remark(plan)[0], [Word(text, head.rest[0].column)])]
    given: dict[str, list[Word]] = {}
    bare: list[Word] = []
    for word in head.rest:
        if (named := word.named()) is None:
            bare.append(word)
            continue
        name, value = named
        found = choose(Word(name, word.column), _meant(name, value, plan), f"field of {plan.verb}")
        given.setdefault(found, []).append(value)
    bare = _paired(bare, head)
    places = [f for f in plan.positional if f.name not in given]
    single = [f for f in plan.fields if f.named and isinstance(f.kind, Words)]
    sequences = [f for f in plan.fields if f.named and isinstance(f.kind, Items)]
    if any(f.outcome for f in plan.positional):  # what pays is said by name there
        sequences = [f for f in sequences if not _tells(f)]
    placed = _in_place(places, bare, names)
    if placed is None or not all(_fits(f, words, head) for f, words in placed):
        fitting = _where_they_fit(places, [*single, *sequences], bare, head)
        alone = _outcomes_alone(places, bare, names)
        placed = fitting or _in_any_order(places, bare, head) or alone or placed
    elif not _fit_together(placed, head):
        placed = _where_one_option_has_them(places, single, bare, head) or placed
    if placed is None:
        raise bare[len(places)].wrong(f"one word too many: {usage(plan.type)}")
    for field, words in placed:
        given.setdefault(field.name, []).insert(0, _joined(words))
    return [(plan.by_name[name], words) for name, words in given.items()]


def _meant(name: str, value: Word, plan: Plan) -> Collection[str]:
    """The fields that a name cut short may mean: first those that are always named; those that
    are yes or no, or the like, only where the value is that."""
    named = matching(name, [field.name for field in plan.fields if field.named])
    if name in plan.by_name or not named:
        return plan.by_name
    of_kind = {each: plan.by_name[each].kind for each in named}
    fitting = [
        n for n, k in of_kind.items() if isinstance(k, OneOf) and matching(value.text, k.values)
    ]
    return fitting or [n for n, k in of_kind.items() if not isinstance(k, OneOf)] or named


def _paired(words: Sequence[Word], head: Head) -> list[Word]:
    """The words, with two cards that were typed apart put together: ``2s 2h`` for ``2s-2h``."""
    pairs = [c for option in head.options for c in option.fields.values() if c.mark()]
    found: list[Word] = []
    for word in words:
        for pair in pairs if found else ():
            both = Word(f"{found[-1].raw}{pair.mark()}{word.raw}", found[-1].column)
            if fits(both, pair):
                found[-1] = both
                break
        else:
            found.append(word)
    return found


Placed = list[tuple[Field, list[Word]]]


def _in_place(
    places: Sequence[Field], words: Sequence[Word], names: Collection[str]
) -> Placed | None:
    """Each word at its place, as the notation has it; None where there are too many."""
    placed: dict[str, tuple[Field, list[Word]]] = {}
    at = 0
    for word in words:
        at = place_of(places, at, word, names)
        if at == len(places):
            return None
        field = places[at]
        placed.setdefault(field.name, (field, []))[1].append(word)
        at += not field.variadic
    return list(placed.values())


def _where_they_fit(
    places: Sequence[Field], named: Sequence[Field], words: Sequence[Word], head: Head
) -> Placed | None:
    """Each word at the next field for which it is on offer; None where one is nowhere.

    So ``upgrade Elk Ice`` leaves the unit out, and says no name before the tribe card.
    """
    found: dict[str, tuple[Field, list[Word]]] = {}
    left = list(places)
    for word in words:
        field = next((f for f in (*left, *named) if _fits(f, [word], head)), None)
        if field is None or (_turns_up(field, head) and any(f.required for f in left[:1])):
            return None
        if field in left:
            left = left[left.index(field) + (not field.variadic) :]
        found.setdefault(field.name, (field, []))[1].append(word)
    return list(found.values())


def _fit_together(placed: Placed, head: Head) -> bool:
    """Whether one option has all words at these fields."""
    ones = (head._replace(options=(option,)) for option in head.options)
    return any(all(_fits(field, words, one) for field, words in placed) for one in ones)


def _where_one_option_has_them(
    places: Sequence[Field], named: Sequence[Field], words: Sequence[Word], head: Head
) -> Placed | None:
    """Each word at the next field for which one and the same option has it, where that is so in one
    way only; else None.

    So ``activate Blow bo.champion`` names what an attack card attacks, though others could aim at
    the same.
    """
    ways: dict[tuple[str, ...], Placed] = {}
    for option in head.options:
        one = head._replace(options=(option,))
        if found := _where_they_fit(places, named, words, one):
            ways[tuple(field.name for field, _ in found)] = found
    return next(iter(ways.values())) if len(ways) == 1 else None


def _turns_up(field: Field, head: Head) -> bool:
    """Whether a field names a card that chance shows and that may be left out: nearly any name fits
    it, so that no word is taken for it that stands where what was chosen is said. A pair of cards
    is nothing else."""
    shown = (c for c in _choices(field, head.options) if isinstance(c, Perhaps) and not c.mark())
    return any(c.names() for c in shown)


def _in_any_order(places: Sequence[Field], words: Sequence[Word], head: Head) -> Placed | None:
    """Each word at a field of its own for which it is on offer, whatever their order, where that
    is so in one way only; None where it is not. A card and what is one of several, such as of what
    pays for it, stay in their order where each may be the other.

    So ``exchange tink wisp verd jur`` names the two units first and then what lies at each.
    """
    if not 1 < len(words) <= len(places) <= _MOST_IN_ANY_ORDER:
        return None
    if any(_turns_up(field, head) for field in places):
        return None
    named = {field.name: {*typeable(_choices(field, head.options))} for field in places}
    cards = [field for field in places if _of_cards(field)]
    alike = {
        (one.name, two.name)
        for one in cards
        for two in cards
        if isinstance(one.kind, Items) != isinstance(two.kind, Items)
        and named[one.name] & named[two.name]
    }
    ways = {
        frozenset(
            (field.name, word.text) for field, word in zip(fields, words, strict=True)
        ): fields
        for option in head.options
        for fields in permutations(places, len(words))
        if not any(
            (one.name, two.name) in alike and places.index(one) > places.index(two)
            for one, two in combinations(fields, 2)
        )
        and all(
            field.name in option.fields and fits(word, option.fields[field.name])
            for field, word in zip(fields, words, strict=True)
        )
    }
    if len(ways) != 1:
        return None
    return [
        (field, [word]) for way in ways.values() for field, word in zip(way, words, strict=True)
    ]


def _outcomes_alone(
    places: Sequence[Field], words: Sequence[Word], names: Collection[str]
) -> Placed | None:
    """Nothing but outcomes, where all before them may be left to the options; else None.

    So ``effect damage:2`` leaves out whose effect it is.
    """
    outcome = places[-1].outcome if places else None
    if outcome is None or not words or not all(outcome.begins(w, names) for w in words):
        return None
    return [(places[-1], list(words))]


def _fits(field: Field, words: Sequence[Word], head: Head) -> bool:
    choices = _choices(field, head.options)
    return all(
        any(fits(word, choice) for choice in choices) and _may_be_one(field, word) for word in words
    )


def _may_be_one(field: Field, word: Word) -> bool:
    """Whether a word is no name where outcomes are told: it begins with the word of one."""
    outcome = _tells(field)
    heads = (part.split(":")[0].raw for part in word.split(","))
    return outcome is None or all(matching(head, outcome.forms) for head in heads)


def _tells(field: Field) -> Outcome | None:
    """The outcomes that a field lists, if it does."""
    item = field.kind.item if isinstance(field.kind, Items) else None
    return item if isinstance(item, Outcome) else None


def _joined(words: Sequence[Word]) -> Word:
    """Words of one field as a single word, each part at its column as far as that goes."""
    raw = words[0].raw
    for word in words[1:]:
        gap = word.column - words[0].column - len(raw) - 1
        raw += " " * max(0, gap) + "," + word.raw
    return Word(raw, words[0].column)


def _remark(plan: Plan) -> list[Field]:
    """The text of a remark, which needs no name: ``note the deck was cut again``."""
    free = [f for f in plan.fields if isinstance(f.kind, Words) and f.kind.free]
    return free if not plan.positional and len(free) == 1 else []


def _choices(field: Field, options: Sequence[Option]) -> list[Choice]:
    return [o.fields[field.name] for o in options if field.name in o.fields]


# -- spelling out ------------------------------------------------------------------------------


class _Spelled:
    """The line in full, and which column of the typed one each piece came from."""

    def __init__(self) -> None:
        self.text = ""
        self._pieces: list[tuple[int, int, bool]] = []

    def add(self, text: str, column: int, *, as_typed: bool = False) -> None:
        self._pieces.append((len(self.text) + 1, column, as_typed))
        self.text += text

    def read(self, now: Situation) -> Event:
        """The event, which can be logged; errors point into the typed line."""
        try:
            event = _read(self.text, now)
            return now.codec.event(msgspec.json.encode(event))
        except Malformed as error:
            start, column, as_typed = max(p for p in self._pieces if p[0] <= error.column)
            column += error.column - start if as_typed else 0
            raise Malformed(error.message, column, error.word, error.suggestions) from None
        except (msgspec.MsgspecError, ValueError, OverflowError, RecursionError) as error:
            raise Malformed(f"this cannot be logged: {error}", self._pieces[0][1]) from None


def _read(text: str, now: Situation) -> Event:
    """The event that a line in full is; a word that is only right in capitals is taken so."""
    try:
        return read(text, now.codec, names=now.names)
    except Malformed as error:
        at, word = error.column - 1, error.word
        if not word or word == word.upper() or not text.startswith(word, at):
            raise
        try:
            raised = text[:at] + word.upper() + text[at + len(word) :]
            return read(raised, now.codec, names=now.names)
        except Malformed:
            raise error from None


class _Same:
    """The first of things that are alike, but for those that the line has named already.

    So ``attack squire mire`` needs no number where two Squires have done nothing yet.
    """

    def __init__(self, now: Situation, words: Sequence[Word]) -> None:
        self._now = now
        self._words = words
        self._meant: list[str] = []

    def one_of(self, found: Sequence[str]) -> Sequence[str]:
        """One of the names for a word, where it makes no difference which."""
        if not self._now.alike(found):
            return found
        taken = {*self._meant, *self._typed(found)}
        left = [name for name in found if name not in taken]
        self._meant.append((left or found)[0])
        return self._meant[-1:]

    def another_card(self, text: str, found: Sequence[str]) -> str:
        """The card that is called so to the letter, where it is none of these names, which only
        have a word like it; else nothing."""
        card = self._now.cards.get(text.casefold(), "")
        copies = {name if name == card else name.rpartition(".")[0] for name in found}
        return "" if card in copies else card

    def _typed(self, names: Sequence[str]) -> Iterator[str]:
        """Those of the names that some word of the line can only mean."""
        for word in self._words:
            for token in _ATOM.finditer(word.raw):
                text = Word((token["atom"] or "").strip(), word.column).text
                if text and len(meant := offered(text, names)) == 1:
                    yield meant[0]


def _spell(
    spelled: _Spelled, field: Field, word: Word, options: Sequence[Option], same: _Same
) -> None:
    """Add a value with every name in it that is offered for the field spelled out."""
    for atom, name in _atoms(field, word, options, same):
        spelled.add(name or atom.raw.strip(), atom.column, as_typed=not name)


def _atoms(
    field: Field, word: Word, options: Sequence[Option], same: _Same
) -> Iterator[tuple[Word, str]]:
    """The parts of a value with the marks between them; a part that is offered, in full.

    An outcome stays as it was typed.
    """
    if isinstance(field.kind, Items) and isinstance(field.kind.item, Outcome):
        for index, part in enumerate(word.split(",")):
            blanks = len(part.raw) - len(part.raw.lstrip())
            column = part.column + blanks
            yield Word("," * bool(index) + part.raw.strip(), column - bool(index)), ""
        return
    known = typeable(_choices(field, options))
    for token in _ATOM.finditer(word.raw):
        blanks = len(token.group()) - len(token.group().lstrip())
        atom = Word(token.group().strip(), word.column + token.start() + blanks)
        name = ""
        if token.group("atom") and known and (found := offered(atom.text, known)):
            if card := same.another_card(atom.text, found):
                yield atom, quote(card)
                continue
            found = list(same.one_of(found))
            if len(found) > 1 and not matching(atom.text, found):
                raise atom.wrong(f"{SEVERAL} name on offer has a word like this", found)
            name = quote(found[0] if len(found) == 1 else choose(atom, found, "name on offer"))
        yield atom, name


def _value(field: Field, spelled: Sequence[Word], options: Sequence[Option]) -> Any:
    """The plain value of a field that is spelled out; where that is none, what no choice allows."""
    if not _choices(field, options):
        return _NO_VALUE
    try:
        if isinstance(field.kind, Items):
            return [value for _, value in field.kind.pairs(spelled, _READING)]
        return field.kind.read(spelled[0], _READING)
    except Malformed:
        return _NO_VALUE


def _filled(plan: Plan, given: dict[str, Any], head: Head, end: int) -> Iterator[tuple[Field, str]]:
    """The fields that were left out and can only be one thing; what is needed is not filled in
    where a word that was said may be it.

    Where what was typed is not on offer, or no option speaks of it (a number of cards for their
    names), only what an event of its kind cannot do without. Where it is on offer in another way
    alone, nothing else is asked for.

    Raises:
        Malformed: one can be several, and its default is none of them.
    """
    agreeing, contrary = head.options, False
    for name, value in given.items():
        narrowed = [o for o in agreeing if name not in o.fields or o.fields[name].allows(value)]
        unheard = type(value) is not bool and not any(name in o.fields for o in head.options)
        agreeing, contrary = narrowed or agreeing, contrary or unheard or not narrowed
    unlike = any(
        any(name in o.fields for o in head.options) and not any(name in o.fields for o in agreeing)
        for name in given
    )
    for field in plan.fields:
        choices = _choices(field, agreeing)
        if field.name in given or not choices or len(choices) < len(agreeing):
            continue
        if contrary and not field.required:
            continue
        ways = [choice.only() for choice in choices]
        written = {_text(plan, field, way[0]) for way in ways if way is not None}
        doubted = field.required and any(_fits(field, [word], head) for word in head.rest)
        if len(written) == 1 and None not in ways and not doubted:
            yield field, written.pop()
        elif field.required or not (
            unlike or any(c.allows_default(field.default) for c in choices)
        ):
            able = _choices(field, head.options) if doubted else choices
            raise LeftOpen(head.verb, field.name, able, given, end + 1)


def _text(plan: Plan, field: Field, value: Any) -> str:
    """How a value is written that an option has for a field; of outcomes it has the plain form."""
    if field.outcome:
        types = {each.name: each.type for each in msgspec.structs.fields(plan.type)}
        value = msgspec.convert(value, types[field.attribute])
    return field.kind.write(value, _no_event)


def _no_event(_: Any) -> Any:
    raise TypeError("an option cannot hold an event within an event")


_READING = Reading((), _no_event)
_NO_VALUE = object()
