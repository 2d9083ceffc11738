"""What a refusal suggests is not refused in its turn.

A hint is a line or several ("ana draw or ana decline"), names in the place of a wrong one ("one of
ana, bo"), a number of cards and the like ("exactly 3", "at most 1 more"), another place or right of
a ruling; or words, which are for people alone.
"""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from events.common import Appoint, CallJudge, CloseCall, Insert, Rewind, Stand, Strike
from events.event import Event
from events.notation import Malformed, read, write
from referee.house import judges
from referee.replay.replay import Replay
from referee.verdict import Illegal, Incomplete, applied
from tests.laws.law import law
from tests.laws.matches import renumbered
from tests.laws.players import played
from tests.slips import Words, rulings, slips

MOMENTS = 12
"""At how many moments of a match somebody slips."""

_COUNT = re.compile(r"(?:exactly|at most|at least) (-?\d+)(?: more)?")
_BETWEEN = re.compile(r', or nobody$|, (?=(?:[^"]*"[^"]*")*[^"]*$)| or ')
"""What stands between names, of which one that has a comma stands in quotes."""
_STRIKE = re.compile(r"strike (\d+), or a judge's ruling")
_WAIVE = re.compile(r"waive (\S+) too, or adjust the state instead")
_RANGE = re.compile(r"an entry from (\d+) to (\d+)")
_JUDGING = {"lena": "judge", "hana": "head-judge"}


@law
def what_a_refusal_suggests_is_not_refused_in_its_turn(game_id: str, seed: int) -> None:
    """What the game says of a slip, and the house of a ruling, at any moment."""
    (game, catalog, first), events = played(game_id, seed)
    chance = Random(f"{game_id} {seed}")
    if chance.random() < 0.5:
        first = msgspec.structs.replace(first, judges=_JUDGING)
    match, numbers = Replay(game, catalog).extend([first]), [0, 1]
    for at in sorted(chance.choices(range(1, len(events)), k=MOMENTS)):
        called = sorted(chance.choices(range(len(numbers) - 1, at + 1), k=chance.choice((0, 0, 1))))
        for until in (*called, at):
            for event in events[len(numbers) - 1 : until]:
                numbers.append(match.add(renumbered(event, numbers)).seq)
            if until != at:
                match.add(CallJudge(chance.choice(first.seats).seat))
        options = game.options(match.table)
        words = Words.of(match, options, chance)
        signed = [_signed(words, chance) for _ in range(4)]
        for event in (
            *slips(match, options, chance, 5),
            *rulings(match, options, chance, 4),
            *signed,
        ):
            if event is None:
                continue
            verdict = match.would(event)
            if isinstance(verdict, Illegal):
                assert_followed(match, event, verdict)


def _signed(words: Words, chance: Random) -> Event | None:
    """A ruling, an appointment or the like by somebody who may or may not make it."""
    who = ("lena", "hana", "kim", *words.names[:2])
    kind = chance.choice((Rewind, Strike, Insert, Stand, Appoint, CloseCall, CloseCall))
    plain = msgspec.to_builtins(words.event(kind, chance) or CallJudge("a"))
    for name in ("judge", "by", "person"):
        if name in plain:
            plain[name] = chance.choice(who)
    if "authority" in plain or chance.random() < 0.3:
        plain["authority"] = chance.choice(("scorekeeper", "floor", "head"))
    return words.read(plain)


def assert_followed(match: Replay, event: Event, verdict: Illegal) -> None:
    """Who does what a hint says is not refused for it; what it writes out is not refused at all."""
    told = f"{write(event)}: {verdict.rule}: {verdict.message}; legal: {verdict.legal}"
    for line in _lines(match, event, verdict):
        found = match.would(line)
        assert applied(found) or isinstance(found, Incomplete), f"{told}; {write(line)}: {found}"
    plain = _up_to_the_refused(match, msgspec.to_builtins(event))
    for better in _rulings(event, plain, verdict.legal):
        found = _still(match, better, verdict)
        assert found is None, f"{told}; {found}"
    for ways in _names(match, plain, verdict):
        named = [_still(match, each, verdict) for each in ways]
        assert None in named, f"{told}; {named[0]}"
    counted = [_still(match, each, verdict) for each in _counts(event, plain, verdict)]
    assert not counted or None in counted, f"{told}; {counted[0]}"


def _still(match: Replay, better: "Better", verdict: Illegal) -> str | None:
    """The line and its refusal, where the event that was made better is refused for the same."""
    plain, said = better
    other = _read(match, plain)
    if other is None or type(found := match.would(other)) is not Illegal:
        return None
    same = (found.rule, found.why) == (verdict.rule, verdict.why)
    blamed = said in {str(value) for value in found.facts.values()} if said else True
    return f"{write(other)}: {found}" if same and blamed else None


def _read(match: Replay, plain: dict[str, Any]) -> Event | None:
    """The event; None where it is not well-formed, such as a name in the place of a number."""
    try:
        return match.game.codec.event(msgspec.json.encode(plain))
    except msgspec.ValidationError:
        return None


def _line(match: Replay, text: str) -> Event | None:
    """The event that a line writes; None of words that are none."""
    codec = match.game.codec
    seat, _, rest = text.partition(" ")
    if seat not in match.state.seats or rest.partition(" ")[0] not in codec.by_verb:
        return None
    try:
        return read(text, codec)
    except Malformed:
        assert " " not in rest or ", " in text, f"{text}: half a line"
        return None


