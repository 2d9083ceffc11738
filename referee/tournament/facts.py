"""What follows from the entries of a tournament, for explanations and statistics, and how each is
told: in one sentence, without the rule.
"""

from collections.abc import Callable, Mapping
from typing import Any

from referee.fact import Fact
from referee.wording import counted


class Entered(Fact, frozen=True):
    """An entrant is in the tournament.

    Args:
        player: who.
        number: the number.
        round: the first round.
    """

    player: str
    number: int
    round: int


class Left(Fact, frozen=True):
    """An entrant has left it.

    Args:
        player: who.
        after: the last round that counts.
        cause: why.
    """

    player: str
    after: int
    cause: str


class RoundPosted(Fact, frozen=True):
    """A round was posted.

    Args:
        round: its number.
        stage: the part of the tournament.
        tables: how many contests.
        byes: how many byes.
    """

    round: int
    stage: str
    tables: int
    byes: int


class ContestEnded(Fact, frozen=True):
    """A contest has a result.

    Args:
        round: the round.
        table: the table.
        a: who was posted first.
        b: the other.
        a_won: what the first has won.
        b_won: what the other has won.
        drawn: games drawn or not finished.
        how: how it ended.
        winner: who won; empty for a draw.
        by: whose word it rests on: slip, attested, judge.
        rule: the rule by which it counts.
    """

    round: int
    table: int
    a: str
    b: str
    a_won: int
    b_won: int
    drawn: int
    how: str
    winner: str
    by: str
    rule: str


class ContestDisputed(Fact, frozen=True):
    """What was said of a contest does not agree.

    Args:
        round: the round.
        table: the table.
        rule: the rule.
    """

    round: int
    table: int
    rule: str


class PlacePosted(Fact, frozen=True):
    """Who meets at a table of a round, or has a bye. A repair posts all places of its round anew.

    Args:
        round: the round.
        stage: swiss, round-robin or elimination.
        table: the table; 0 for a bye.
        a: who was posted first, or has the bye.
        b: the other; empty for a bye.
        kept: whether a repair has kept it, with its result.
    """

    round: int
    stage: str
    table: int
    a: str
    b: str
    kept: bool = False


class Repaired(Fact, frozen=True):
    """A round was paired again.

    Args:
        round: the round.
        kept: how many contests go on as they were.
        new: how many are new.
        undone: how many results no longer count.
        rule: the rule.
    """

    round: int
    kept: int
    new: int
    undone: int
    rule: str


class DeckRegistered(Fact, frozen=True):
    """A list was handed in.

    Args:
        player: whose it is.
        name: what the deck is called.
    """

    player: str
    name: str


class DeckChecked(Fact, frozen=True):
    """A deck was compared with its list.

    Args:
        player: whose it is.
        round: in which round.
        kind: how it was chosen: random, targeted, asked.
        seconds: how long it took.
        found: what was found: right, wrong-deck, wrong-list, missing.
    """

    player: str
    round: int
    kind: str
    seconds: int
    found: str


class ClockSet(Fact, frozen=True):
    """The clock of a round was set going or stopped.

    Args:
        round: the round.
        what: start, pause, resume or time.
        at: when, UTC.
    """

    round: int
    what: str
    at: str


class TimeExtended(Fact, frozen=True):
    """A contest got more time.

    Args:
        round: the round.
        table: the table.
        seconds: how much.
        cause: for what: call, check, late, other.
    """

    round: int
    table: int
    seconds: int
    cause: str


class JudgeCalled(Fact, frozen=True):
    """A judge was called.

    Args:
        round: the round.
        table: the table; 0: at the desk.
        player: who called.
        about: what it is about.
    """

    round: int
    table: int
    player: str
    about: str


class CallEnded(Fact, frozen=True):
    """The judge has left the table.

    Args:
        call: the entry that called.
        judge: who closed it.
        seconds: how long play stood still.
    """

    call: int
    judge: str
    seconds: int


class CallRuled(Fact, frozen=True):
    """A judge ruled at a call.

    Args:
        call: the entry that called.
        kind: what was ruled.
        cited: the rule that the ruling names; empty where it names none.
    """

    call: int
    kind: str
    cited: str


class InfractionFound(Fact, frozen=True):
    """An infraction was found and has its penalty.

    Args:
        player: whose.
        round: in which round.
        table: at which table; 0: at none.
        code: which, in the policy.
        penalty: what was given.
        standard: what the policy says.
        deviation: why it is another; empty where it is not.
        rule: the rule by which it is the standard.
    """

    player: str
    round: int
    table: int
    code: str
    penalty: str
    standard: str
    deviation: str
    rule: str


class CutMade(Fact, frozen=True):
    """An entrant plays on after the last round.

    Args:
        player: who.
        seed: the place in the bracket, from 1.
        size: how many play on.
    """

    player: str
    seed: int
    size: int


