"""Which event a line means: what it says as it stands, or what a hurried writer meant by it."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from msgspec import to_builtins

from cli.reading.door.address import Group, Situation
from cli.reading.door.cut_short import LeftOpen, read_part
from cli.reading.door.whole_names import (
    marks_added,
    names_in,
    names_joined,
    names_quoted,
    repair_in_full,
    says_verb,
)
from events.common import Adjust, Score
from events.entry import verb as entry_verb
from events.event import Event
from events.notation import Malformed, Word, quote, read, split_words
from events.notation.kinds import Items, Words
from events.notation.plan import Field, plan_of
from events.notation.words import SEVERAL, SHORT, matching, nearest, offered
from referee.house import judges, sides
from referee.replay.replay import Replay
from referee.replay.seek import entries_of_turn
from referee.verdict import Illegal, Verdict, applied

_END = re.compile(r'(?P<who>\s*(?:(?:"[^"]*"|[^\s"#]+)\s+)?)e(?P<after>\s*(?:#.*)?)', re.IGNORECASE)


def end_resolved(text: str, match: Replay) -> str:
    """A line that is ``e``, with or without who, as the step that is offered and ends the turn.

    In a game with a verb for it the line stays as it is, and so where nothing may end it now.
    """
    found = _END.fullmatch(text)
    if found is None or not match.opened or SHORT["e"] in match.game.codec.by_verb:
        return text
    for option in match.options():
        fixed = {name: choice.only() for name, choice in option.fields.items()}
        said = [f"{name}={quote(str(only[0]))}" for name, only in fixed.items() if only]
        if option.ends and len(said) == len(fixed):
            return f"{found['who']}{' '.join((option.verb, *said))}{found['after']}"
    return text


_ATOM = re.compile(r'[^\s":,+=*]+')
_REWIND = re.compile(
    r'(?P<head>\s*(?:(?:"[^"]*"|\S+)\s+)?(?P<verb>[a-z]{2,})\s+)(?:to=)?turn\s+(?P<turn>\d{1,6})(?!\S)',
    re.IGNORECASE,
)
_INSERT = re.compile(
    r'(?P<head>\s*(?:(?:"[^"]*"|\S+)\s+)?ins(?:e|er|ert)?\s+\d+\s+)(?P<entry>[^\s"=]+\s+[^\s"=]+.*?)'
    r"(?P<rest>(?:\s+(?:authority|reason|rule)=.*)?)",
    re.IGNORECASE | re.DOTALL,
)


class Writer(NamedTuple):
    """Who writes a line, and what stands before their eyes."""

    by: str = ""  # the person, for remarks and rulings; empty where nobody says
    seat: str | None = None  # who acts where a line does not say so; None: whoever has to
    shown: Sequence[Group] = ()  # the numbered lines on the screen, which a number refers to


NOBODY = Writer()


def event_of(text: str, match: Replay, writer: Writer = NOBODY) -> Event | None:
    """The event that a line means as the next of a match; None where it holds only a comment.

    A name of several words needs no quotes where it is whole, or where its last word is cut short
    and nothing else is accepted.

    What it says as it stands comes first: where that is accepted, it is meant; but a word that is
    no name is one cut short, where that is accepted too. A whole line, with who, the verb and every
    name to the letter, means that in any case, unless a choice is missing in it, or something that
    it needs was left out so that what follows stands in its place, or the name of a field was. Else
    it is what a hurried writer means by it, where that is accepted.

    Args:
        text: one line, with as many blanks before it as it has columns before it in what was
            typed.
        match: the match so far, which stays as it is.
        writer: who writes.

    Raises:
        Malformed: it is no event, or it leaves open what only the table can tell.
    """
    if (quoted := names_quoted(text, match)) != text:
        try:
            return _event_said(quoted, match, writer)
        except Malformed as error:
            with suppress(Malformed):
                return _event_said(text, match, writer)
            error.column -= marks_added(text, quoted[: error.column - 1])
            raise
    if (joined := names_joined(text, match)) == text:
        return _event_said(text, match, writer)
    event: Event | None = None
    wrong: Malformed | None = None
    try:
        event = _event_said(text, match, writer)
    except Malformed as error:
        wrong = error
    if wrong or (event is not None and isinstance(match.would(event), Illegal)):
        with suppress(Malformed):
            other = _event_said(joined, match, writer)
            if wrong is None or (other is not None and applied(match.would(other))):
                return other
    if wrong is not None:
        raise wrong
    return event


def _event_said(text: str, match: Replay, writer: Writer) -> Event | None:
    """The same, where each name of several words that is whole stands in quotes.

    Raises:
        Malformed: as above.
    """
    try:
        event = _event_of(text, match, writer)
    except Malformed as error:
        if not (strange := _of_no_thing(error, match)):
            raise
        return _among_things(text, match, writer, strange, error)
    if isinstance(event, Adjust):
        return repair_in_full(event, match)
    if event is None:
        return event
    names = _of_effects(text, match)
    no_thing = {each for each in getattr(event, "aims", ()) if not _is_thing(each, match)}
    if not names | no_thing:
        return event
    verdict = match.would(event)
    facts = verdict.facts if isinstance(verdict, Illegal) else {}
    aimed = {facts.get("logged")}.intersection(getattr(event, "aims", ()))
    mistaken = names & {facts.get("card"), *aimed} | (no_thing - names if facts else set())
    told = names & _told_in_place(event) if isinstance(verdict, Illegal) else set()
    if not mistaken | told:
        return event
    try:
        other = _event_of(text, match, writer, mistaken | told)
    except Malformed as error:
        if error.message.startswith(SEVERAL) or offered(Word(error.word, 1).text, [*mistaken]):
            raise
        return event
    return other if other is not None and mistaken else event


def _told_in_place(event: Event) -> set[str]:
    """The names that stand where something is named: an effect is told by the name of its field."""
    found: set[str] = set()
    for field in plan_of(type(event)).positional:
        value = getattr(event, field.attribute)
        if isinstance(field.kind, Words):
            found.add(value)
        elif isinstance(field.kind, Items) and isinstance(field.kind.item, Words):
            found.update(value)
    return found


def _of_no_thing(error: Malformed, match: Replay) -> set[str]:
    """Of several names that a word may mean, those of no card, nothing in play and nobody, such as
    those of effects; none where it can mean nothing else."""
    if not error.message.startswith(SEVERAL) or not match.opened:
        return set()
    strange = {name for name in error.suggestions if not _is_thing(name, match)}
    return strange if len(strange) < len(error.suggestions) else set()


def _among_things(
    text: str, match: Replay, writer: Writer, strange: Collection[str], error: Malformed
) -> Event | None:
    """What a line means where a word that may also be the name of an effect is that of a thing.

    Raises:
        Malformed: as it stands, where that is not accepted; or among which things it is open.
    """
    try:
        event = _event_of(text, match, writer, strange)
    except Malformed as left:
        raise (left if left.message.startswith(SEVERAL) else error) from None
    if event is None or not applied(match.would(event)):
        raise error
    return event


def _event_of(
    text: str, match: Replay, writer: Writer, without: Collection[str] = ()
) -> Event | None:
    """The same, where these are no names.

    Raises:
        Malformed: as above.
    """
    if found := _INSERT.fullmatch(text):
        quoted = f"{found['head']}{quote(found['entry'])}{found['rest']}"
        try:
            return _event_of(quoted, match, writer, without)
        except Malformed as error:
            error.column -= marks_added(text, quoted[: error.column - 1])
            raise
    text = _turns_resolved(end_resolved(text, match), match)
    words = split_words(text)
    if not words:
        return None
    if not match.opened:
        return read(text, match.game.codec, seat=writer.seat)
    stated, wrong = _Stated(()), None
    if not _begins_hurried(words, match, writer):
        try:
            stated = _stated(text, words, match, writer, without)
        except Malformed as error:  # a hurried line may be none as it stands
            wrong = error
    verdict: Verdict | None = None
    for event in stated.events:
        verdict = match.would(event)
        if applied(verdict):
            return event
    whole = stated.whole and isinstance(verdict, Illegal)
    try:
        now = Situation.at(match, writer.by, writer.seat)
        now = replace(now, names=now.names.difference(without))
        meant = read_part(text, now, writer.shown)
    except Malformed as error:
        several = wrong is not None and wrong.message.startswith(SEVERAL)
        if isinstance(error, LeftOpen) and (several or _left_out(error, stated.events, match)):
            raise
        if whole:
            return stated.events[0]
        if wrong is not None and says_verb(words, match):
            raise wrong from None
        if stated.full is None:
            raise
        return stated.full
    if whole and not (meant and _means(meant, stated.events[0], verdict, match)):
        return stated.events[0]
    if meant is None or meant in stated.events or applied(match.would(meant)):
        return meant
    if (other := _of_another(text, meant, match, now)) is not None:
        return other
    if wrong is not None and wrong.message.startswith(SEVERAL):
        raise wrong
    return stated.full or meant


def _of_effects(text: str, match: Replay) -> set[str]:
    """The words of a line that are names, but of no card and of nothing in play, such as those of
    effects. Where such a word is refused as a card, it is one cut short."""
    typed = _ATOM.findall(text)
    names = {*typed, *(word.casefold() for word in typed)}.intersection(names_in(match))
    return {name for name in names if not _is_thing(name, match)}


def _of_another(text: str, meant: Event, match: Replay, now: Situation) -> Event | None:
    """What a line that does not say who acts means of another to whom its verb is offered, where
    that is accepted.

    Raises:
        Malformed: nobody is offered it, and another than who has to act may do it.
    """
    words = split_words(text)
    if now.seat is not None or not _begins_hurried(words, match, NOBODY):
        return None
    who, said = getattr(meant, "seat", ""), entry_verb(meant)
    if who not in now.seats:
        return None
    others = [seat for seat in now.acting if seat != who]
    for seat in sorted(others, key=lambda each: not now.offered(each, said)):
        with suppress(Malformed):
            other = read_part(text, replace(now, seat=seat))
            if other is None or not applied(match.would(other)):
                continue
            if now.offered(seat, said):
                return other
            hint = f"say first who does, such as: {seat} {said}"
            break
    else:
        return None
    raise words[0].wrong(hint)


def _left_out(open_: LeftOpen, events: Sequence[Event], match: Replay) -> bool:
    """Whether a field that was left open is needed, and what stands in its place was meant for
    another: the tower where one of several celestials was to be named first."""
    for event in events:
        field = plan_of(type(event)).by_name.get(open_.field)
        if field and field.required and _moved(field, event, open_.given):
            return _of_another_kind(getattr(event, field.attribute), open_.names, match)
    return False


def _renamed(meant: Event, stated: Event, refused: object, match: Replay) -> bool:
    """Whether the same words are meant, of which one lacks the name of its field, or one that was
    refused as a card, such as the name of an effect, is another one cut short."""
    given, said = to_builtins(meant), to_builtins(stated)
    found, typed = Counter(_words_in(given)), Counter(_words_in(said))
    new, lost = found - typed, typed - found
    names = {*names_in(match)} - {refused}
    nobodys = refused in match.state.seats and refused not in match.traits  # a player is no card

    def stays(word: str) -> bool:
        return word in names or (_is_thing(word, match) and not (nobodys and word == refused))

    if any(stays(word) or not offered(word, [*new]) for word in lost):
        return False
    moved: list[str] = []
    for field in plan_of(type(stated)).positional:
        now, before = ([*_words_in(each.get(field.name, ()))] for each in (given, said))
        if any(word not in before and word not in new for word in now):
            return False  # it stands in the place of another
        moved += (word for word in before if word not in now)
    filled = new and any(map(stays, moved))
    return bool(moved or lost) and not filled


def _is_thing(word: str, match: Replay) -> bool:
    """Whether a word is a player, a card, a copy of one, or what people call one in play."""
    kinds, called = match.traits, match.game.called(match.table)
    own = word.rpartition(".")[0]
    named = word in match.state.seats or word in called or word in kinds or own in kinds
    return named or any(word in ids for ids in called.values())


def _words_in(value: Any) -> Iterator[str]:
    """What is said in each field, and in each part of one."""
    if isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _words_in(part)
    else:
        yield str(value)


def _means(meant: Event, stated: Event, verdict: Verdict | None, match: Replay) -> bool:
    """Whether a whole line that is refused can be meant so."""
    if type(meant) is not type(stated):
        return False
    refused = verdict.facts.get("card") if isinstance(verdict, Illegal) else None
    return _shifted(meant, stated, match) or _renamed(meant, stated, refused, match)


def _shifted(meant: Event, stated: Event, match: Replay) -> bool:
    """Whether a field that is needed was left out in the same way, and can only be one thing."""
    given = to_builtins(meant)
    for field in plan_of(type(stated)).fields:
        said, found = getattr(stated, field.attribute), getattr(meant, field.attribute)
        if field.required and said != found and _moved(field, stated, given):
            new = isinstance(found, str) and not _is_among(found, to_builtins(stated))
            return new and _of_another_kind(said, [found], match)
    return False


def _moved(field: Field, stated: Event, given: Mapping[str, Any]) -> bool:
    """Whether what stands at the place of a field is that of another, to the letter, and all that
    follows too; what is one of several, such as of what pays, may be meant either way."""
    said = to_builtins(stated)
    for each in plan_of(type(stated)).positional:
        if each.at_default(getattr(stated, each.attribute)):
            continue
        value = said.get(each.name)
        items = value if isinstance(value, list | tuple) else (value,)
        if given.get(each.name) == value or not all(_is_among(item, given) for item in items):
            return False
    own = getattr(stated, field.attribute)
    return own != given.get(field.name) and own in [v for v in given.values() if isinstance(v, str)]


def _of_another_kind(said: Any, offered: Sequence[str], match: Replay) -> bool:
    """Whether what stands for a card is none of the kind that is on offer, so that nobody means it
    there. Of copies in play nothing is known by their names."""
    kinds = match.traits

    def kind(name: str) -> str:
        return next(iter(kinds.get(name, {}).values()), "")

    known = all(name in kinds or name.rpartition(".")[0] not in kinds for name in offered)
    return isinstance(said, str) and known and kind(said) not in map(kind, offered)


def _is_among(said: Any, given: Mapping[str, Any]) -> bool:
    """Whether a value is that of a field, or one of its items."""
    return any(
        said in value if isinstance(value, list | tuple) else said == value
        for value in given.values()
    )


class _Stated(NamedTuple):
    """What a line is as it stands."""

    # with each name to the letter, if that can be, and with names in full; the likelier first
    events: Sequence[Event]
    whole: bool = False  # whether nothing in it is cut short or left out
    full: Event | None = None  # the one with names in full


def _stated(
    text: str, words: Sequence[Word], match: Replay, writer: Writer, without: Collection[str]
) -> _Stated:
    """What a line is as it stands, where these are no names.

    Raises:
        Malformed: it is no event.
    """
    codec, names, first = match.game.codec, {*names_in(match)}.difference(without), words[0]
    cards = match.traits.keys()
    called = match.game.called(match.table)
    event: Event | None = None
    while event is None:
        try:
            event = read(text, codec, seat=writer.seat, names=names, called=called)
        except Malformed as error:
            if error.column == first.column and error.message == "no such name":
                raise first.wrong("no such seat", nearest(first.text, match.state.seats)) from None
            word = Word(error.word, 1).text
            if word in cards and word not in names:
                names.add(word)  # a card that nobody registered can be played all the same
                continue
            if word not in names:  # else a name, and of several copies as well
                raise
            exact = read(text, codec, seat=writer.seat)
            if not applied(match.would(exact)):
                raise
            return _Stated((exact,), full=exact)
    who = getattr(event, "seat", "")
    known = sides(match.state) if isinstance(event, Score) else ()
    if who and who not in match.state.seats and who not in known:
        raise first.wrong("no such seat", nearest(first.text, match.state.seats))
    with suppress(Malformed):
        exact = read(text, codec, seat=writer.seat)
        said = first.text in (*match.state.seats, *judges(match.state))
        named = _differ_in_names(to_builtins(exact), to_builtins(event), names | cards)
        whole = named and said and len(words) > 1 and words[1].text in codec.by_verb
        if exact == event:
            return _Stated((exact,), whole, event)
        return _Stated((exact, event) if named else (event, exact), whole, event)
    return _Stated((event,), full=event)


def _differ_in_names(one: Any, two: Any, names: Collection[str]) -> bool:
    """Whether two events are the same, but for names that are names as they stand."""
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        return all(_differ_in_names(one[key], two[key], names) for key in one)
    if isinstance(one, list | tuple) and isinstance(two, list | tuple) and len(one) == len(two):
        return all(_differ_in_names(a, b, names) for a, b in zip(one, two, strict=True))
    return bool(one == two or (isinstance(one, str) and one in names))


def _begins_hurried(words: Sequence[Word], match: Replay, writer: Writer) -> bool:
    """Whether a line cannot say who acts: it begins with the number of a line on the screen, or
    with a verb that is nobody's name, in full or with no verb in full behind it."""
    first, verbs = words[0], match.game.codec.by_verb
    if writer.shown and first.raw.isdecimal():
        return True
    if writer.seat is not None or first.raw.startswith('"'):
        return False
    known = (*match.state.seats, *judges(match.state))
    if first.text in known or (says_verb(words, match) and first.text not in verbs):
        return False
    return bool(matching(first.text, verbs))


def _turns_resolved(text: str, match: Replay) -> str:
    """A line in which ``rewind turn 20`` names the entry with which turn 20 began.

    Raises:
        Malformed: that turn has not begun.
    """
    found = _REWIND.match(text)
    if found is None or not "rewind".startswith(found["verb"].casefold()):
        return text
    try:
        began = entries_of_turn(match, int(found["turn"])).start - 1
    except LookupError as error:
        raise Malformed(str(error), found.start("turn") + 1, found["turn"]) from None
    entry = str(began).ljust(found.end() - found.end("head"))  # what follows stays in its column
    return f"{found['head']}{entry}{text[found.end() :]}"
