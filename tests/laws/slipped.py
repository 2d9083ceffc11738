"""What holds where somebody logs something by mistake."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from random import Random
from typing import Any, NamedTuple

import msgspec

from events.common import Note
from events.entry import verb
from events.event import Event
from events.notation import write
from referee.game import Game
from referee.option import Option
from referee.parts.responses import ENDED_BEFORE
from referee.replay.replay import Outcome, Replay, replay
from referee.verdict import Illegal, Incomplete, OnTrust, Verdict, applied
from tests.laws.known import excused, known
from tests.laws.law import law
from tests.laws.players import LONGEST, Opened, a_way, begun, drawn, go_on, in_words
from tests.slips import slips


def with_slips(opened: Opened, chance: Random, *, keep: bool) -> Replay:
    """A match with slips, each of which is refused, or accepted as an option is.

    Args:
        opened: its opening.
        chance: the source of chance.
        keep: whether the refused ones stay on the record.
    """
    match = begun(opened)
    way = a_way(opened.game.id, chance)
    while not match.state.over and len(match.events) < LONGEST:
        offered = Offered.at(match)
        if not offered.options:
            break  # a slip said a word after which no play is left, only a result that is agreed
        slipped = slips(match, offered.options, chance, chance.choice((0, 1, 3)), way)
        for event in lasting(match, slipped, chance):
            before, facts = match.digest(), len(match.table.facts)
            outcome = match.add(event)
            if applied(outcome.verdict):
                idle = known(match.game.id).idle(event, outcome)
                if not (came_too_late(outcome.verdict) or idle):
                    assert_offered(offered, match, event)
                break
            assert match.digest() == before, in_words(match, event, outcome)
            assert len(match.table.facts) == facts and not outcome.facts
            assert_sane(match, outcome)
            if not keep or isinstance(outcome.verdict, Incomplete):
                match.retract()
                assert match.digest() == before
        else:
            go_on(match, chance, way)
    return match


def lasting(match: Replay, slipped: Iterable[Event], chance: Random) -> Iterator[Event]:
    """The slips, of which few give up."""
    last = known(match.game.id).gives_up
    for event in slipped:
        if verb(event) not in last or chance.random() < 0.02:
            yield event


def came_too_late(verdict: Verdict) -> bool:
    """Whether the match had ended by what was pending, so that any line comes after the end, of
    things that may be gone."""
    return isinstance(verdict, OnTrust) and any(
        each.startswith(ENDED_BEFORE) for each in verdict.assumptions
    )


def assert_sane(match: Replay, outcome: Outcome) -> None:
    """A refusal names a rule that there is, in words that are filled in, and an entry in force;
    a question names fields of the event, with words to choose from."""
    verdict = outcome.verdict
    event = match.events[outcome.seq - 1]
    told = in_words(match, event, outcome)
    if isinstance(verdict, Incomplete):
        assert verdict.ask, told
        return
    assert isinstance(verdict, Illegal)
    assert match.game.rule(verdict.rule), told
    for words in (verdict.message, verdict.legal):
        assert not set(words) & set("{}"), told
        assert words == words.strip() and "  " not in words, told
    assert verdict.message, told
    since = verdict.since
    if since is not None:
        assert 1 <= since < outcome.seq, f"{told}, since {since}"
        assert applied(match.standing(since)), f"{told}, since {since}, which is not in force"


class Offered(NamedTuple):
    """What is offered at one moment of a match, and what people call the things in play."""

    game: Game
    options: Sequence[Option]
    called: Mapping[str, Sequence[str]]

    @classmethod
    def at(cls, match: Replay) -> "Offered":
        """What is offered now."""
        return cls(match.game, match.options(), match.game.called(match.table))

    def lacks(self, event: Event) -> set[str]:
        """What no option allows of an event, by the one that is the nearest: the fields, or all of
        it; but for what the game's tests give a reason for."""
        excepted = known(self.game.id).unoffered
        name = verb(event)
        who, *fields = msgspec.structs.fields(type(event))
        seat = getattr(event, who.name)
        plain = msgspec.to_builtins(event)
        found = []
        for option in self.options:
            if option.verb == name:
                given = [(f, plain.get(f.encode_name, msgspec.UNSET)) for f in fields]
                wrong = [f for f, value in given if not self._allows(option, f, value)]
                wrong += [who] if option.seat != seat else []
                found.append({f"{name}.{f.encode_name}" for f in wrong})
        left = min(found, key=lambda f: (len(f - set(excepted)), len(f)), default={name})
        return left - excused(self.game.id, excepted, left)

    def _allows(self, option: Option, of: msgspec.structs.FieldInfo, value: Any) -> bool:
        choice = option.fields.get(of.encode_name)
        if value is msgspec.UNSET:
            default = of.default if of.default is not msgspec.NODEFAULT else None
            return choice is None or choice.allows_default(default)
        if choice is None or choice.allows(value):
            return choice is not None
        return any(choice.allows(each) for each in self._in_full(value, option.seat))

    def _in_full(self, value: Any, seat: str) -> Iterator[Any]:
        """A name, or several, each as that of a thing in play which people call so; a spot may be
        named without the seat."""
        several = isinstance(value, tuple | list)
        words = value if several else (value,)
        if all(isinstance(word, str) for word in words):
            meant = (self.called.get(w) or self.called.get(f"{seat}.{w}") or (w,) for w in words)
            for each in islice(product(*meant), _WAYS):
                yield each if several else each[0]


_WAYS = 64
"""In how many ways several names are read."""


def assert_offered(offered: Offered, match: Replay, event: Event) -> None:
    """What was accepted last is offered, or it is offered at a later moment that begins by that; or
    the game's tests say why not."""
    left = offered.lacks(event)
    before = match.events[:-1]
    now = replay(match.game, match.catalog, before).table if left else None
    for lines in known(match.game.id).later(now) if left else ():
        then = replay(match.game, match.catalog, before)
        if all(applied(then.add(line).verdict) for line in lines):
            left = min(left, Offered.at(then).lacks(event), key=len)
    told = ", ".join(sorted(left))
    assert not left, f"accepted, and not offered ({told}): {write(event)}"


@law
def a_slip_is_refused_and_leaves_no_trace_or_was_offered(game_id: str, seed: int) -> None:
    chance = Random(f"{game_id} {seed}")
    with_slips(drawn(game_id, chance), chance, keep=False)


@law
def what_follows_a_refused_entry_is_as_if_it_were_a_remark(game_id: str, seed: int) -> None:
    """A remark in its place, so that every entry keeps its number."""
    chance = Random(f"{game_id} {seed}")
    game, catalog, first = drawn(game_id, chance)
    match = with_slips(Opened(game, catalog, first), chance, keep=True)
    events = [
        event if applied(verdict) else Note("sk", "nothing")
        for event, verdict in zip(match.events, match.verdicts, strict=True)
    ]
    other = replay(game, catalog, events)
    assert all(map(applied, other.verdicts))
    assert (match.digest(), match.noted) == (other.digest(), other.noted)
    assert [f for _, f in match.all_facts()] == [f for _, f in other.all_facts()]
    for seq, verdict in enumerate(match.verdicts, 1):
        assert not applied(verdict) or verdict == other.verdicts[seq - 1]
