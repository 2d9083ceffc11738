"""What may complete the word before the cursor: verbs, seats, cards that can be there, units."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cli.reading.door.address import Head, Situation, address
from cli.reading.door.event_of_line import Writer, event_of
from cli.reading.door.typed_choices import typeable
from cli.reading.lines import split_line
from cli.table.session import ABOUT_VERBS, KEYS, Session
from events.notation import Malformed, Word, quote, split_words
from events.notation.kinds import Choice as Labels
from events.notation.kinds import Items, Words
from events.notation.outcomes import Outcome
from events.notation.plan import Field, Plan, place_of, plan_of
from events.notation.words import matching
from referee.replay.replay import Replay

_LAST_WORD = re.compile(r'(?:[^\s"#]|"(?:[^"\\]|\\.)*"|"(?:[^"\\]|\\.)*$)*$', re.DOTALL)
_VALUE = re.compile(
    r'(?:(?P<name>[^"=]*)=)?(?:(?:[^",]|"(?:[^"\\]|\\.)*")*,)*(?P<part>.*)', re.DOTALL
)


class Completion(NamedTuple):
    """A word that may stand at the cursor."""

    text: str  # what to write
    back: int  # how many characters before the cursor it takes the place of


class Completer:
    """Completes the lines of one session; what stands before a ``;`` counts as happened."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._foreseen: tuple[int, str, Situation] | None = None

    def complete(self, text: str) -> list[Completion]:
        """The words that may end a text, the likeliest first."""
        if self._session.asking:
            return []
        *_, (start, part) = split_line(text)
        found = _LAST_WORD.search(part)
        partial = found.group() if found else ""
        try:
            done = split_words(part[: len(part) - len(partial)])
            return self._words(text[:start], done, partial)
        except Malformed:
            return []

    def _words(self, before: str, done: Sequence[Word], partial: str) -> list[Completion]:
        now = self._after(before)
        if not done:
            keys = [] if before else KEYS
            people = [*now.seats, *now.judges]
            return _beginning(partial, [*now.verbs(), *people, *now.codec.by_verb, *keys])
        first = done[0].text
        if not before and first in ABOUT_VERBS and len(done) == 1:
            return _beginning(partial, [*now.verbs(), *now.codec.by_verb])
        if len(done) == 1 and (first in now.seats or not matching(first, now.codec.by_verb)):
            seats = matching(first, now.seats)
            offered = now.verbs(seats[0]) if len(seats) == 1 else []
            return _beginning(partial, [*offered, *now.codec.by_verb])
        head = address(done, now, self._session.groups)
        return _fields(head, plan_of(now.codec.by_verb[head.verb]), now, partial)

    def _after(self, before: str) -> Situation:
        """The situation when all that stands before the last ``;`` has happened."""
        session = self._session
        if self._foreseen and self._foreseen[:2] == (session.seen, before):
            return self._foreseen[2]
        game = session.match.game
        now = session.situation()
        trial = session.replay
        if before:
            trial = Replay(game, session.match.catalog).extend(trial.events)
        for start, part in split_line(before) if before else ():
            try:
                writer = Writer(session.by, shown=session.groups)
                event = event_of(" " * start + part, trial, writer)
            except Malformed:
                break
            if event is not None:
                trial.add(event)
                now = Situation.at(trial, session.by)
        self._foreseen = session.seen, before, now
        return now


def _fields(head: Head, plan: Plan, now: Situation, partial: str) -> list[Completion]:
    """What may stand behind a verb: values of the next fields, then names of fields."""
    named = {name for word in head.rest if (pair := word.named()) for name in [pair[0]]}
    given = {name for typed in named for name in matching(typed, plan.by_name)}
    value = _VALUE.fullmatch(partial)
    assert value is not None
    if value.group("name") is not None:
        found = matching(value.group("name"), plan.by_name)
        fields = [plan.by_name[name] for name in found]
        return _beginning(value.group("part"), _candidates(fields, head, now))
    places = [f for f in plan.positional if f.name not in given]
    place = 0
    for word in (word for word in head.rest if word.named() is None):
        place = place_of(places, place, word, now.names)
        place += place < len(places) and not places[place].variadic
    later = [f for f in plan.fields if f.named and f.name not in given]
    values = _candidates(
        [*places[place:], *(f for f in later if isinstance(f.kind, Items))], head, now
    )
    labels = [f"{field.name}=" for field in later]
    return [*_beginning(value.group("part"), values), *_beginning(partial, labels, plain=True)]


def _candidates(fields: Iterable[Field], head: Head, now: Situation) -> list[str]:
    """The values that are on offer for fields; where none is, every name that may be typed."""
    found: list[str] = []
    for field in fields:
        choices = [o.fields[field.name] for o in head.options if field.name in o.fields]
        kind = field.kind.item if isinstance(field.kind, Items) else field.kind
        if choices:
            names = typeable(choices)
            found += names
            found += [n for n, meant in now.called.items() if not set(names).isdisjoint(meant)]
        elif isinstance(kind, Labels):
            found += kind.values
        elif isinstance(kind, Outcome):
            found += kind.forms
        elif not head.options and isinstance(kind, Words) and kind.known:
            found += [*now.seats, *sorted(now.names)]
    return found


def _beginning(partial: str, candidates: Iterable[str], *, plain: bool = False) -> list[Completion]:
    """The candidates that begin with what was typed, each once, in quotes where needed."""
    typed = partial.removeprefix('"').casefold()
    return [
        Completion(text if plain else quote(text), len(partial))
        for text in dict.fromkeys(candidates)
        if text.casefold().startswith(typed) and text != partial
    ]
