"""The statistics over whole simulated matches, against the same figures counted in plain Python.

The facts are taken from the replays, not from the log: so this also proves the way between.
"""

from collections import Counter
from collections.abc import Iterator

import pytest

from events.common import Opening
from referee.fact import (
    DamageDealt,
    DieRolled,
    Fact,
    MatchEnded,
    ScoreChanged,
    Term,
    TotalsCompared,
    TurnBegan,
    UnitEntered,
)
from referee.games.registry import game_ids
from referee.verdict import Illegal
from storage.statistics import all_statistics, run
from tests.storage.statistics.played import Counted, Played, column, count, playing

COMMON = [name for name, each in all_statistics().items() if not each.game]

RESTS_ON: dict[str, type[Fact]] = {
    "attack-margin": TotalsCompared,
    "attack-success": TotalsCompared,
    "damage-by-card": DamageDealt,
    "damage-per-attack": TotalsCompared,
    "dice-fairness": DieRolled,
    "score-by-turn": ScoreChanged,
    "time-per-turn": TurnBegan,
    "time-per-turn-by-person": TurnBegan,
    "wounds-by-cause": DamageDealt,
}
"""The statistics that count a player's facts of one kind, which a game need not have."""


@pytest.fixture(scope="module", params=game_ids())
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Played]:
    with playing(request.param, tmp_path_factory.mktemp("played") / "season.duckdb") as found:
        yield found


def resting(played: Played) -> set[str]:
    """The statistics for which there is something to count in random matches."""
    facts = {type(fact) for fact in played.facts() if getattr(fact, "seat", "-")}
    seats = [seat for _, seat in played.seats()]
    without = {name for name, kind in RESTS_ON.items() if kind not in facts}
    if len({seat.deck_name for seat in seats}) < 2:
        without.add("matchups")
    if not any(seat.deck for seat in seats):
        without.add("wins-by-trait")
    if not cards(played):
        without.add("card-performance")
    if not any(dealt.other_seat for dealt in played.all(DamageDealt)):
        without.add("wounds-by-cause")
    return set(COMMON) - without - {"clocks", "illegal-entries", "rulings"}


def test_wins_by_seat_are_those_of_the_replays(played: Played) -> None:
    winners = Counter(winner for ended in played.all(MatchEnded) for winner in ended.winners)
    seats = next(iter(played.replays.values())).state.seats
    assert played.figure("wins-by-seat", "place", "n", "wins") == [
        (place, len(played.replays), winners[seat]) for place, seat in enumerate(seats, 1)
    ]


def test_dice_are_those_of_the_replays(played: Played) -> None:
    dice = played.all(DieRolled)
    fallen = Counter((f.sides, f.value) for f in dice)
    lowest = {f.sides: min(f.faces, default=1) for f in dice}
    found = {
        (sides, face): times
        for person, sides, faces in played.figure("dice-fairness", "person", "sides", "faces")
        if person == "(all)"
        for face, times in enumerate(faces, lowest[sides])
        if times
    }
    assert found == fallen


def test_damage_by_card_is_that_of_the_replays(played: Played) -> None:
    total: Counter[tuple[str, str]] = Counter()
    for fact in played.facts():
        if isinstance(fact, DamageDealt):
            total[fact.source, fact.cause] += fact.amount
    found = {(c, why): n for c, why, n in played.figure("damage-by-card", "card", "cause", "total")}
    assert found == total


def by_chance(term: Term) -> bool:
    return term.label == "die" or term.label.startswith("cards ")


def beat(fact: TotalsCompared) -> bool:
    """Whether an attack won; one on a unit of the same player is told by the totals."""
    own = fact.seat == fact.other_seat
    return fact.winner == fact.seat and (not own or fact.total > fact.other_total)


def test_attacks_by_edge_are_those_of_the_replays(played: Played) -> None:
    decided: Counter[tuple[str, int]] = Counter()
    won: Counter[tuple[str, int]] = Counter()
    for fact in played.facts():
        if isinstance(fact, TotalsCompared) and (fact.winner or not fact.other_seat):
            own = sum(term.value for term in fact.terms if not by_chance(term))
            other = sum(term.value for term in fact.other_terms if not by_chance(term))
            decided[fact.kind, own - other] += 1
            won[fact.kind, own - other] += beat(fact)
    found = played.figure("attack-success", "kind", "edge", "n", "wins")
    assert {(kind, edge): n for kind, edge, n, _ in found} == decided
    assert {(kind, edge): wins for kind, edge, _, wins in found} == won


def cards(played: Played) -> list[str]:
    """The cards that were played, as often as they were: by the facts that the game names, of
    which a unit that comes to the table has several."""
    came = {
        (name, fact.seat, fact.unit if isinstance(fact, UnitEntered) else place, fact.card)
        for name, replay in played.replays.items()
        for place, (_, fact) in enumerate(replay.all_facts())
        if isinstance(fact, replay.game.played)
    }
    return [str(card) for *_, card in came]