class Published(Fact, frozen=True):
    """Something is open to all from now on.

    Args:
        what: standings, decks or penalties.
        round: of which round; 0: of the whole tournament.
    """

    what: str
    round: int


FACTS = (
    Entered,
    Left,
    RoundPosted,
    PlacePosted,
    Repaired,
    ContestEnded,
    ContestDisputed,
    DeckRegistered,
    DeckChecked,
    ClockSet,
    TimeExtended,
    JudgeCalled,
    CallEnded,
    CallRuled,
    InfractionFound,
    CutMade,
    Published,
)

# -- in words ----------------------------------------------------------------------------------

_CAUSES = {
    "own": "leaves",
    "no-show": "is dropped for not showing up",
    "disqualified": "is disqualified",
    "cut": "does not play on after the cut",
}
_CLOCK = {"start": "starts", "pause": "stands still", "resume": "goes on", "time": "is up"}


def _entered(f: Entered) -> str:
    return f"{f.player} enters as number {f.number}, from round {f.round} on"


def _left(f: Left) -> str:
    after = f"after round {f.after}" if f.after else "before round 1"
    return f"{f.player} {_CAUSES.get(f.cause, f.cause)}, {after}"


def _round_posted(f: RoundPosted) -> str:
    byes = f" and {counted(f.byes, 'bye')}" if f.byes else ""
    return f"round {f.round} is posted: {counted(f.tables, 'table')}{byes}"


def _place_posted(f: PlacePosted) -> str:
    kept = ", as before" if f.kept else ""
    if not f.table:
        return f"round {f.round}: {f.a} has a bye{kept}"
    return f"round {f.round}, table {f.table}: {f.a} meets {f.b}{kept}"


def _repaired(f: Repaired) -> str:
    undone = f", {counted(f.undone, 'result')} undone" if f.undone else ""
    return f"round {f.round} is paired again: {f.kept} kept, {f.new} new{undone}"


def _contest_ended(f: ContestEnded) -> str:
    drawn = f"-{f.drawn}" if f.drawn else ""
    how = f", {f.how}" if f.how != "played" else ""
    by = {"attested": ", as both attest", "judge": ", as a judge decides"}.get(f.by, "")
    return f"round {f.round}, table {f.table}: {f.a} {f.a_won}-{f.b_won}{drawn} {f.b}{how}{by}"


def _contest_disputed(f: ContestDisputed) -> str:
    return f"round {f.round}, table {f.table}: what was said of the result does not agree"


def _deck_registered(f: DeckRegistered) -> str:
    return f"{f.player} hands in a list" + (f", {f.name}" if f.name else "")


def _deck_checked(f: DeckChecked) -> str:
    return f"round {f.round}: the deck of {f.player} is checked for {f.seconds} s: {f.found}"


def _clock_set(f: ClockSet) -> str:
    return f"the clock of round {f.round} {_CLOCK.get(f.what, f.what)}, {f.at}"


def _time_extended(f: TimeExtended) -> str:
    return f"round {f.round}, table {f.table}: {f.seconds} s more, for {f.cause}"


def _judge_called(f: JudgeCalled) -> str:
    place = f"table {f.table}" if f.table else "the desk"
    return f"{f.player} calls a judge to {place}: {f.about}"


def _call_ended(f: CallEnded) -> str:
    return f"{f.judge} ends call {f.call} after {f.seconds} s"


def _call_ruled(f: CallRuled) -> str:
    cited = f", by {f.cited}" if f.cited else ""
    return f"at call {f.call} the ruling is {f.kind}{cited}"


def _infraction_found(f: InfractionFound) -> str:
    standard = f", where {f.standard} is the standard" if f.standard != f.penalty else ""
    return f"{f.player}: {f.code}, {f.penalty}{standard}"


def _cut_made(f: CutMade) -> str:
    return f"{f.player} plays on as seed {f.seed} of {f.size}"


def _published(f: Published) -> str:
    return f"{f.what} are published" + (f", round {f.round}" if f.round else "")


WORDS: Mapping[type[Fact], Callable[[Any], str]] = {
    Entered: _entered,
    Left: _left,
    RoundPosted: _round_posted,
    PlacePosted: _place_posted,
    Repaired: _repaired,
    ContestEnded: _contest_ended,
    ContestDisputed: _contest_disputed,
    DeckRegistered: _deck_registered,
    DeckChecked: _deck_checked,
    ClockSet: _clock_set,
    TimeExtended: _time_extended,
    JudgeCalled: _judge_called,
    CallEnded: _call_ended,
    CallRuled: _call_ruled,
    InfractionFound: _infraction_found,
    CutMade: _cut_made,
    Published: _published,
}
"""How each fact is told."""
