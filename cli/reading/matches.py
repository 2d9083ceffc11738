"""Where a match comes from: the log, or the file of a text record."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cli.failure import Failure
from cli.reading.log import is_served, log_path, opened_log
from cli.screen.render import warn
from events.entry import GENESIS, seal
from events.event import Event
from events.notation import write
from events.notation.words import nearest
from referee.catalog import Catalog
from referee.game import Game, Panel
from referee.games.registry import game_of
from referee.replay.replay import Replay
from storage.match import Match, Received, clock_doubts

if TYPE_CHECKING:
    from storage.log import Log


@dataclass(frozen=True)
class Source:
    """A match and the names of the people in it."""

    match: Match  # the match
    # names by the ids of people, where they are known
    people: Mapping[str, str] = field(default_factory=dict)
    file: str = ""  # the text record that it comes from; empty for a match in the log
    # for a text record, the line of each entry
    lines: Mapping[int, int] = field(default_factory=dict)
    # when a server took entries, where that was asked for
    received: Mapping[int, Received] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game under the rules version that the opening pins."""
        return self.match.game

    @cached_property
    def events(self) -> list[Event]:
        """What happened, entry 1 first."""
        return [entry.event for entry in self.match.entries]

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return self.match.last

    def replay(self) -> Replay:
        """The match as it stands."""
        return self.match.replay()

    def before(self, seq: int) -> Replay:
        """The match as it stood before an entry was logged; a replay of its own to go on with."""
        return Replay(self.game, self.match.catalog).extend(self.events[: seq - 1])

    def after(self, seq: int) -> Replay:
        """The match as it stood when an entry had been logged; a replay of its own."""
        return self.before(self.require_entry(seq) + 1)

    def trial(self) -> Replay:
        """The match as it stands; a replay of its own to go on with."""
        return self.before(self.last + 1)

    def board(self, replay: Replay) -> Sequence[Panel]:
        """The board of a replay of the match; nothing where it has no legal opening."""
        return self.game.board(replay.table) if replay.opened else ()

    @cached_property
    def names(self) -> Collection[str]:
        """What the cards of its catalog are called."""
        return self.game.traits(self.match.catalog)

    def line(self, seq: int) -> str:
        """The notation of an entry."""
        return write(self.match.entry(seq).event, self.game.codec)

    def lines_with(self, tried: Sequence[Event]) -> Callable[[int], str]:
        """The notation of an entry, or of what was tried behind the last and is in no log."""
        events = dict(enumerate(tried, self.last + 1))

        def line(seq: int) -> str:
            return write(events[seq], self.game.codec) if seq in events else self.line(seq)

        return line

    def person(self, person: str) -> str:
        """A person's id, with the name where there is one."""
        name = self.people.get(person)
        return f"{person} ({name})" if name else person

    def doubts(self, seq: int) -> Iterator[str]:
        """What no clock that goes right can have given of the times of an entry."""
        return clock_doubts(self.match, seq, self.received.get(seq))

    def require_entry(self, seq: int) -> int:
        """The number of an entry that is there.

        Raises:
            Failure: there is none of that number.
        """
        if not 1 <= seq <= self.last:
            raise Failure(f"{self.match.id}: no entry {seq}", f"entries are 1 to {self.last}")
        return seq


def is_file(name: str) -> bool:
    """Whether what stands for a match reads as the path of a text record."""
    return "/" in name or "\\" in name or name.endswith(".txt")


def source(name: str, log: Path | None, *, received: bool = False) -> Source:
    """The match of that name in the log, or in the text record of that path.

    Args:
        name: its name, or the path.
        log: the log.
        received: whether it is asked when a server took its entries.

    Raises:
        Failure: there is no such match or file.
        RecordError: the file is no record.
        LogError: the log cannot be read.
    """
    if is_file(name):
        return record_source(Path(name), log)
    with opened_log(log) as opened:
        found = loaded(opened, name)
        return replace(found, received=opened.received(name)) if received else found