def test_cards_were_played_as_often_as_in_the_replays(played: Played) -> None:
    found = played.figure("card-performance", "card", "laid")
    assert {card: times for card, times in found} == Counter(cards(played))


def test_turns_and_scores_are_those_of_the_replays(played: Played) -> None:
    turns = []
    for name, replay in played.replays.items():
        facts = [fact for _, fact in replay.all_facts()]
        turns.append(max(fact.turn for fact in facts if isinstance(fact, TurnBegan)))
        last = {
            (fact.measure, fact.seat): fact.value
            for fact in facts
            if isinstance(fact, ScoreChanged)
        }
        course = played.figure("score-by-turn", "measure", "line", "turn", "value", match=name)
        assert {(m, seat): v for m, seat, turn, v in course if turn == turns[-1]} == last
    ((mean, least, most),) = (
        row[1:]
        for row in played.figure("match-length", "measure", "mean", "min", "max")
        if row[0] == "turns"
    )
    assert (mean, least, most) == (sum(turns) / len(turns), min(turns), max(turns))


@pytest.mark.parametrize("name", COMMON)
def test_the_entries_behind_a_row_are_entries_of_the_log(played: Played, name: str) -> None:
    assert played.backed(name) or name not in resting(played)


# -- every statistic ---------------------------------------------------------------------------


def meetings(played: Played) -> int:
    return sum(
        (own.side or own.seat) != (other.side or other.seat) and own.deck_name != other.deck_name
        for each in played.openings()
        for own in each.seats
        for other in each.seats
    )


def traits(played: Played) -> int:
    """For each seat, how many values its cards have of the traits that the figure tells."""
    told = {trait for (trait,) in played.figure("wins-by-trait", "trait")}
    total = 0
    for replay in played.replays.values():
        known = replay.game.traits(replay.catalog)
        opened = replay.events[0]
        assert isinstance(opened, Opening)
        for each in opened.seats:
            values = {(t, v) for card in each.deck for t, v in known[card].items() if t in told}
            total += len(values)
    return total


def attacks(played: Played) -> int:
    return len(
        {
            (name, seq, fact.kind, fact.seat, fact.card)
            for name, replay in played.replays.items()
            for seq, fact in replay.all_facts()
            if isinstance(fact, TotalsCompared) and (fact.winner or not fact.other_seat)
        }
    )


def seats(played: Played) -> int:
    return len(played.seats())


def sides(played: Played) -> int:
    return sum(len({seat.side or seat.seat for seat in each.seats}) for each in played.openings())


def entries(played: Played) -> int:
    return sum(len(replay.events) for replay in played.replays.values())


def scorers(played: Played) -> int:
    """Whoever has a score of one kind in a match that came to turn 1."""
    return sum(
        len({(f.measure, f.seat) for _, f in replay.all_facts() if isinstance(f, ScoreChanged)})
        for replay in played.replays.values()
    )


def illegal(played: Played) -> int:
    verdicts = [v for replay in played.replays.values() for v in replay.verdicts]
    return sum(isinstance(verdict, Illegal) for verdict in verdicts)


COUNTED: dict[str, Counted] = {
    "attack-margin": Counted(column("compared"), count(TotalsCompared)),
    "attack-success": Counted(column("wins"), count(TotalsCompared, beat)),
    "card-performance": Counted(column("laid"), lambda played: len(cards(played))),
    "clocks": Counted(column("n"), lambda played: 0),
    "damage-by-card": Counted(
        column("total"), lambda played: sum(f.amount for f in played.all(DamageDealt))
    ),
    "damage-per-attack": Counted(column("n"), attacks),
    "dice-fairness": Counted(column("n", person="(all)"), count(DieRolled)),
    "endings": Counted(column("ended"), count(MatchEnded)),
    "illegal-entries": Counted(column("illegal"), illegal),
    "match-length": Counted(column("n", measure="turns"), count(MatchEnded)),
    "matchups": Counted(column("n"), meetings),
    "pace": Counted(
        lambda row: row["n"] * row["mean"] * (row["measure"] == "entries per match"), entries
    ),
    "rulings": Counted(column("n"), lambda played: 0),
    "score-by-turn": Counted(column("n", turn=1), scorers),
    "time-per-turn": Counted(column("n"), count(TurnBegan)),
    "time-per-turn-by-person": Counted(column("n"), count(TurnBegan, lambda f: f.seat)),
    "wins-by-deck": Counted(column("n"), seats),
    "wins-by-seat": Counted(column("n"), seats),
    "wins-by-start": Counted(column("n"), sides),
    "wins-by-trait": Counted(column("n"), traits),
    "wounds-by-cause": Counted(
        column("total"),
        lambda played: sum(f.amount for f in played.all(DamageDealt) if f.other_seat),
    ),
}


@pytest.mark.parametrize("name", COMMON)
def test_every_statistic_counts_what_is_in_the_replays(played: Played, name: str) -> None:
    figure = run(played.log.connection, name)
    assert figure.n == len(played.replays)
    counted = COUNTED[name]
    total = sum(counted.of(record) for record in figure.records())
    assert total == pytest.approx(counted.truth(played))