def _lines(match: Replay, event: Event, verdict: Illegal) -> Iterator[Event]:
    """The lines that a hint is made of; a verb alone whose fields have to be said is none."""
    for part in verdict.legal.split(" or "):
        line = _line(match, part) or _line(match, part.partition(", ")[0])
        if line is None:
            continue
        if isinstance(event, Insert) and verdict.rule == "REF-3.4":
            yield msgspec.structs.replace(event, event=msgspec.to_builtins(line))
        else:
            yield line


Better = tuple[dict[str, Any], str]
"""An event made better as a hint says, and the name that it has now; empty: not by a name."""


def _names(match: Replay, plain: dict[str, Any], verdict: Illegal) -> Iterator[list[Better]]:
    """The event with each name that is offered in the place of each that the refusal is about; not
    what is to be inserted, whose refusal is told in the words of another. Where somebody aims at
    oneself, it may be about who aims or about what is aimed at."""
    if verdict.rule == "REF-3.4":
        return
    listed = verdict.legal.removeprefix("one of ")
    names = [name.strip('"') for name in _BETWEEN.split(listed) if name]
    known = {*match.game.all_names(match.table), *match.state.seats, *judges(match.state)}
    house = verdict.rule.startswith("REF-3")
    if names and (listed != verdict.legal or known.issuperset(names) or verdict.rule == "REF-3.7"):
        facts = verdict.facts
        told = [facts["logged"]] if "logged" in facts else facts.values()
        wrong = {str(value) for value in told}
        for name in names:
            better = _with(plain, wrong, name)
            aimed = better | ({"seat": plain["seat"]} if "seat" in plain else {})
            last_only = _with_last(match, plain, verdict, wrong, name)
            ways = [each for each in (aimed, better, *last_only) if each != plain]
            ways = ways or [better] * house
            *done, last = plain.get("changes") or [None]
            for at, way in enumerate(ways if last is not None else ()):
                what, target, value = way["changes"][-1]
                target = last[1] if "value" in facts else target  # it is not of that, then
                ways[at] = way | {"changes": [*done, [what, target, value]]}
            if ways:
                yield [(way, name) for way in ways]


def _up_to_the_refused(match: Replay, plain: dict[str, Any]) -> dict[str, Any]:
    """Repairs up to the one that is refused: those before it are in order with the names they
    have, and those behind it meet another state."""
    changes = plain.get("changes", ())
    for count in range(1, len(changes)):
        fewer = _read(match, plain | {"changes": changes[:count]})
        if fewer is not None and type(match.would(fewer)) is Illegal:
            return plain | {"changes": changes[:count]}
    return plain


def _with_last(
    match: Replay, plain: dict[str, Any], verdict: Illegal, wrong: set[str], name: str
) -> Iterator[dict[str, Any]]:
    """Of a list that is refused from one place on, and not up to there: the name in that place
    alone, as what stands before it is in order with the names it has, and nothing behind it."""
    for field, listed in plain.items():
        if field == "changes" or not isinstance(listed, list | tuple):
            continue
        for count in range(1, len(listed) + 1):
            *done, last = listed[:count]
            if _still(match, (plain | {field: [*done, last]}, ""), verdict) is not None:
                better = _with(last, wrong, name)
                if done and better != last:
                    yield plain | {field: [*done, better]}
                break


def _with(value: Any, wrong: set[str], name: str) -> Any:
    """A plain value with a name in the place of whatever is written as one of the wrong ones."""
    if isinstance(value, dict):
        return {k: v if k == "type" else _with(v, wrong, name) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_with(each, wrong, name) for each in value)
    if isinstance(value, str):
        parts = re.split("([/>])", value)
        return "".join(name if part in wrong else part for part in parts)
    number = isinstance(value, int) and not isinstance(value, bool)
    return int(name) if number and str(value) in wrong and name.isdecimal() else value


def _counts(event: Event, plain: dict[str, Any], verdict: Illegal) -> Iterator[Better]:
    """The event with as many things as are said, where their number is what was wrong: one of the
    lists of which the refusal tells the length and of the numbers that it tells, be they said or
    not, is meant, or else one of the lists."""
    told = _COUNT.fullmatch(verdict.legal)
    if told is None or verdict.rule == "REF-3.4":  # that is told of what is inserted
        return
    count = int(told[1])
    assert count >= 0, verdict
    lists = [name for name, value in plain.items() if isinstance(value, list | tuple) and value]
    facts = verdict.facts.values()
    told_of = [name for name in lists if len(plain[name]) in facts]
    unsaid = {f.encode_name: f.default for f in msgspec.structs.fields(type(event))}
    every = {name: n for name, n in unsaid.items() if type(n) is int} | plain
    numbers = [name for name, value in every.items() if type(value) is int and value in facts]
    for name, value in every.items():
        if name in (told_of if told_of or numbers else lists):
            yield plain | {name: [*value, *[value[-1]] * count][:count]}, ""
        elif name == "count" or name in numbers:
            yield plain | {name: count}, ""


def _rulings(event: Event, plain: dict[str, Any], hint: str) -> Iterator[Better]:
    """The ruling at another place, with the right or the rules that it needs."""
    if told := _STRIKE.fullmatch(hint):
        newest = {"type": "strike", "judge": plain["judge"], "entry": int(told[1])}
        yield newest | {"authority": "scorekeeper"}, ""
    if told := _WAIVE.fullmatch(hint):
        yield plain | {"waive": [*plain["waive"], told[1]]}, told[1]
    if told := _RANGE.fullmatch(hint):
        name = "after" if isinstance(event, Insert) else "to"
        yield from ((plain | {name: int(each)}, "") for each in told.groups())
    if hint == "head" and "authority" in plain:
        yield plain | {"authority": "head"}, ""
