"""What a league answers that judges its matches again."""

from msgspec import Struct

from cli.answers import whole_log
from cli.answers.answer import Answer, Moment


class MatchDiffers(Struct, frozen=True):
    """A match that is not exact.

    Args:
        match: the match, as STORE:MATCH.
        entry: the first entry that differs.
        what: in what, in a word: ``hash``, ``head``, ``digest``…
        why: the same in a sentence.
    """

    match: str
    entry: int
    what: str
    why: str


class TakenAgain(Answer, frozen=True, tag="referee/league-take-again/1"):
    """What was put in anew, where facts were of another program.

    Args:
        matches: of how many matches.
        entries: how many entries they have.
        left: the matches that are not exact, and were left as they are.
    """

    matches: int
    entries: int
    left: tuple[MatchDiffers, ...]


class LeagueVerified(Answer, frozen=True, tag="referee/league-verify/1"):
    """What a run came to that judged all of a league again.

    Args:
        run: what it is called.
        moment: the league as it was then.
        exact: whether every match is.
        matches: how many there were.
        entries: how many entries they had.
        differ: the matches that are not exact.
    """

    run: str
    moment: Moment
    exact: bool
    matches: int
    entries: int
    differ: tuple[MatchDiffers, ...]


class StoreReread(Struct, frozen=True):
    """What the matches of a store come to under other readings.

    Args:
        publisher: the store.
        matches: how many of them were read anew.
        changed: in how many a verdict, the board at the end or the result differs.
        results: how many would have ended otherwise.
        by_rule: by which rules, those first that differ first in most matches.
    """

    publisher: str
    matches: int
    changed: int
    results: int
    by_rule: tuple[whole_log.RuleReread, ...]


class LeagueReread(
    whole_log.Reread, frozen=True, kw_only=True, tag="referee/league-verify-under/1"
):
    """What a run came to that read matches of a league otherwise, matches as STORE:MATCH.

    Args:
        run: what it is called.
        moment: the league as it was then.
        by_store: what it came to store by store.
    """

    run: str
    moment: Moment
    by_store: tuple[StoreReread, ...]
