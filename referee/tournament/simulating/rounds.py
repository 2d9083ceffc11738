"""A simulated round: posted, played at its tables, and how its results come to the desk."""

from collections.abc import Iterable
from functools import partial

from events import tournament as ev
from events.common import Strike
from referee.replay.simulate import SimulationError
from referee.tournament.keys import key_of
from referee.tournament.next_round import Swap, proposed
from referee.tournament.posts import NEEDED
from referee.tournament.simulating.judges import held, is_on, judged
from referee.tournament.simulating.logged import Played, Tables, played
from referee.tournament.simulating.people import (
    HEAD,
    JUDGES,
    ORGANISER,
    SCORES,
    Format,
    Player,
    agreed,
    contest,
    name_of,
    won_by,
)
from referee.tournament.simulating.run import Run
from referee.tournament.stages.paired_again import late_repair
from referee.tournament.state import Score, number_of
from referee.verdict import Violation


def enter(run: Run, late: bool = False) -> None:
    """One more player enters and, before round 1, checks in."""
    name, number = name_of(len(run.players)), len(run.players) + 1
    player = Player(name, number, run.chance.gauss(1500, 200), run.state.turn + 1)
    if not late and run.policy.byes.most and run.happens(run.plan.awarded):
        player.byes = 1
    run.players[name] = player
    run.tally.entered[name] = player.first
    run.say(ev.Enter(SCORES, name, byes=player.byes), 12)
    player.deck = run.chance.randrange(len(run.decks))
    deck = run.decks[player.deck]
    by = run.chance.choice((SCORES, name))
    if run.plan.decks == "none":
        run.say(ev.RegisterDeck(by, name, deck.name), 6)
    else:
        run.say(ev.RegisterDeck(by, name, deck.name, dict(deck.cards), dict(deck.lists)), 6)


def swiss(run: Run, number: int) -> bool:
    """A round of Swiss: who leaves and comes, the post, the tables, the results; False where fewer
    than two are left, and none can be posted (TR-3.7)."""
    _come_and_go(run, number)
    due = _due(run, number)
    if len(due) < NEEDED:
        if run.plan.lies:
            key = key_of(run.secret, number)
            run.deny(
                "too few players", ev.Post(SCORES, number, key=key, bye=tuple(due)), {"TR-3.7"}
            )
        return False
    _post(run, number)
    _after_the_post(run, number)
    _before_the_first_result(run, number)
    play(run, number)
    require_truth(run)
    return True


def play(run: Run, number: int) -> None:
    """A round is played from its start to its last result."""
    _start(run, number)
    run.go_on()


def _come_and_go(run: Run, number: int) -> None:
    """Between two rounds."""
    chance = run.chance
    for player in [*run.players.values()]:
        if player.gone is not None and player.gone < number and player.cause != "disqualified":
            if player.cause == "own" and run.happens(run.plan.back):
                player.gone, player.cause = None, ""
                run.say(ev.Reinstate(HEAD, player.name), 20)
                player.first = max(player.first, number)
        elif number > 1 and player.plays(number) and run.happens(run.plan.drops / 2):
            player.gone, player.cause = number - 1, "own"
            run.say(ev.Drop(chance.choice((SCORES, player.name)), player.name, number - 1), 15)
    late = number_of(run.state, "late")
    if 1 < number <= late + 1:
        for _ in range(round(run.plan.players * run.plan.late / late + chance.random())):
            enter(run, late=True)


def _post(run: Run, number: int) -> None:
    run.pass_time(60)
    by, swaps = SCORES, []
    post = proposed(run.replay.table, by, key_of(run.secret, number))
    if len(post.pairings) > 1 and run.happens(run.plan.given):
        by = ORGANISER
        swaps = [Swap(post.pairings[0].b, post.pairings[1].b, "they share a car")]
        post = proposed(run.replay.table, by, post.key, swaps)
    require_places(run, post)
    run.say(post)
    for table in post.missing:
        a, b, _ = run.tally.contests[number - 1, table]
        run.tally.contests[number - 1, table] = a, b, Score(0, 0, 1, "time")
    for pairing in post.pairings:
        run.tally.contests[number, pairing.table] = pairing.a, pairing.b, None
    run.tally.byes[number] = [*post.bye]


def _after_the_post(run: Run, number: int) -> None:
    """Somebody comes late, and is taken into the round (TR-9.4)."""
    if number > number_of(run.state, "late") or not run.happens(run.plan.repaired):
        return
    enter(run, late=True)
    if (made := late_repair(run.replay.table, HEAD)) is None:
        return
    run.say(made, 60)
    run.tally.byes[number] = [*made.bye]
    for pairing in made.pairings:
        run.tally.contests[number, pairing.table] = pairing.a, pairing.b, None
    for name in [n for p in made.pairings for n in (p.a, p.b)] + [*made.bye]:
        player = run.players[name]
        player.first = run.tally.entered[name] = min(player.first, number)
        player.here = True


