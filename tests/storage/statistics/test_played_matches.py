"""The statistics over whole simulated matches, against the same figures counted in plain Python.

The facts are taken from the replays, not from the log: so this also proves the way between.
"""

from collections import Counter
from collections.abc import Iterator

import pytest

from cli.report.match import ALL_GAMES, filters, own
from events.common import Opening
from referee.fact import (
    DamageDealt,
    DieRolled,
    FirstPlayer,
    MatchEnded,
    ScoreChanged,
    Term,
    TotalsCompared,
    TurnBegan,
    UnitEntered,
)
from referee.games.registry import game_ids
from referee.house import side_of
from referee.verdict import Illegal, OnTrust
from storage.statistics import Filters, all_statistics, run, run_each
from tests.storage.statistics.played import Counted, Played, column, count, playing

COMMON = [name for name, each in all_statistics().items() if not each.game]


@pytest.fixture(scope="module", params=game_ids())
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Played]:
    with playing(request.param, tmp_path_factory.mktemp("played") / "season.duckdb") as found:
        yield found


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


def plays(played: Played) -> set[tuple[str, str, object, str]]:
    """The cards that were played, by the facts that the game names, of which a unit that comes to
    the table has several: match, seat, unit or place, and card."""
    return {
        (name, fact.seat, fact.unit if isinstance(fact, UnitEntered) else place, fact.card)
        for name, replay in played.replays.items()
        for place, (_, fact) in enumerate(replay.all_facts())
        if isinstance(fact, replay.game.played)
    }


def test_cards_were_played_as_often_as_in_the_replays(played: Played) -> None:
    found = played.figure("card-performance", "card", "laid")
    assert {card: times for card, times in found} == Counter(card for *_, card in plays(played))


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


def opposing(played: Played) -> dict[tuple[str, str], set[str]]:
    """For each seat of each match the decks of the other sides."""
    return {
        (name, own.seat): {
            other.deck_name
            for other in each.seats
            if (own.side or own.seat) != (other.side or other.seat)
        }
        for name, each in zip(played.replays, played.openings(), strict=True)
        for own in each.seats
    }


def scoring(played: Played) -> list[tuple[int, int]]:
    """For each match how many sides have a score in what decides, and how many turns began."""
    found = []
    for replay in played.replays.values():
        facts = [fact for _, fact in replay.all_facts()]
        measure = replay.game.measures[0].name
        seats = {f.seat for f in facts if isinstance(f, ScoreChanged) and f.measure == measure}
        of = {seat: side_of(replay.state, seat) for seat in replay.state.seats}
        sides = {of.get(seat, seat) for seat in seats}
        found.append((len(sides), sum(isinstance(fact, TurnBegan) for fact in facts)))
    return [(sides, turns) for sides, turns in found if sides > 1]


def thrown(played: Played) -> list[int]:
    """For each match how many contests of a die each were decided."""
    found = []
    for replay in played.replays.values():
        facts = [fact for _, fact in replay.all_facts()]
        dice = {(f.purpose, f.sides) for f in facts if isinstance(f, DieRolled)}
        kinds = Counter(purpose for purpose, _ in dice)
        found.append(
            sum(
                [t.label for t in f.terms if by_chance(t)] == ["die"]
                and [t.label for t in f.other_terms if by_chance(t)] == ["die"]
                and bool(f.winner and f.other_seat and f.seat != f.other_seat)
                and kinds[f.kind] == 1
                for f in facts
                if isinstance(f, TotalsCompared)
            )
        )
    return found


def by_seats(played: Played) -> int:
    """The entries of players."""
    return sum(
        getattr(event, "seat", None) in replay.state.seats
        for replay in played.replays.values()
        for event in replay.events[1:]
    )


def lengths(played: Played) -> list[int]:
    return sorted(replay.state.turn for replay in played.replays.values())


def registered(played: Played) -> int:
    """The cards of each seat's deck, each once."""
    return sum(len(seat.deck) for _, seat in played.seats())


def on_trust(played: Played) -> int:
    verdicts = [v for replay in played.replays.values() for v in replay.verdicts]
    return sum(isinstance(verdict, OnTrust) for verdict in verdicts)


