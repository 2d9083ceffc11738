"""Truths that are planted in seasons of chance, and found again: whether the interval of a figure
holds what it should.

A season is made of the rows of its tables, so that a hundred of them are cheap. An interval of 95 %
misses one in twenty; of a hundred seasons it holds the truth in fewer than 89 twice in a thousand
times.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from math import exp, sqrt
from random import Random
from typing import Any

from storage.statistics import Filters, run
from tests.storage.statistics.season import START, Season

Truth = Callable[[Season, Random], Mapping[str, bool]]
"""Plants something in an empty season, and says of each thing whether it was found."""

GAME = "skirmish"
WINS = {True: "ana", False: "bo"}


def many(season: Season, table: str, rows: Iterable[Iterable[object]]) -> None:
    """Put many rows into a table."""
    columns = season.log.execute(f"DESCRIBE {table}").fetchall()
    shape = ", ".join(f'"{name}" {kind}' for name, kind, *_ in columns)
    names = [name for name, *_ in columns]
    records = [dict(zip(names, row, strict=True)) for row in rows]
    season.log.execute(
        f"INSERT INTO {table} SELECT unnest(row) FROM (SELECT text::STRUCT({shape}) AS row "
        "FROM (SELECT unnest(from_json(?, '[\"JSON\"]')) AS text))",
        [json.dumps(records)],
    )


def opened(
    season: Season, matches: Iterable[tuple[str, str, str, str, str]], won: Mapping[str, str]
) -> None:
    """Matches of ana and bo: a name, their decks, and who they are; and who has won."""
    found = list(matches)
    many(
        season,
        "matches",
        ((m, GAME, "1", "catalog", str(START + timedelta(minutes=n)), True)
         for n, (m, *_) in enumerate(found)),
    )  # fmt: skip
    many(
        season,
        "seats",
        (row for m, own, other, one, two in found
         for row in ((m, "ana", 1, one, own, "ana"), (m, "bo", 2, two, other, "bo"))),
    )  # fmt: skip
    many(
        season,
        "entries",
        ((m, 1, "", str(START), str(START), "scribe", "opening", "{}", "", None)
         for m, *_ in found),
    )  # fmt: skip
    many(
        season,
        "fact_match_ended",
        ((m, 99, 99, [won[m]], "won", "points", "R-1") for m, *_ in found),
    )


def row_of(season: Season, name: str, **keys: object) -> dict[str, Any]:
    """The row of a figure with these keys."""
    for record in run(season.log, name, Filters()).records():
        if all(record[key] == value for key, value in keys.items()):
            return record
    raise LookupError(f"{name} has no row with {keys}")


def held(row: Mapping[str, Any], truth: float, low: str = "low", high: str = "high") -> bool:
    """Whether the interval of a row holds the truth."""
    return bool(row[low] <= truth <= row[high])


def card_drawn(season: Season, chance: Random) -> Mapping[str, bool]:
    """A1: whoever draws the Wolf wins 15 points more; every hand is shown, or only what was played
    of it."""
    gain, drawn_of_all, played = 0.15, 0.5, 0.6
    found = {}
    for how in ("shown", "hidden"):
        won, pools = {}, []
        for number in range(600):
            match = f"{how}{number}"
            drawn = chance.random() < drawn_of_all
            won[match] = WINS[chance.random() < 0.42 + gain * drawn]
            seen = drawn and (how == "shown" or chance.random() < played)
            left = drawn_of_all * (1 - played) / (1 - drawn_of_all * played)
            likely = float(seen) if how == "shown" else 1.0 if seen else left
            pools.append((match, 99, "ana", f"Wolf {how}", 1, int(seen), 0, 20, 5, likely))
        opened(season, ((m, "elf", "orc", "p", "q") for m in won), won)
        many(season, "pool_at_end", pools)
    for how in ("shown", "hidden"):
        found[how] = held(row_of(season, "card-drawn", card=f"Wolf {how}"), gain)
    return found


def card_in_matchup(season: Season, chance: Random) -> Mapping[str, bool]:
    """A4: whoever plays the Wolf wins 20 points more against orcs, and none against elves."""
    gains = {"orc": 0.2, "elf": 0.0}
    won, decks, plays = {}, {}, []
    for number in range(600):
        match, other = f"m{number}", chance.choice(("orc", "elf"))
        played = chance.random() < 0.5
        base = 0.6 if other == "elf" else 0.35  # a good matchup is no good card
        won[match] = WINS[chance.random() < base + gains[other] * played]
        decks[match] = other
        if played:
            plays.append((match, 5, 5, "ana", "Wolf", "Wolf", "laid", ""))
    opened(season, ((m, "men", decks[m], "p", "q") for m in won), won)
    many(season, "fact_unit_entered", plays)
    return {
        other: held(row_of(season, "card-in-matchup", card="Wolf", against=other), gain)
        for other, gain in gains.items()
    }


def advantage(season: Season, chance: Random) -> Mapping[str, bool]:
    """B1: leads go at random to the end, and who is ahead then has won: of what is called 70 %, as
    many are won as were called."""
    won, scores, turns = {}, [], []
    for number in range(500):
        match, lead, place = f"m{number}", 0.0, 1
        for turn in range(1, 9):
            for seat, value in (("ana", round(lead)), ("bo", 0)):
                scores.append((match, turn, place, seat, "points", value))
                place += 1
            turns.append((match, turn, place, "ana" if turn % 2 else "bo", turn))
            place += 1
            lead += chance.gauss(0, 3)
        won[match] = WINS[lead > 0]
    opened(season, ((m, "elf", "orc", "p", "q") for m in won), won)
    many(season, "fact_score_changed", scores)
    many(season, "fact_turn_began", turns)
    row = row_of(season, "advantage-calibration", called=0.7)
    return {"70 %": held(row, row["mean"])}


def luck(season: Season, chance: Random) -> Mapping[str, bool]:
    """B3: of equal players luck adds 0.5 to the logit for each contest, and nothing else does."""
    slope, contests = 0.5, 10
    won, thrown, dice = {}, [], []
    for number in range(400):
        match = f"m{number}"
        wins = sum(chance.random() < 0.5 for _ in range(contests))
        for contest in range(contests):
            own, other = (6, 1) if contest < wins else (1, 6)
            terms, others = ([{"label": "die", "value": v, "rule": ""}] for v in (own, other))
            winner = WINS[contest < wins]
            thrown.append((match, 5, contest + 1, "combat", "ana", "Wolf", terms, own, "bo",
                           "Bear", others, other, winner, ""))  # fmt: skip
        dice.append((match, 5, 50, "ana", 6, 1, "combat", []))
        won[match] = WINS[chance.random() < 1 / (1 + exp(-slope * (wins - contests / 2)))]
    opened(season, ((m, "elf", "orc", "p", "q") for m in won), won)
    many(season, "fact_totals_compared", thrown)
    many(season, "fact_die_rolled", dice)
    row = row_of(season, "wins-by-luck", luck="(all)")
    return {"slope": held(row, slope, "slope_low", "slope_high"), "without luck": held(row, 0.5)}


def first_by_matchup(season: Season, chance: Random) -> Mapping[str, bool]:
    """D1: going first adds 15 points in one matchup, and none in the other."""
    gains = {"orc": 0.15, "elf": 0.0}
    won, decks, first = {}, {}, []
    for number in range(600):
        match, other = f"m{number}", chance.choice(("orc", "elf"))
        starts = chance.random() < 0.5
        won[match] = WINS[chance.random() < 0.45 + gains[other] * starts]
        decks[match] = other
        first.append((match, 2, 1, WINS[starts], ""))
    opened(season, ((m, "a men", decks[m], "p", "q") for m in won), won)
    many(season, "fact_first_player", first)
    found = {
        other: held(row_of(season, "first-by-matchup", against=other), gain)
        for other, gain in gains.items()
    }
    counts = [list(decks.values()).count(other) for other in gains]
    mean = sum(n * gain for n, gain in zip(counts, gains.values(), strict=True)) / sum(counts)
    return {**found, "all": held(row_of(season, "first-by-matchup", deck="(all)"), mean)}


def matchup_fair(season: Season, chance: Random) -> Mapping[str, bool]:
    """D5: players of known strengths, of whom the strong prefer a deck that is better by 0.3; of
    some there are many matches, of others few."""
    better = 0.3
    known = {"many": ("elf", "orc", 24, 800), "few": ("ent", "troll", 60, 240)}
    for how, (deck, against, players, matches) in known.items():
        strength = {f"{how} {number}": chance.gauss(0, 0.8) for number in range(players)}
        won, seated = {}, []
        for number in range(matches):
            match, (one, other) = f"{how}{number}", chance.sample(sorted(strength), 2)
            gap = strength[one] - strength[other]
            if chance.random() > 1 / (1 + exp(-1.5 * gap)):
                one, other, gap = other, one, -gap
            seated.append((match, deck, against, one, other))
            won[match] = WINS[chance.random() < 1 / (1 + exp(-better - gap))]
        opened(season, seated, won)
    equal = 1 / (1 + exp(-better))
    return {
        f"at equal players, {how} matches of each": held(
            row_of(season, "matchup-fair", deck=deck), equal, "adjusted_low", "adjusted_high"
        )
        for how, (deck, *_) in known.items()
    }


TRUTHS: Mapping[str, Truth] = {
    "card-drawn": card_drawn,
    "card-in-matchup": card_in_matchup,
    "advantage": advantage,
    "wins-by-luck": luck,
    "first-by-matchup": first_by_matchup,
    "matchup-fair": matchup_fair,
}
"""What is planted, by the statistic that finds it."""


def found(name: str, seed: int, season: Season) -> Mapping[str, bool]:
    """Plant a truth in an empty season of a seed, and say what of it was found."""
    season.begin()
    try:
        return TRUTHS[name](season, Random(f"{name}/{seed}"))
    finally:
        season.undo()


def fewest(seasons: int) -> int:
    """In how many seasons a truth has to be found, which by chance fails twice in a thousand
    times: 89 of 100."""
    return round(seasons * 0.95 - 2.75 * sqrt(seasons * 0.95 * 0.05))
