"""Whatever was said, corrected or struck, what is to do leads to the next round or the close."""

import re
from random import Random

import pytest

from events.common import Strike
from events.notation import read, write
from events.tournament import Attest, Decide, Drop, Report
from referee.tournament.state import State
from referee.verdict import applied
from tests.tournament.halls import GAME, Hall, entered, proposal

SAID = (Attest, Report, Decide, Drop, Strike)
SCORES = ("2 0", "2 1", "1 2", "0 2")
DISPUTED = re.compile(r"table (\d+)(?: of round (\d+))? is disputed: decide")


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
    leaves = f"lena drop {chance.choice((contest.a, contest.b))} after={state.turn}"
    return leaves if chance.random() < 0.03 else chance.choice(lines)


def done(match: Hall) -> None:
    """What is to do is done as it is said, and what comes of that."""
    for _ in range(9):
        left = [due.what for due in GAME.obligations(match.t) if due.rule in ("TR-7.2", "TR-7.6")]
        if not left:
            return
        if found := DISPUTED.fullmatch(left[0]):
            match.play(f"hedy decide {found[2] or match.state.turn} {found[1]} 2 0")
            continue
        assert left[0].startswith("no result: "), left
        for number, played in enumerate(match.state.rounds, 1):
            for contest in [*played.contests.values()]:
                if contest.result is None and not contest.disputed:
                    match.play(f"lena report {number} {contest.table} 2 0")
    raise AssertionError(GAME.obligations(match.t))


@pytest.mark.parametrize("seed", range(30))
def test_an_event_goes_on_by_what_is_to_do(seed: int) -> None:
    chance = Random(seed)
    match = entered(rounds="3").play("lena enter flo; post")
    while match.state.turn < 3:
        for _ in range(chance.randint(4, 16)):
            accepted(match, said(match, chance))
        done(match)
        assert accepted(match, write(proposal(match), GAME.codec)), GAME.obligations(match.t)
    for _ in range(chance.randint(4, 16)):
        accepted(match, said(match, chance))
    done(match)
    match.play("lena close")