def known_draws(played: Played) -> int:
    """The cards, five of each deck at most, of seats without an unseen card in their hands."""
    found = 0
    for replay in played.replays.values():
        opening, game = replay.events[0], replay.game
        assert isinstance(opening, Opening)
        unseen = {place.name: place.unseen() for place in game.hidden(replay.table)}
        for each in opening.seats:
            hands = [unseen.get(f"{each.seat}.{hand}") for hand in game.hands]
            found += min(5, len(each.deck)) if None not in hands and not any(hands) else 0
    return found


COUNTED: dict[str, Counted] = {
    "advantage": Counted(
        lambda row: 1, lambda played: sum(sides * (turns + 1) for sides, turns in scoring(played))
    ),
    "advantage-calibration": Counted(column("n"), lambda played: 0),
    "archetypes": Counted(
        column("n"), lambda played: sum(bool(seat.deck) for _, seat in played.seats())
    ),
    "card-by-turn": Counted(
        column("n"), lambda played: len({(m, seat, card) for m, seat, _, card in plays(played)})
    ),
    "card-drawn": Counted(column("n"), registered),
    "card-in-matchup": Counted(
        column("n"),
        lambda played: sum(
            len(opposing(played)[match, seat])
            for match, seat, _ in {(m, s, card) for m, s, _, card in plays(played)}
        ),
    ),
    "comeback": Counted(column("n"), lambda played: sum(sides for sides, _ in scoring(played))),
    "dead-cards": Counted(column("n"), registered),
    "decision-time": Counted(column("n"), by_seats),
    "draw-luck": Counted(lambda row: 1, known_draws),
    "first-by-matchup": Counted(
        lambda row: (row["first_n"] + row["later_n"]) * (row["deck"] != "(all)"),
        lambda played: sum(
            any(isinstance(fact, FirstPlayer) for _, fact in replay.all_facts())
            for replay in played.replays.values()
        ),
    ),
    "luck": Counted(column("n"), lambda played: 2 * sum(thrown(played))),
    "matchup-fair": Counted(column("n"), lambda played: meetings(played) / 2),
    "notable": Counted(column("value", why="longest"), lambda played: sum(lengths(played)[-3:])),
    "opening-card": Counted(column("n"), lambda played: 0),
    "remedy-choice": Counted(column("n"), lambda played: 0),
    "rules-learned": Counted(column("entries"), by_seats),
    "score-curves": Counted(column("n", turn=1), lambda played: 2 * scorers(played)),
    "trust": Counted(column("trusted"), on_trust),
    "turning-points": Counted(column("n"), lambda played: 0),
    "verdict-of-match": Counted(column("n"), lambda played: 0),
    "what-if-ruling": Counted(column("n"), lambda played: 0),
    "wins-by-luck": Counted(
        lambda row: row["n"] * (row["luck"] != "(all)"),
        lambda played: sum(contests >= 5 for contests in thrown(played)),
    ),
    "attack-margin": Counted(column("compared"), count(TotalsCompared)),
    "attack-success": Counted(column("wins"), count(TotalsCompared, beat)),
    "card-performance": Counted(column("laid"), lambda played: len(plays(played))),
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
def test_the_entries_behind_a_row_are_entries_of_the_log(played: Played, name: str) -> None:
    assert bool(played.backed(name)) == bool(COUNTED[name].truth(played))


@pytest.mark.parametrize("name", COMMON)
def test_every_statistic_counts_what_is_in_the_replays(played: Played, name: str) -> None:
    figure = played.whole(name)
    assert figure.n == len(played.replays)
    counted = COUNTED[name]
    total = sum(counted.of(record) for record in figure.records())
    assert total == pytest.approx(counted.truth(played))


def test_of_each_match_by_itself_all_is_as_if_that_one_were_asked(played: Played) -> None:
    """What pages of matches tell, by one answer for all of them."""
    name, replay = next(iter(played.replays.items()))
    game = replay.game.id
    for each in (*ALL_GAMES, *own(game)):
        alone = run(played.log.connection, each, filters(name), played.known)
        together = run_each(played.log.connection, each, Filters(game=game, simulated=True))
        found = together.get(name)
        assert (found.rows if found else []) == [
            tuple(pytest.approx(v, rel=1e-9) if isinstance(v, float) else v for v in row)
            for row in alone.rows
        ], each
        assert found is None or (found.n, found.notes, found.editions, found.columns) == (
            alone.n, alone.notes, alone.editions, alone.columns
        )  # fmt: skip
