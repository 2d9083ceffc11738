"""The answers about the log: its matches, proofs, people, statistics and tables."""

from typing import Literal

from msgspec import Struct

from cli.answers.answer import UNSET, Answer, AnyRecord, Moment, UnsetType
from cli.answers.matches import Outcome
from referee.fact import Ending
from storage.season.penalties import Penalised
from storage.statistics import Edition

# -- matches -----------------------------------------------------------------------------------


class MatchListed(Struct, frozen=True):
    """A match of the log.

    Args:
        id: the match.
        game: the id of its game.
        version: the version of the rules.
        catalog: the hash of its catalog.
        opened_at: when it was opened.
        entries: how many entries it has.
        seats: the seats in order, each with the id of the person who sits there.
        contest: the contest that it is a game of; empty where it is of none.
        over: how it ended; empty while it is on; null where it cannot be replayed.
        result: with what result; empty and null as for ``over``.
        winners: the sides that won.
        illegal: how many misplays it has; null as for ``over``.
        consequences: how many entries were refused only because of these; null as for ``over``.
    """

    id: str
    game: str
    version: str
    catalog: str
    opened_at: Moment
    entries: int
    seats: dict[str, str]
    contest: str
    over: str | None
    result: Ending | Literal[""] | None
    winners: tuple[str, ...]
    illegal: int | None
    consequences: int | None


class Matches(Answer, frozen=True, tag="referee/matches/1"):
    """The matches of the log in the order they were opened.

    Args:
        matches: all, or those of the game that was asked for.
    """

    matches: tuple[MatchListed, ...]


class Imported(Answer, frozen=True, tag="referee/import/1"):
    """What an import did.

    Args:
        matches: how many matches were new.
        entries: how many entries were new.
        known: how many entries were in the log already.
    """

    matches: int
    entries: int
    known: int


# -- proof -------------------------------------------------------------------------------------


class NotExact(Struct, frozen=True):
    """Something that is not what it should be.

    Args:
        match: the match; empty where it is of the log as a whole.
        seq: the entry; 0 where it is of none.
        what: what differs, such as ``hash``, ``replay``, ``digest`` or ``projection``.
        message: how.
        table: the table or view of the log in which it stands.
        rule: the rule by which a tournament and its matches have to agree; else empty.
        there: the other place, such as a match and its entry; empty where there is none.
    """

    match: str
    seq: int
    what: str
    message: str
    table: str
    rule: str
    there: str


class Verified(Answer, frozen=True, tag="referee/verify/1"):
    """What a verification of the log found.

    Args:
        exact: whether every match is, and all that is kept beside them.
        matches: how many matches were verified.
        entries: how many entries they have.
        digests: how many noted digests the replay came to.
        rows: how many projected rows are what the replay gives.
        differing: how many matches are not exact.
        differences: the first difference of each in its record, or else in each projected table,
            and what is wrong with the log as a whole; up to the first thousand.
        more: how many differences are not listed.
        quick: whether only numbers, hashes and heads were verified.
        notes: what is to be known of tournaments besides, such as a post that is on trust.
        light: of how many matches less is told than all, by how much is: result, life, key-plays.
        reached: with a head: the entry that it is of; null where the match does not reach it.
        last: with a head: the last entry.
    """

    exact: bool
    matches: int
    entries: int
    digests: int
    rows: int
    differing: int
    differences: tuple[NotExact, ...]
    more: int
    quick: bool
    notes: tuple[NotExact, ...]
    light: dict[str, int]
    reached: int | UnsetType | None = UNSET
    last: int | UnsetType = UNSET


class RuleReread(Struct, frozen=True):
    """What would change by one rule.

    Args:
        game: the id of the game.
        rule: the rule that refuses an entry under one of the two readings; empty where only what
            is on trust differs, or the board.
        matches: in how many matches it does so.
        first: in how many it is what differs first.
        refused: how many entries it would refuse.
        allowed: how many it refused, and would no more.
        results: how many of the matches in which it is first would have ended otherwise.
    """

    game: str
    rule: str
    matches: int
    first: int
    refused: int
    allowed: int
    results: int


