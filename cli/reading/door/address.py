"""Who acts and with which verb, where a hurried line leaves one of them out or cuts it short."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from cli.reading.door.typed_choices import fits
from events.common import Concede
from events.entry import EventCodec
from events.entry import verb as entry_verb
from events.notation import Word
from events.notation.kinds import Words
from events.notation.plan import Field, plan_of
from events.notation.words import SHORT, choose, matching, verbs_meant
from referee.choice import Choice
from referee.game import Game
from referee.house import AnyTable, judges
from referee.option import Option, public
from referee.replay.replay import Replay

_JUDGE = "judge"
"""The field that says who rules."""
_CONCEDE = entry_verb(Concede)
_NUMBER = re.compile(r"[0-9]{1,3}")


class Group(NamedTuple):
    """What one seat may do with one verb: one numbered line of the screen."""

    seat: str
    verb: str
    options: tuple[Option, ...]


def _never(names: Sequence[str]) -> bool:
    return False


@dataclass(frozen=True)
class Situation:
    """What a line is read against."""

    codec: EventCodec  # the events of the game
    names: frozenset[str]  # every name that may be typed
    seats: tuple[str, ...]  # the seats of the match
    options: tuple[Option, ...]  # what may be logged now
    acting: tuple[str, ...]  # the seats, the one that has to act first
    by: str  # the person who writes, for remarks
    judges: tuple[str, ...] = ()  # who judges the match, as far as it says so
    # what else people call the things in play, each with the names that it may mean
    called: Mapping[str, Sequence[str]] = field(default_factory=dict)
    seat: str | None = None  # who acts where a line does not say so; None: whoever has to
    # whether it makes no difference which of several names is meant
    alike: Callable[[Sequence[str]], bool] = _never
    cards: Mapping[str, str] = field(default_factory=dict)  # by their names in small letters

    @classmethod
    def at(cls, match: Replay, by: str, seat: str | None = None) -> "Situation":
        """The situation of a match."""
        found = cls.of(match.game, match.table, by, seat, match.options())
        return replace(found, cards=match.cards_in_any_case)

    @classmethod
    def of(
        cls,
        game: Game,
        table: AnyTable,
        by: str,
        seat: str | None = None,
        options: Sequence[Option] | None = None,
    ) -> "Situation":
        """The situation at a table; what may be logged is asked of it where it is not given."""
        state = table.state
        due = game.obligations(table)
        wanted = [d.seat for d in due if d.must]
        wanted += [state.active, *(d.seat for d in due), *state.seats]
        return cls(
            game.codec,
            frozenset(game.all_names(table)),
            state.seats,
            tuple(public(game.options(table) if options is None else options, game.codec)),
            tuple(dict.fromkeys(seat for seat in wanted if seat)),
            by,
            tuple(judges(state)),
            game.called(table),
            seat,
            partial(game.alike, table),
        )

    def verbs(self, seat: str | None = None) -> list[str]:
        """The verbs that are offered to a seat, or to anybody."""
        return list(dict.fromkeys(o.verb for o in self.options if seat in (None, o.seat)))

    def groups(self) -> list[Group]:
        """The options by seat and verb, those of whoever acts first, else in their order."""
        found: dict[tuple[str, str], list[Option]] = {}
        order = {seat: place for place, seat in enumerate(self.acting)}
        for option in sorted(self.options, key=lambda each: order.get(each.seat, len(order))):
            found.setdefault((option.seat, option.verb), []).append(option)
        return [Group(seat, verb, tuple(options)) for (seat, verb), options in found.items()]

    def seat_for(self, verb: str, rest: Sequence[Word]) -> str:
        """Who acts where the line does not say so: the first whom the verb is offered to with all
        these words, or else with the first of them; or who is due.

        Nobody is taken to have acted out of turn by words that fit nothing offered to them.
        """
        if self.seat is not None:
            return self.seat
        offered = {o.seat for o in self.options if o.verb == verb}
        able = [seat for seat in self.acting if seat in offered]
        for words in (rest, rest[:1]):
            for seat in able:
                choices = [c for o in self.offered(seat, verb) for c in o.fields.values()]
                if not choices or all(_fits_any(word, choices) for word in words):
                    return seat
        return self.acting[0]

    def offered(self, seat: str, verb: str) -> list[Option]:
        """The options of a seat with a verb."""
        return [o for o in self.options if o.seat == seat and o.verb == verb]


def _fits_any(word: Word, choices: Sequence[Choice]) -> bool:
    _, value = word.named() or ("", word)
    return any(fits(value, choice) for choice in choices)


class Head(NamedTuple):
    """Who, the verb, the words behind it, and the options that they are read against."""

    who: str
    verb: str
    verb_word: Word
    rest: list[Word]
    options: Sequence[Option]


def address(words: Sequence[Word], now: Situation, shown: Sequence[Group]) -> Head:
    """Who acts and with which verb, as typed, by number, or by whose step it is.

    Raises:
        Malformed: it cannot be told.
    """
    first, *rest = words
    if shown and _NUMBER.fullmatch(first.raw):
        number = int(first.raw)
        if not 1 <= number <= len(shown):
            raise first.wrong(f"there is no option of this number, only 1 to {len(shown)}")
        group = shown[number - 1]
        options = now.offered(group.seat, group.verb) or group.options
        return Head(group.seat, group.verb, first, rest, options)
    if _says_who(first, rest, now):
        if not rest:
            raise first.wrong("expected a verb after it")
        quoted = first.raw.startswith('"')
        seats = () if quoted else matching(first.text, now.seats)
        who = seats[0] if len(seats) == 1 else first.text
        verb = _verb(rest[0], now, who)
        acting = plan_of(now.codec.by_verb[verb]).who
        if not _is_seat(acting):
            who = first.text
        elif not quoted:
            who = choose(first, now.seats, "seat")
        if acting.name == _JUDGE and len(found := matching(first.text, now.judges)) == 1:
            who = found[0]
        return Head(who, verb, rest[0], rest[1:], now.offered(who, verb))
    verb = _verb(first, now, None)
    acting = plan_of(now.codec.by_verb[verb]).who
    if verb == _CONCEDE:
        raise first.wrong(f"say who concedes, such as: {now.acting[0]} {verb}")
    if _is_seat(acting):
        who = now.seat_for(verb, rest)
    elif acting.name == _JUDGE and now.by in now.judges:
        who = now.by
    elif acting.name == _JUDGE:
        if now.judges:
            raise first.wrong(f"say first who rules, such as: {now.judges[0]} {verb}")
        raise first.wrong(f"say first who rules: NAME {verb}, behind: appoint NAME judge")
    elif now.by:
        who = now.by
    else:
        raise first.wrong(f"say first who says so, such as: {now.acting[0]} {verb}")
    return Head(who, verb, first, rest, now.offered(who, verb))


def _is_seat(who: Field) -> bool:
    return isinstance(who.kind, Words) and who.kind.known


def _says_who(first: Word, rest: Sequence[Word], now: Situation) -> bool:
    """Whether a line begins with who acts.

    Where the first word could be both, it is a verb if the second fits what is offered with it.
    """
    verbs = now.codec.by_verb
    followed = bool(rest) and bool(matching(rest[0].text, verbs))
    if first.text in now.seats or first.text in now.judges:
        return followed or first.text not in verbs
    if first.raw.startswith('"') or not matching(first.text, verbs):
        return followed or bool(matching(first.text, now.seats))
    if not followed or first.text in verbs or not matching(first.text, now.seats):
        return False
    meant = matching(first.text, now.verbs())
    return not any(
        fits(rest[0], choice)
        for option in now.options
        if option.verb in meant
        for choice in option.fields.values()
    )


def _verb(word: Word, now: Situation, who: str | None) -> str:
    """The verb that a word means: of those offered first, then of all that such a person uses."""
    verbs = now.codec.by_verb
    if who is not None and word.text in verbs:
        return word.text
    known, offers = list(verbs), [now.verbs(who), now.verbs()]
    if who is None:
        known = [verb for verb in verbs if plan_of(verbs[verb]).who.name != _JUDGE]
    elif who not in now.seats:
        known = [verb for verb in verbs if not _is_seat(plan_of(verbs[verb]).who)]
        offers = []
    exact = [verb for verb in known if verb == word.text]
    if not exact and word.text.casefold() in SHORT:
        exact = verbs_meant(word.text, known)
    if len(exact) == 1:
        return exact[0]
    for likely in (*offers, known):
        if matching(word.text, likely):
            return choose(word, likely, "verb")
    return choose(word, verbs, "verb")