def logged_source(name: str, log: Path | None) -> Source:
    """The match of that name in the log; errors as for :func:`source`."""
    with opened_log(log) as opened:
        return loaded(opened, name)


def loaded(log: "Log", name: str) -> Source:
    """The match of that name in an open log; errors as for :func:`source`."""
    from storage.log import UnknownMatch

    try:
        found = log.load(name)
        if found.catalog.hash in log.borrowed:
            warn(
                f"note: the log does not have the catalog that {name} pins; the shipped sample "
                f"{found.catalog.name!r} is the same, and stands in for it"
            )
        return Source(found, log.people())
    except UnknownMatch:
        known = [row[0] for row in log.rows("SELECT match_id FROM matches")]
    if is_file(name):
        raise Failure(
            f"{name}: a text record can only be read", "referee import takes it into the log"
        )
    close = nearest(name, known)
    hint = f"did you mean {' or '.join(close)}?" if close else "referee matches lists them"
    if not close and Path(name).is_file():
        hint = f"for the file, write ./{name}"
    raise Failure(f"{log.path}: no match {name}", hint)


def record_source(path: Path, log: Path | None) -> Source:
    """The match of a text record; errors as for :func:`source`."""
    from storage.exchange.record import read_record
    from storage.files import read_text

    text = read_text(path)
    record = read_record(text, lambda game, version: game_of(game, version).codec, path.name)
    first = record.entries[0]
    opening = first.event
    game = game_of(getattr(opening, "game", ""), getattr(opening, "version", ""))
    match = Match(first.match, game, pinned_catalog(game, getattr(opening, "catalog", ""), log))
    sealed = []
    previous = GENESIS
    for entry in record.entries:
        sealed.append(seal(entry, previous))
        previous = sealed[-1].hash
    match.extend(sealed, [record.digests.get(entry.seq) for entry in record.entries])
    return Source(match, file=str(path), lines=record.lines)


def pinned_catalog(game: Game, key: str, log: Path | None) -> Catalog:
    """The catalog of that hash: shipped with the game, now or earlier, or kept in the log.

    Raises:
        Failure: it is in neither.
    """
    from storage.catalogs import sample

    found = sample(key, game.id)
    if found is not None:
        return found
    where = log_path(log) if not is_served(log) else None
    if where is None or where.exists():
        from storage.log import UnknownCatalog

        with opened_log(log) as opened:
            try:
                return opened.catalog_for(key, game)
            except UnknownCatalog:
                pass
    raise Failure(
        f"catalog {key[:12]}… is neither shipped nor in {where or 'the log'}",
        "referee catalog add FILE keeps it",
    )


def side_of_seats(given: Sequence[str], seats: Sequence[str]) -> dict[str, str]:
    """The side of each seat that is named in ``side=seat,seat``.

    Raises:
        Failure: one has another form, or names a seat that is not there or has a side already.
    """
    side_of: dict[str, str] = {}
    for side, members in option_pairs(given, "--side").items():
        for seat in (name.strip() for name in members.split(",")):
            if seat not in seats:
                raise Failure(f"--side {side}: no seat {seat}", f"seats are {', '.join(seats)}")
            if seat in side_of:
                raise Failure(f"--side {side}: {seat} already plays for {side_of[seat]}")
            side_of[seat] = side
    return side_of


def option_pairs(given: Sequence[str], option: str) -> dict[str, str]:
    """Options of the form ``name=value``, by name.

    Raises:
        Failure: one has another form, or a name stands twice.
    """
    pairs: dict[str, str] = {}
    for each in given:
        name, sign, value = (part.strip() for part in each.partition("="))
        if not name or not sign:
            raise Failure(f"{option} {each}: expected name=value")
        if name in pairs:
            raise Failure(f"{option} {each}: {name} is given twice")
        pairs[name] = value
    return pairs