class ResultReread(Struct, frozen=True):
    """A match that would have ended otherwise.

    Args:
        match: the match.
        seq: the first entry that is judged otherwise; null where none is.
        before: how it ended; null where it is on.
        after: how it would have ended; null likewise.
    """

    match: str
    seq: int | None
    before: Outcome | None
    after: Outcome | None


class Reread(Answer, frozen=True, tag="referee/verify-under/1"):
    """What a log comes to under other readings.

    Args:
        rules: for each game the version that was asked for.
        under: for each game the interpretations that were asked for.
        matches: how many matches were read anew.
        entries: how many entries they have.
        changed: in how many matches a verdict, the board at the end or the result differs.
        verdicts: how many entries would be judged otherwise.
        by_rule: by which rules, those first that differ first in most matches.
        results: the matches that would have ended otherwise, up to the first thousand.
        more: how many further ones there are.
        unopened: matches that could not be opened so, each with the reason, likewise.
        faults: matches that cannot be replayed, each with the reason, likewise.
    """

    rules: dict[str, str]
    under: dict[str, dict[str, str]]
    matches: int
    entries: int
    changed: int
    verdicts: int
    by_rule: tuple[RuleReread, ...]
    results: tuple[ResultReread, ...]
    more: int
    unopened: dict[str, str]
    faults: dict[str, str]


class Rebuilt(Answer, frozen=True, tag="referee/rebuild/1"):
    """What was made anew of the projected tables.

    Args:
        matches: how many matches were projected.
        entries: how many entries they have.
        faults: the matches that cannot be replayed, each with the reason.
    """

    matches: int
    entries: int
    faults: dict[str, str]


class JournalShown(Answer, frozen=True, tag="referee/journal/1"):
    """The journal beside the log.

    Args:
        there: whether there is one.
        damage: what is wrong with it; empty where nothing is.
        bytes: how large it is.
        entries: how many entries the log's own file holds; null without a journal.
        safe: how many entries are safe with all of the journal that is sound; null as above.
        aside: the file that it was moved to; null where it was not.
        behind: of each match, the first and the last entry that it names and that are not safe.
        acknowledged: the last entry of each match that is not safe and that --from knows of.
    """

    there: bool
    damage: str
    bytes: int
    entries: int | None
    safe: int | None
    aside: str | None
    behind: dict[str, tuple[int, int]] = {}
    acknowledged: dict[str, int] = {}


class BackedUp(Answer, frozen=True, tag="referee/backup/1"):
    """A copy of the log.

    Args:
        file: the copy.
        bytes: how large it is.
        exact: whether the copy was verified as exact.
        matches: how many matches it has.
        entries: how many entries.
        states: how many states it has noted.
    """

    file: str
    bytes: int
    exact: bool
    matches: int
    entries: int
    states: int


class PacketVerified(Answer, frozen=True, tag="referee/verify-packet/1"):
    """What a packet proves.

    Args:
        exact: true: its match is what it says.
        packet: its file.
        match: the match.
        game: the id of its game.
        version: the version of the rules.
        catalog: the hash of the catalog.
        entries: how many entries there are.
        digests: how many noted digests the replay came to.
        head: the last entry and its hash.
        hashes: the hash of every entry.
        reached: with a head: the entry that it is of; null where the match does not reach it.
        last: with a head: the last entry.
    """

    exact: Literal[True]
    packet: str
    match: str
    game: str
    version: str
    catalog: str
    entries: int
    digests: int
    head: str
    hashes: tuple[str, ...]
    reached: int | UnsetType | None = UNSET
    last: int | UnsetType = UNSET