def finish(run: Run) -> None:
    """The end: what is wrong is put right, and the tables that are still without a result, where
    no round follows, are drawn."""
    for right in run.unnoticed:
        right()
    run.unnoticed.clear()
    number = run.state.turn
    for table in _tables(run, number):
        _report(run, number, table, agreed(run.policy, run.plan.best_of))


def _due(run: Run, number: int) -> list[str]:
    """Who really plays in a round."""
    check = run.plan.check_in and number == 1
    return [
        player.name
        for player in run.players.values()
        if player.plays(number) and (player.here or not check)
    ]


def require_places(run: Run, post: ev.Post) -> None:
    """Everybody who really plays has one place in a post, and nobody else has.

    Raises:
        SimulationError: it is not so.
    """
    due = _due(run, post.round)
    placed = [name for p in post.pairings for name in (p.a, p.b)] + [*post.bye]
    if sorted(placed) != sorted(due):
        raise SimulationError(
            f"round {post.round}: placed and not there: {sorted({*placed} - {*due})}, "
            f"there and not placed: {sorted({*due} - {*placed})}"
        )


def _before_the_first_result(run: Run, number: int) -> None:
    """Who leaves now forfeits (TR-3.4)."""
    for table in _tables(run, number):
        if run.happens(run.plan.drops / 4):
            a, b, _ = run.tally.contests[number, table]
            who = run.chance.choice((a, b))
            run.players[who].gone, run.players[who].cause = number - 1, "own"
            run.say(ev.Drop(who, who), 5)
            score = won_by(run.policy, run.plan.best_of, who == b, "no-show")
            run.tally.contests[number, table] = a, b, score


def _tables(run: Run, number: int) -> list[int]:
    """The tables of a round that are still played at."""
    contests = run.tally.contests.items()
    return [table for (at, table), (*_, score) in contests if at == number and score is None]


def _start(run: Run, number: int) -> None:
    chance = run.chance
    run.pass_time(240)
    run.say(ev.Start(SCORES, number, run.at()))
    run.day = run.at()[:10]
    if run.happens(run.plan.paused):
        stands = chance.randint(300, 900)
        run.later(stands, lambda: _clock(run, ev.Pause, number))
        run.later(stands + chance.randint(60, 600), lambda: _clock(run, ev.Resume, number))
    minutes = number_of(run.state, "minutes")
    if minutes:
        run.later(minutes * 60 + 600, lambda: _clock(run, ev.Time, number))
    for right in run.unnoticed:
        run.later(chance.randint(60, 3000), right)
    run.unnoticed.clear()
    tables = _tables(run, number)
    unfinished = run.happens(run.plan.unfinished) and number < run.plan.rounds
    left_out = chance.choice(tables) if unfinished and len(tables) > 1 else 0
    for table in tables:
        if table != left_out:
            _play(run, number, table)


def _clock(run: Run, kind: type[ev.Pause] | type[ev.Resume] | type[ev.Time], number: int) -> None:
    run.say(kind(SCORES, number, run.at()))


def _play(run: Run, number: int, table: int) -> None:
    """What happens at a table."""
    chance = run.chance
    a, b = (run.players[name] for name in run.tally.contests[number, table][:2])
    absent = [player for player in (a, b) if run.happens(run.plan.absent)]
    if absent:
        _absent(run, number, table, a, b, absent[:1] if run.state.cut else absent)
        return
    decisive = bool(run.state.cut)
    if run.policy.draws.intentional and not decisive and run.happens(run.plan.agreed):
        score, seconds = agreed(run.policy, run.plan.best_of), chance.randint(10, 120)
    else:
        if run.tables is not None and _play_logged(run, run.tables, number, table, a, b):
            return
        ended = contest(_format(run), a, b, chance)
        score, seconds = ended.score, judged(run, number, table, a, b, ended.seconds)
    run.later(seconds, partial(_result, run, number, table, score))


def _play_logged(run: Run, tables: Tables, number: int, table: int, a: Player, b: Player) -> bool:
    """The games are played as matches; False where the two cannot sit down with these decks, as
    where both have what is there once."""
    try:
        ended = _logged(run, tables, number, table, a, b)
    except Violation:
        return False
    run.games[number, table] = ended.games
    run.matches += ended.matches
    run.faults += ended.faults
    seconds = judged(run, number, table, a, b, ended.seconds)
    run.later(seconds, partial(_result, run, number, table, ended.score))
    return True


def _logged(run: Run, tables: Tables, number: int, table: int, a: Player, b: Player) -> Played:
    return played(
        tables,
        f"{run.name}/{number}/{table}",
        [(player, run.decks[player.deck]) for player in (a, b)],
        _format(run),
        run.now,
        run.chance,
    )


def _format(run: Run) -> Format:
    """How contests are decided now."""
    margin = run.policy.score.kind == "margin"
    return Format(run.plan.best_of, number_of(run.state, "minutes"), margin, bool(run.state.cut))


