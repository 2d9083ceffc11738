"""Whatever was said, corrected or struck, what is to do leads to the next round or the close."""

import re
from random import Random

import pytest
from msgspec.structs import replace

from events.common import Strike
from events.notation import read, write
from events.tournament import Attest, Decide, Drop, Report
from referee.tournament.state import State
from referee.verdict import Illegal, applied
from tests.tournament.halls import GAME, Hall, entered, proposal

PLAYERS = "ana bo cy dee eva flo"
EVENTS = {"swiss": {"rounds": "3"}, "final": {"rounds": "2", "cut": "2"}}
"""How long an event is."""
SAID = (Attest, Report, Decide, Drop, Strike)
SCORES = ("2 0", "2 1", "1 2", "0 2")
DISPUTED = re.compile(r"table (\d+)(?: of round (\d+))? is disputed: decide")
CALLED = re.compile(r"call (\d+), .*")


def accepted(match: Hall, line: str) -> bool:
    """Log a line if it is accepted."""
    event = read(line, GAME.codec)
    if not applied(match.replay.would(event)):
        return False
    match.log(event)
    return True


def said(match: Hall, chance: Random) -> str:
    """Something that somebody may say or do while rounds are played."""
    state: State = match.state
    number = chance.choice((state.turn, state.turn, chance.randint(1, state.turn)))
    contests = [*state.rounds[number - 1].contests.values()]
    contest, score = chance.choice(contests), chance.choice(SCORES)
    events = enumerate(match.replay.events, 1)
    words = [
        seq for seq, each in events if isinstance(each, (Attest, Report, Decide, Drop, Strike))
    ]
    lines = (
        *(f"{player} attest {number} {contest.table} {score}" for player in (contest.a, contest.b)),
        f"lena report {number} {contest.table} {score}",
        f"hedy decide {number} {contest.table} {score}",
        *(f"hedy strike {entry}" for entry in chance.sample(words, min(2, len(words)))),
        *(f"hedy strike {contest.result.seq}" for _ in range(2) if contest.result is not None),
    )
    what = chance.random()
    if what < 0.05:
        return f'{contest.a} call {number} {contest.table} about="a question"'
    if what < 0.1 and state.turn < int(state.options["rounds"]):
        left = (c.table for c in state.rounds[-1].contests.values() if c.result is None)
        missing = tuple(left) if chance.random() < 0.7 else ()
        return write(replace(proposal(match), missing=missing), GAME.codec)
    leaves = f"lena drop {chance.choice((contest.a, contest.b))} after={state.turn}"
    return leaves if chance.random() < 0.03 else chance.choice(lines)


def done(match: Hall) -> str:
    """What is to do is done as it is said, until there is a round to be posted; what then, or empty
    once the event is closed."""
    for _ in range(60):
        due = GAME.obligations(match.t)
        what = next((each.what for each in due if each.must), "")
        if found := DISPUTED.fullmatch(what):
            match.play(f"hedy decide {found[2] or match.state.turn} {found[1]} 2 0")
        elif found := CALLED.fullmatch(what):
            match.play(f"kim end-call {found[1]} 20")
        elif what:
            assert what.startswith("no result: "), what
            for number, played in enumerate(match.state.rounds, 1):
                for contest in [*played.contests.values()]:
                    if contest.result is None and not contest.disputed:
                        match.play(f"lena report {number} {contest.table} 2 0")
        elif (step := due[-1].what) == "cut":
            size = int(match.state.options["cut"])
            line = f"lena cut {size} {' '.join(PLAYERS.split()[:size])}"
            verdict = match.replay.would(read(line, GAME.codec))
            seeds = verdict.legal if isinstance(verdict, Illegal) else ""
            match.play(f"lena cut {size} {seeds.removeprefix('seeds=')}" if seeds else line)
        elif step == "close":
            match.play("lena close")
            return ""
        else:
            return step
    raise AssertionError(GAME.obligations(match.t))


@pytest.mark.parametrize("kind", EVENTS)
@pytest.mark.parametrize("seed", range(15))
def test_vn_19_7_an_event_goes_on_by_what_is_to_do_until_it_is_closed(kind: str, seed: int) -> None:
    chance = Random(seed)
    match = entered(**EVENTS[kind]).play("lena enter flo; post")
    for _ in range(12):
        for _ in range(chance.randint(4, 16)):
            accepted(match, said(match, chance))
        if not (step := done(match)):
            return
        assert step == f"propose round {match.state.turn + 1}"
        assert accepted(match, write(proposal(match), GAME.codec)), GAME.obligations(match.t)
    raise AssertionError("it does not end")