class PacketRefuted(Answer, frozen=True, tag="referee/verify-packet-refuted/1"):
    """A packet does not hold what it says.

    Args:
        exact: false.
        packet: its file.
        message: what is wrong with it.
    """

    exact: Literal[False]
    packet: str
    message: str


class HeadShown(Answer, frozen=True, tag="referee/head/1"):
    """The head of a match.

    Args:
        match: the match.
        seq: the last entry.
        hash: its hash.
        phrase: some of the hash as words, to compare aloud.
        phrase_bits: how many bits of the hash the phrase holds.
        head: number and hash in one, as in the QR code, which has capitals.
    """

    match: str
    seq: int
    hash: str
    phrase: str
    phrase_bits: int
    head: str


# -- people ------------------------------------------------------------------------------------


class People(Answer, frozen=True, tag="referee/people-list/1"):
    """The people who have a name.

    Args:
        people: the name of each, by id.
        kept_out: who is in no parcel to a league, with a name or without, by id: ``opted out`` or
            ``minor``.
    """

    people: dict[str, str]
    kept_out: dict[str, str]


class OptedOut(Answer, frozen=True, tag="referee/people-opt-out/1"):
    """Whether matches of a person go into parcels to a league.

    Args:
        person: the id of the person.
        published: whether they may.
        matches: how many of this log these are.
    """

    person: str
    published: bool
    matches: int


class Penalties(Answer, frozen=True, tag="referee/people-trace/1"):
    """The penalties of a person in all matches of the log, the oldest first.

    Args:
        person: the id of the person.
        penalties: each as it stands.
    """

    person: str
    penalties: tuple[Penalised, ...]


# -- figures -----------------------------------------------------------------------------------


class StatisticListed(Struct, frozen=True):
    """A statistic that can be asked for.

    Args:
        name: what it is asked for by.
        game: the game whose own facts it reads; empty for a statistic of all games.
        title: a few words.
        about: what it says and what it leaves out.
        columns: what each column holds.
    """

    name: str
    game: str
    title: str
    about: str
    columns: dict[str, str]


class Statistics(Answer, frozen=True, tag="referee/stats-list/1"):
    """The statistics that there are.

    Args:
        statistics: all of them.
    """

    statistics: tuple[StatisticListed, ...]


class FigureShown(Answer, frozen=True, tag="referee/stats/1"):
    """A statistic, computed.

    Args:
        name: what it is asked for by.
        title: a few words.
        matches: how many matches the filters left.
        editions: these matches by game, version and catalog.
        rows: each with the columns of the statistic; means of too few matches are left out.
        notes: what to bear in mind.
        entries: where they were asked for: those behind the figures, each as match and number.
        nothing: where there are no rows: what that means.
    """

    name: str
    title: str
    matches: int
    editions: tuple[Edition, ...]
    rows: tuple[AnyRecord, ...]
    notes: tuple[str, ...]
    entries: tuple[tuple[str, int], ...] | UnsetType = UNSET
    nothing: str | UnsetType = UNSET


class Rows(Answer, frozen=True, tag="referee/sql/1"):
    """What a query found.

    Args:
        columns: the names of the columns in order; numbered where one stands twice.
        rows: each with these columns.
    """

    columns: tuple[str, ...]
    rows: tuple[AnyRecord, ...]


class ColumnDescribed(Struct, frozen=True):
    """A column of a table.

    Args:
        name: its name.
        type: its type in DuckDB.
        comment: what it means.
    """

    name: str
    type: str
    comment: str


class TableDescribed(Struct, frozen=True):
    """A table or view of the log.

    Args:
        name: its name.
        kind: ``record``, ``projection`` or ``view``.
        comment: what it holds.
        columns: its columns in order.
    """

    name: str
    kind: str
    comment: str
    columns: tuple[ColumnDescribed, ...]


class Tables(Answer, frozen=True, tag="referee/sql-tables/1"):
    """The tables and views of the log.

    Args:
        tables: the record first, views last.
    """

    tables: tuple[TableDescribed, ...]
