"""A hurried scorekeeper, who types no seat, few letters a word and nothing that is plain anyway."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate, product
from typing import NamedTuple

from cli.reading.door.address import Situation
from cli.reading.door.cut_short import read_part
from events.event import Event
from events.notation import Malformed, split_words, write
from referee.fact import TurnBegan
from referee.game import Game
from referee.replay.replay import Replay
from referee.verdict import applied
from tests.golden import records, replayed

PERSON = "kim"
_ATOM = re.compile(r'"[^"]*"|[^\s",:+=*]+')


class Typed(NamedTuple):
    """What a decision of a record takes.

    Attributes:
        line: what is typed, without the Enter or the ``;`` behind it.
        full: the line in full.
        ends: whether a turn began with it, or the match was over.
    """

    line: str
    full: str
    ends: bool


def before(record: str, entry: int) -> Replay:
    """A recorded match as it stood before an entry."""
    match = replayed(records()[record])
    events = [each.event for each in match.record.entries[: entry - 1]]
    return Replay(match.replay.game, match.replay.catalog).extend(events)


def typed(replay: Replay, line: str) -> list[str]:
    """What the parts of a line are in full, each logged before the next is read."""
    found = []
    for part in line.split(";"):
        event = read_part(part, Situation.of(replay.game, replay.table, PERSON))
        assert event is not None
        assert applied(replay.add(event).verdict)
        found.append(write(event, replay.game.codec))
    return found


def hurried(game: Game, event: Event, replay: Replay) -> str:
    """An event as people type it: no seat, few letters a word, nothing that is plain anyway."""
    now = Situation.of(game, replay.table, PERSON)
    line = write(event, game.codec)
    wanted = _plain(game, event, replay)
    bare = wanted if " source=" in wanted else ""

    @cache
    def is_meant(typed: str) -> bool:
        try:
            read = read_part(typed, now)
        except Malformed:
            return False
        if read is None:
            return False
        plain = _plain(game, read, replay)
        return plain == wanted or (not bare and plain.partition(" source=")[0] == wanted)

    def means(words: list[str]) -> bool:
        return is_meant(" ".join(words))

    words = [word.raw for word in split_words(line)]
    found = [words[1:], words]
    tried = (short for own in found for short in _shortenings(own))
    return " ".join(next((_shorter(each, means) for each in tried if means(each)), words))


def _shortenings(words: list[str]) -> Iterator[list[str]]:
    """A line with fewer words behind, and with all of them cut to the same few letters."""
    for letters, at in product((1, 2, 3, 4, 6, 8, 11), (0, 1, -1)):
        short = [_cut(word, letters, at) for word in words]
        yield from accumulate(([word] for word in short), lambda line, word: [*line, *word])


def _shorter(words: list[str], means: Callable[[list[str]], bool]) -> list[str]:
    """The same with each word cut as far as it goes, from the last to the first."""
    for at in reversed(range(len(words))):
        for letters in (1, 2, 3, 4, 6):
            short = [*words[:at], _cut(words[at], letters, 0), *words[at + 1 :]]
            if len(short[at]) < len(words[at]) and means(short):
                words = short
                break
    return words


def _cut(word: str, letters: int, at: int) -> str:
    """All names and verbs of a word cut to a few letters of one of their words, with their numbers,
    and what holds them together, kept."""
    return _ATOM.sub(lambda found: _cut_name(found[0].strip('"'), letters, at), word)


def _cut_name(name: str, letters: int, at: int) -> str:
    if name[:1].isdigit() or name.startswith("-"):
        return name
    name, _, number = name.partition(".")
    own = name.removeprefix("The ").split()
    kept = re.sub(r"\W.*", "", own[min(at, len(own) - 1)][:letters])
    return f"{kept}.{number}" if number.isdigit() else kept


def _plain(game: Game, event: Event, replay: Replay) -> str:
    """An event with the bare name of what is in play once, and of champions their player's; what
    resolves is plain where only that can."""
    things = replay.state.zones.things
    line = write(event, game.codec).replace('"', "").replace(".champion", "")
    for id, thing in things.items():
        if sum(each.name == thing.name for each in things.values()) == 1:
            line = line.replace(id, thing.name)
    return line


@cache
def decisions(record: str) -> Sequence[Typed]:
    """What each decision of a record takes, after its opening and without what judges rule."""
    return (*_decisions(record),)


def _decisions(record: str) -> Iterator[Typed]:
    match = replayed(records()[record])
    game = match.game
    replay = Replay(game, match.replay.catalog, rulings=True)
    for entry in match.record.entries:
        line = ""
        if type(entry.event) in game.events and replay.events and not replay.state.over:
            line = hurried(game, entry.event, replay)
        facts = replay.add(entry.event).facts
        ends = any(isinstance(fact, TurnBegan) for fact in facts) or bool(replay.state.over)
        if line or ends:
            yield Typed(line, write(entry.event, game.codec) if line else "", ends)


def keystrokes(record: str) -> list[int]:
    """How many keys each turn of a record takes, typed as a line with Enter."""
    keys, line = [], ""
    for each in decisions(record):
        line += ";" * bool(line and each.line) + each.line
        if line and each.ends:
            keys.append(len(line) + 1)
            line = ""
    return keys