def _absent(
    run: Run, number: int, table: int, a: Player, b: Player, absent: Iterable[Player]
) -> None:
    gone = [*absent]
    score = Score(0, 0, 0, "no-show")
    if len(gone) == 1:
        score = won_by(run.policy, run.plan.best_of, gone[0] is b, "no-show")
    wait = run.policy.clock.no_show_after or 600
    run.later(wait, lambda: _report(run, number, table, score))
    for player in gone:
        if run.happens(0.4):
            run.later(wait + run.chance.randint(60, 1200), partial(_arrive, run, number, player))
        else:
            player.gone, player.cause = number, "no-show"


def _arrive(run: Run, number: int, player: Player) -> None:
    run.say(ev.Arrive(SCORES, number, player.name, run.at()))


def _result(run: Run, number: int, table: int, score: Score) -> None:
    """A result comes to the desk, in one of the ways in which it may."""
    if not is_on(run, number, table):
        return  # a penalty has ended it
    a, b, _ = run.tally.contests[number, table]
    games = run.games.get((number, table), ())
    if (number, table) in run.lost:
        _report(run, number, table, held(run, number, table, score, bool(run.state.cut)), games)
    elif run.happens(run.plan.disputed):
        _disputed(run, number, table, score)
    elif run.happens(run.plan.mistaken):
        _mistaken(run, number, table, score)
    elif (number, table) not in run.games and run.happens(run.plan.attested):
        for player in run.chance.sample((a, b), 2):
            run.say(_attest(player, number, table, score), 10)
        run.tally.contests[number, table] = a, b, score
    else:
        _report(run, number, table, score, games)


def _attest(player: str, number: int, table: int, score: Score) -> ev.Attest:
    return ev.Attest(player, number, table, score.a, score.b, score.drawn, score.how)  # type: ignore[arg-type]


def _report(
    run: Run, number: int, table: int, score: Score, games: tuple[ev.LoggedGame, ...] = ()
) -> None:
    slip = f"s{number}-{table}" if run.happens(0.5) else ""
    run.say(
        ev.Report(SCORES, number, table, score.a, score.b, score.drawn, score.how, slip, games),  # type: ignore[arg-type]
        8,
    )
    a, b, _ = run.tally.contests[number, table]
    run.tally.contests[number, table] = a, b, score


def other(run: Run, score: Score) -> Score:
    """What somebody might say instead, and what fits as well: the two sides the other way round,
    or a game that was not."""
    if score.a != score.b:
        return Score(score.b, score.a, score.drawn, score.how)
    return won_by(run.policy, run.plan.best_of, run.chance.random() < 0.5, "concession")


def _disputed(run: Run, number: int, table: int, score: Score) -> None:
    """Attested against an attestation or a slip; a judge finds out what is true."""
    a, b, _ = run.tally.contests[number, table]
    right, wrong = run.chance.sample((a, b), 2)
    said = other(run, score)
    if run.happens(0.5):
        run.say(_attest(right, number, table, score), 10)
    else:
        _report(run, number, table, score, run.games.get((number, table), ()))
    run.say(_attest(wrong, number, table, said), 40)
    run.say(
        ev.Decide(
            run.chance.choice((*JUDGES, HEAD)),
            number,
            table,
            score.a,
            score.b,
            score.drawn,
            score.how,  # type: ignore[arg-type]
            reason="both players and the slip were heard",
            games=run.games.get((number, table), ()),
        ),
        300,
    )
    run.tally.contests[number, table] = a, b, score


def _mistaken(run: Run, number: int, table: int, score: Score) -> None:
    """A slip is taken in wrongly; it is put right in the round, or while the next one is on."""
    _report(run, number, table, other(run, score))
    right = partial(_put_right, run, number, table, run.seq, score)
    if number < run.plan.rounds and run.happens(0.4):
        run.unnoticed.append(right)
    else:
        run.later(run.chance.randint(30, 3600), right)


def _put_right(run: Run, number: int, table: int, wrong: int, score: Score) -> None:
    run.say(Strike(HEAD, wrong, "head", "the slip says otherwise"), 30)
    _report(run, number, table, score, run.games.get((number, table), ()))


def require_truth(run: Run) -> None:
    """The standings' points and games are those that were really won.

    Raises:
        SimulationError: they are not.
    """
    from referee.tournament.history import history, totals

    known = history(run.state, run.policy)
    points, real = totals(known), run.tally.points()
    for player, count in real.items():
        if points[player] != count:
            raise SimulationError(
                f"round {run.state.turn}: {player} has {points[player]} points, really {count}"
            )
    if run.policy.score.kind == "games":
        for player, games in run.tally.games().items():
            rounds = [each for each in known[player] if each.opponent]
            counted = tuple(
                sum(getattr(each, name) for each in rounds) for name in ("won", "lost", "drawn")
            )
            if counted != games:
                raise SimulationError(f"{player} has games {counted}, really {games}")
