"""How each fact of a tournament is told: in one sentence, without the rule."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.english import counted
from referee.fact import Fact
from referee.tournament.facts import (
    AppealSettled,
    BoardEnded,
    CallEnded,
    CheckedIn,
    ClockSet,
    ContestDisputed,
    ContestEnded,
    CutMade,
    DeckChecked,
    DeckRegistered,
    Entered,
    Extended,
    GamesLost,
    JudgeCalled,
    Left,
    PenaltyGiven,
    PlacePosted,
    Published,
    Repaired,
    Returned,
    RoundPosted,
    RulingMade,
)

_CAUSES = {
    "own": "leaves",
    "no-show": "is dropped for not showing up",
    "disqualified": "is disqualified",
    "cut": "does not play on after the cut",
}
_CLOCK = {"start": "starts", "pause": "stands still", "resume": "goes on", "time": "is up"}

_WHOSE_WORD = {
    "attested": ", as both attest",
    "judge": ", as a judge decides",
    "penalty": ", by a penalty",
}


def _entered(f: Entered) -> str:
    return f"{f.player} enters as number {f.number}, from round {f.round} on"


def _checked_in(f: CheckedIn) -> str:
    return f"{f.player} has checked in"


def _returned(f: Returned) -> str:
    missed = f" after missing {counted(f.missed, 'round')}" if f.missed else ""
    return f"{f.player} is back from round {f.round} on{missed}"


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
    by = _WHOSE_WORD.get(f.by, "")
    return f"round {f.round}, table {f.table}: {f.a} {f.a_won}-{f.b_won}{drawn} {f.b}{how}{by}"


def _board_ended(f: BoardEnded) -> str:
    drawn = f"-{f.drawn}" if f.drawn else ""
    score = f"{f.a} {f.a_won}-{f.b_won}{drawn} {f.b}"
    return f"round {f.round}, table {f.table}, board {f.board}: {score}"


def _contest_disputed(f: ContestDisputed) -> str:
    return f"round {f.round}, table {f.table}: what was said of the result does not agree"


def _deck_registered(f: DeckRegistered) -> str:
    return f"{f.player} hands in a list" + (f", {f.name}" if f.name else "")


def _deck_checked(f: DeckChecked) -> str:
    return f"round {f.round}: the deck of {f.player} is checked for {f.seconds} s: {f.found}"


def _clock_set(f: ClockSet) -> str:
    return f"the clock of round {f.round} {_CLOCK.get(f.what, f.what)}, {f.at}"


def _extended(f: Extended) -> str:
    return f"round {f.round}, table {f.table}: {f.seconds} s more, for {f.cause}"


def _judge_called(f: JudgeCalled) -> str:
    place = f"table {f.table}" if f.table else "the desk"
    return f"{f.player} calls a judge to {place}: {f.about}"


def _call_ended(f: CallEnded) -> str:
    return f"{f.judge} ends call {f.call} after {f.seconds} s"


def _ruling_made(f: RulingMade) -> str:
    cited = f", by {f.cited}" if f.cited else ""
    return f"at call {f.call} the ruling is {f.kind}{cited}"


def _appeal_settled(f: AppealSettled) -> str:
    stands = "stands" if f.upheld else "does not stand"
    return f"{f.by} settles appeal {f.appeal}: ruling {f.ruling} of {f.judge} {stands}"


def _penalty_given(f: PenaltyGiven) -> str:
    standard = f", where {f.standard} is the standard" if f.standard != f.penalty else ""
    return f"{f.player}: {f.code}, {f.penalty}{standard}"


def _games_lost(f: GamesLost) -> str:
    where = f"at table {f.table}" if f.table else "of the next contest"
    return f"{f.player} loses {counted(f.games, 'game')} {where}"


def _cut_made(f: CutMade) -> str:
    return f"{f.player} plays on as seed {f.seed} of {f.size}"


def _published(f: Published) -> str:
    return f"{f.what} are published" + (f", round {f.round}" if f.round else "")


WORDS: Mapping[type[Fact], Callable[[Any], str]] = {
    Entered: _entered,
    CheckedIn: _checked_in,
    Returned: _returned,
    Left: _left,
    RoundPosted: _round_posted,
    PlacePosted: _place_posted,
    Repaired: _repaired,
    ContestEnded: _contest_ended,
    BoardEnded: _board_ended,
    ContestDisputed: _contest_disputed,
    DeckRegistered: _deck_registered,
    DeckChecked: _deck_checked,
    ClockSet: _clock_set,
    Extended: _extended,
    JudgeCalled: _judge_called,
    CallEnded: _call_ended,
    RulingMade: _ruling_made,
    AppealSettled: _appeal_settled,
    PenaltyGiven: _penalty_given,
    GamesLost: _games_lost,
    CutMade: _cut_made,
    Published: _published,
}
"""How each fact is told."""
