"""Long trials: ``python -m tests.trials laws --laws 500`` tries every law on 500 matches of each
game, and says how each that is broken is seen again. ``--help`` lists them all."""

import argparse
import os
import random
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.games.registry import game_ids, stream_ids
from referee.replay.dealt import Dealt
from referee.replay.simulate import MOST_ENTRIES, play_on
from storage.log import Log
from tests import foreign, tiers
from tests.contention import Contended, contend, rebuild
from tests.corruption import changes, found, make_log
from tests.damage import SILENT, damaged, handed_on
from tests.fuzz import hand_in
from tests.golden import records
from tests.kills import kill
from tests.laws import EXCUSED, LAWS, known, trial
from tests.laws.players import usual
from tests.mutants import ROOMS, Fate, Trial, draw, equivalent, key, try_mutants
from tests.mutants.reach import Reached
from tests.planted import TRUTHS, fewest
from tests.planted import found as found_in
from tests.storage.statistics.season import Season
from tests.venue.at_life import told_at_life
from tests.venue.crowd import crowd
from tests.venue.malformed import malformed as attacked
from tests.venue.oracle import GAMES as ORACLES
from tests.venue.oracle import differing, first_apart, twins
from tests.venue.robot import Taken, measured, played_by_thumb, recorded

ELSEWHERE = Path(__file__).parent / "elsewhere"
"""A package that brings a game."""

SEEDS_TOLD = 25
"""After how many matches it is said how far the laws have come."""


def laws(given: argparse.Namespace) -> int:
    """Every law of every game, seed by seed; 1 where one is broken."""
    broken = 0
    names = [name for name in LAWS if given.law in name]
    kept = set(given.kept.read_text().splitlines()) if given.kept and given.kept.exists() else set()
    tried_before = {tuple(line.split()[:2]) for line in kept}
    for game in given.game or game_ids():
        took, held, failed = Counter[str](), Counter[str](), Counter[str]()
        seeds = range(given.first, given.first + given.laws)
        left = [seed for seed in seeds if (game, str(seed)) not in tried_before]
        for done, seed in enumerate(left, 1):
            wrong = []
            for name in names:
                if failed[name] >= given.failures:
                    continue
                _progress(f"{game}, match {seed}: {name.replace('_', ' ')}")
                began = time.process_time()
                try:
                    trial(name, game, seed)
                    held[name] += 1
                except Exception:
                    failed[name] += 1
                    wrong.append(name)
                    _tell(traceback.format_exc())
                took[name] += time.process_time() - began
            if given.kept:
                with given.kept.open("a") as file:
                    file.write(f"{game} {seed} {' '.join(wrong) or 'held'}\n")
            if done % SEEDS_TOLD == 0:
                spent = f"{took.total() / done:.1f} s of processor each"
                _tell(f"{game:20} {done} matches, broken {failed.total()} times, {spent}")
        if not left:
            continue
        for name in names:
            verdict = f"broken {failed[name]} times" if failed[name] else f"held {held[name]} times"
            _tell(f"{game:20} {verdict:18} {took[name]:7.1f} s  {name.replace('_', ' ')}")
        broken += failed.total()
        idle = {*known(game).unoffered, *known(game).needed} - {n for g, n in EXCUSED if g == game}
        if idle and not given.kept:
            _tell(f"{game:20} exceptions that did not come up: {', '.join(sorted(idle))}")
    return 1 if broken else 0


def truth(given: argparse.Namespace) -> int:
    """Matches of which all hidden cards are known; 1 where the truth is refused or a lie passes."""
    failed = 0
    for game in given.game or [*game_ids(), *stream_ids()]:
        if not known(game).truth:
            failed += 1
            _tell(f"{game:20} nobody has said how its truth is played")
        for kind, play in known(game).truth.items():
            if given.kind not in kind:
                continue
            began, seed, told = time.perf_counter(), given.first, Counter[str]()
            while told["entries"] < given.entries and failed < given.failures:
                _progress(f"{game}, {kind}: match {seed}, {told['entries']} entries")
                try:
                    told.update(play(seed, given.longest))
                except Exception:
                    failed += 1
                    _tell(traceback.format_exc())
                    again = f"--game {game} --kind '{kind}' --first {seed} --entries 1"
                    _tell(f"again: python -m tests.trials truth {again}")
                seed += 1
            took = time.perf_counter() - began
            said = ", ".join(f"{count} {name}" for name, count in told.items())
            _tell(f"{game:20} {took:7.1f} s  {kind}: {said}")
    return 1 if failed else 0


def accounts(given: argparse.Namespace) -> int:
    """In how many positions of simulated matches the account of hidden cards was widened, and how
    long an entry took of the processor."""
    for game in given.game or game_ids():
        positions = widened = concerned = 0
        longest = 0.0
        for seed in range(given.first, given.first + given.matches):
            _progress(f"{game}: match {seed}, {widened} of {positions} positions widened")
            chance = random.Random(f"{game} {seed}")
            opened = usual(game, chance)
            match, before = Dealt(*opened, chance), widened
            while not match.public.state.over and len(match.public.events) < MOST_ENTRIES:
                began = time.process_time()
                event = play_on(match, chance)
                took = time.process_time() - began
                positions += 1
                widened += any(each.widened for each in opened.game.accounts(match.public.table))
                if took > longest:
                    longest, last = took, f"match {seed}, entry {len(match.public.events)}"
                    _progress(f"{game}: {last}, {event} took {took:.2f} s")
            concerned += widened > before
        share = widened / max(positions, 1)
        _tell(
            f"{game:20} {given.matches} matches, {positions} positions, {widened} widened "
            f"({share:.2%}) in {concerned} matches; longest entry {longest:.2f} s ({last})"
        )
    return 0


def corruption(given: argparse.Namespace) -> int:
    """Changes to every column of every stored table, rows that go, come, are doubled or change
    places, and tables that are emptied or dropped; 1 where verification misses one."""
    missed = tried = 0
    with TemporaryDirectory() as folder, Log.open(make_log(Path(folder)), write=True) as log:
        for seed in range(given.first, given.first + given.rounds):
            for change in changes(log, random.Random(seed)):
                _progress(f"round {seed}: {change.table}.{change.column or 'row'}")
                tried += 1
                try:
                    found(log, change)
                except AssertionError as error:
                    missed += 1
                    _tell(str(error))
    _tell(f"{tried} changes, {missed} missed")
    return 1 if missed else 0


def events(given: argparse.Namespace) -> int:
    """Files of public events, held against what their organisers published: a table by cause."""
    for line in foreign.table(given.folder):
        _tell(line)
    return 0


def contention(given: argparse.Namespace) -> int:
    """Writers and readers at one log, and their waits; 1 where one was refused or anything lost."""
    with TemporaryDirectory() as folder:
        return _told(contend(Path(folder), given.writers, given.readers, given.rounds, given.rows))


def rebuilding(given: argparse.Namespace) -> int:
    """Writers, and one who asks, at a large log whose tables are made anew; 1 as for contention."""
    with TemporaryDirectory() as folder:
        return _told(rebuild(Path(folder), given.entries, given.writers))


def _told(found: Contended) -> int:
    for what, waits in found.waits.items():
        ordered = sorted(waits)
        middle, longest = ordered[len(ordered) // 2], ordered[-1]
        _tell(f"{what:20} {len(waits):6} times, median {middle:6.3f} s, longest {longest:6.3f} s")
    exact = "EXACT" if found.exact else "NOT EXACT"
    _tell(f"{found.refused} refused, {found.lost} acknowledged and lost, {exact}")
    return 1 if found.refused or found.lost or not found.exact else 0


def killing(given: argparse.Namespace) -> int:
    """Processes killed at work on a log; 1 where anything acknowledged is lost."""
    with TemporaryDirectory() as folder:
        found = kill(Path(folder), given.rounds, given.first)
    _tell(f"{found.kills} killed, {found.acknowledged} entries acknowledged, {found.lost} lost")
    for each in found.torn:
        _tell(f"imported in part: {each}")
    for each in found.damaged:
        _tell(f"not exact after: {each}")
    return 1 if found.lost or found.torn or found.damaged else 0


def fuzz(given: argparse.Namespace) -> int:
    """Files of every kind changed at random; 1 where one is not answered in plain words."""
    with TemporaryDirectory() as folder:
        tried, wrong = hand_in(Path(folder), given.rounds, given.first, _progress)
    for each in wrong:
        _tell(each)
    _tell(f"{tried} files handed in, {len(wrong)} answered badly")
    return 1 if wrong else 0


def bits(given: argparse.Namespace) -> int:
    """Bits of a log flipped at random; 1 where what is salvaged is not what was there."""
    with TemporaryDirectory() as folder:
        try:
            found = damaged(Path(folder), given.rounds, given.first, given.bits)
        except AssertionError as error:
            _tell(str(error))
            return 1
    _tell(f"{given.rounds} damaged: " + ", ".join(f"{n} {what}" for what, n in found.items()))
    return 0


def files(given: argparse.Namespace) -> int:
    """Journals, backups, packets and lines damaged at random; 1 where one is taken for what it was
    and is not."""
    with TemporaryDirectory() as folder:
        found = handed_on(Path(folder), given.rounds, given.first)
    for (kind, said), count in sorted(found.items()):
        _tell(f"{kind:10} {count:5} {said}")
    return 1 if any(said.startswith(SILENT) for _, said in found) else 0


def venue(given: argparse.Namespace) -> int:
    """Random devices at a venue that is served, against a model of it; 1 where they differ."""
    failed, done = 0, Counter[str]()
    for seed in range(given.first, given.first + given.rounds):
        _progress(f"venue {seed}, {done['logged']} posts logged")
        with TemporaryDirectory() as folder:
            try:
                done += crowd(Path(folder) / "hall.duckdb", seed, given.steps)
            except Exception:
                failed += 1
                _tell(traceback.format_exc())
                _tell(f"again: python -m tests.trials venue --first {seed} --rounds 1")
    _tell(", ".join(f"{count} {what}" for what, count in done.most_common()))
    return 1 if failed else 0


def oracle(given: argparse.Namespace) -> int:
    """Pairs of matches that differ in a closed list alone; 1 where a device is told otherwise."""
    failed = asked = 0
    for game in given.game or ORACLES:
        for seed in range(given.first, given.first + given.matches):
            _progress(f"{game}: match {seed}, {failed} told otherwise")
            with TemporaryDirectory() as folder:
                pair = twins(Path(folder), game, seed)
                asked += pair is not None
                for one, two in differing(pair) if pair is not None else ():
                    failed += 1
                    _tell(f"{game}, match {seed}, {one.who}: {one.what}: {first_apart(one, two)}")
    _tell(f"{asked} pairs, {failed} answers that tell of a closed list")
    return 1 if failed else 0


def malformed(given: argparse.Namespace) -> int:
    """Requests that no page sends, to every address by every role; 1 where one is a fault."""
    with TemporaryDirectory() as folder:
        try:
            done = attacked(Path(folder) / "hall.duckdb", given.first, given.requests)
        except AssertionError as error:
            _tell(str(error))
            return 1
    _tell(", ".join(f"{count} of {status}" for status, count in done.most_common()))
    return 0


def taps(given: argparse.Namespace) -> int:
    """How many taps matches take on a table page."""
    for game in given.game or game_ids():
        taken, turns = list[Taken](), 0
        for seed in range(given.first, given.first + given.matches):
            _progress(f"{game}: match {seed}")
            match = played_by_thumb(*measured(game, seed))
            taken += match.entries
            turns += match.turns
        total = sum(each.taps for each in taken)
        ways = ", ".join(f"{n} {way}" for way, n in Counter(e.how for e in taken).most_common())
        told = f"{total / len(taken):.2f} an entry, {total / max(turns, 1):.1f} a turn"
        _tell(f"{game:20} {len(taken):6} entries  {told}  ({ways})")
    return 0


def life(given: argparse.Namespace) -> int:
    """How many taps matches take where scores alone are told, or turns too."""
    for game in given.game or game_ids():
        named = [(name, recorded(name)) for name in records() if name.startswith(game)]
        seeds = range(given.first, given.first + given.matches)
        named += [(f"match {seed}", measured(game, seed)) for seed in seeds]
        for name, (opened, events) in named:
            took = told_at_life(opened, events)
            turns = f"{took.with_turns:4} with {took.turns:3} turns"
            _tell(f"{game:20} {took.taps:4} taps, {turns}  {name}")
    return 0


def planted(given: argparse.Namespace) -> int:
    """Truths planted in seasons of chance; 1 where too few of their intervals hold them."""
    wrong, season = 0, Season()
    for name in TRUTHS:
        if given.truth not in name:
            continue
        held, began = Counter[str](), time.process_time()
        for seed in range(given.first, given.first + given.seasons):
            _progress(f"{name}: season {seed}")
            held.update({what: is_held for what, is_held in found_in(name, seed, season).items()})
        took = time.process_time() - began
        least = fewest(given.seasons)
        for what, count in held.items():
            wrong += count < least
            _tell(f"{name:20} {count:4} of {given.seasons} seasons  {what}")
        _tell(f"{'':20} {took / given.seasons:.2f} s a season, {least} are enough")
    return 1 if wrong else 0


def mutants(given: argparse.Namespace) -> int:
    """Small faults put into the rooms, one at a time; 1 where no test finds one."""
    drawn = draw(given.room, given.count, random.Random(given.seed), checks=given.checks)
    known_as, began = equivalent(), time.perf_counter()
    left_out = [each for each in drawn if key(each) in known_as]
    tried = [each for each in drawn if key(each) not in known_as]
    lived = Counter[str]()

    def told(what: Fate | str) -> None:
        if isinstance(what, str):
            _progress(what)
            return
        _progress(f"{what.mutant}")
        if not what.by:
            lived[what.mutant.kind] += 1
            met = f"{what.met} of {what.tests} tests, {what.seconds:.1f} s"
            _tell(f"lives ({met})  {what.mutant}")

    rooms = given.room or ROOMS
    trial = Trial(tried, given.reached, rooms, given.processes, given.most, given.first_tier, told)
    status = try_mutants(trial, map(str, given.tests))
    found = len(trial.fates) - lived.total()
    took = time.perf_counter() - began
    _tell(
        f"{len(tried)} mutants, {found} found, {lived.total()} live; "
        f"{len(left_out)} left out that are equivalent; {took:.0f} s"
    )
    return status or int(found < len(tried))


def choose_tiers(given: argparse.Namespace) -> int:
    """Which tests the first tier leaves out, chosen by what they cost and reach."""
    reached = Reached()
    for kept in given.reached:
        reached.add(kept)
    # what is not everywhere cannot be on the list
    known = {test for test in reached.seconds if not test.startswith(tiers.SPECIFIED)}
    first = tiers.chosen(reached, given.seconds, given.never)
    head = [line for line in tiers.LIST.read_text().splitlines() if line.startswith("#")]
    tiers.LIST.write_text("\n".join([*head, *tiers.listed(known, first)]) + "\n")
    spent = sum(reached.seconds[test] for test in first)
    every, (lines, branches) = sum(reached.seconds.values()), reached.count()
    _tell(
        f"{len(first)} of {len(known)} tests, {spent:.0f} of {every:.0f} s; "
        f"all reach {lines:,} lines and {branches:,} branches"
    )
    return 0


def _room(text: str) -> str:
    """A folder or a module of the rooms."""
    path = Path(text)
    if not path.exists() or path.parts[0] not in ROOMS or (path.is_file() and path.suffix != ".py"):
        raise argparse.ArgumentTypeError(f"{text}: expected a folder or module of {ROOMS}")
    return path.as_posix()


def _there(text: str) -> Path:
    """A file or a folder that is there."""
    path = Path(text.partition("::")[0])
    if not path.exists():
        raise argparse.ArgumentTypeError(f"{text}: there is no {path}")
    return Path(text)


def _kept(text: str) -> Reached:
    """What a file keeps of what tests reach."""
    try:
        return Reached.load(_there(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text}: expected 0 or a whole number above it")
    return int(text)


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


def _tell(text: str) -> None:
    _progress("")
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(arguments: list[str] | None = None) -> int:
    """Run the trial that is named."""
    sys.path.insert(0, str(ELSEWHERE))
    parser = argparse.ArgumentParser(prog="python -m tests.trials", description=__doc__)
    trials = parser.add_subparsers(required=True, metavar="TRIAL")
    one = trials.add_parser("laws", help=laws.__doc__)
    one.set_defaults(run=laws)
    one.add_argument("--laws", type=int, default=50, help="matches for each law and game")
    one.add_argument("--first", type=int, default=0, help="the seed of the first match")
    one.add_argument("--game", action="append", help="only this game; may be given again")
    one.add_argument("--law", default="", help="only laws with this in their name")
    one.add_argument("--failures", type=int, default=3, help="when to give a law up")
    help_ = "keep in this file what was tried, a line for each match, and do not try it again"
    one.add_argument("--kept", type=Path, help=help_)
    one = trials.add_parser("truth", help=truth.__doc__)
    one.set_defaults(run=truth)
    one.add_argument("--entries", type=int, default=20_000, help="of each kind")
    one.add_argument("--longest", type=int, default=300, help="entries of a match at most")
    one.add_argument("--kind", default="", help="only kinds of matches with this in their name")
    one.add_argument("--first", type=int, default=0, help="the seed of the first match")
    one.add_argument("--game", action="append", help="only this game; may be given again")
    one.add_argument("--failures", type=int, default=3, help="when to give up")
    one = trials.add_parser("accounts", help=accounts.__doc__)
    one.set_defaults(run=accounts)
    one.add_argument("--matches", type=int, default=500, help="of each game")
    one.add_argument("--first", type=int, default=0, help="the seed of the first match")
    one.add_argument("--game", action="append", help="only this game; may be given again")
    one = trials.add_parser("venue", help=venue.__doc__)
    one.set_defaults(run=venue)
    one.add_argument("--rounds", type=int, default=20, help="how many venues")
    one.add_argument("--steps", type=int, default=300, help="of each of them")
    one.add_argument("--first", type=int, default=0, help="the seed of the first venue")
    one = trials.add_parser("malformed", help=malformed.__doc__)
    one.set_defaults(run=malformed)
    one.add_argument("--requests", type=int, default=10_000, help="how many requests")
    one.add_argument("--first", type=int, default=0, help="the seed")
    one = trials.add_parser("corruption", help=corruption.__doc__)
    one.set_defaults(run=corruption)
    one.add_argument("--rounds", type=int, default=3, help="how often every column is changed")
    one.add_argument("--first", type=int, default=0, help="the seed of the first round")
    one = trials.add_parser("bits", help=bits.__doc__)
    one.set_defaults(run=bits)
    one.add_argument("--rounds", type=int, default=20, help="how many damaged logs")
    one.add_argument("--bits", type=int, default=1, help="how many bits of each")
    one.add_argument("--first", type=int, default=0, help="the seed of the first")
    one = trials.add_parser("files", help=files.__doc__)
    one.set_defaults(run=files)
    one.add_argument("--rounds", type=int, default=20, help="how often each is damaged")
    one.add_argument("--first", type=int, default=0, help="the seed of the first")
    one = trials.add_parser("contention", help=contention.__doc__)
    one.set_defaults(run=contention)
    one.add_argument("--writers", type=int, default=8)
    one.add_argument("--readers", type=int, default=3)
    one.add_argument("--rounds", type=int, default=20, help="of each of them")
    one.add_argument("--rows", type=int, default=5_000_000, help="that the long query goes over")
    one = trials.add_parser("rebuild", help=rebuilding.__doc__)
    one.set_defaults(run=rebuilding)
    one.add_argument("--entries", type=int, default=100_000, help="that the log has at least")
    one.add_argument("--writers", type=int, default=3)
    one = trials.add_parser("events", help=events.__doc__)
    one.set_defaults(run=events)
    one.add_argument("folder", type=Path, help="with JSON, CSV or TRF files, in any folder of it")
    one = trials.add_parser("kill", help=killing.__doc__)
    one.set_defaults(run=killing)
    one.add_argument("--rounds", type=int, default=20, help="how often each kind of work is killed")
    one.add_argument("--first", type=int, default=0, help="the seed")
    one = trials.add_parser("fuzz", help=fuzz.__doc__)
    one.set_defaults(run=fuzz)
    one.add_argument("--rounds", type=int, default=500, help="how often each file is changed")
    one.add_argument("--first", type=int, default=0, help="the seed of the first change")
    one = trials.add_parser("taps", help=taps.__doc__)
    one.set_defaults(run=taps)
    one.add_argument("--matches", type=int, default=20, help="of each game")
    one.add_argument("--first", type=int, default=0, help="the seed of the first match")
    one.add_argument("--game", action="append", help="only this game; may be given again")
    one = trials.add_parser("life", help=life.__doc__)
    one.set_defaults(run=life)
    one.add_argument("--matches", type=int, default=8, help="random ones of each game")
    one.add_argument("--first", type=int, default=0, help="the seed of the first match")
    one.add_argument("--game", action="append", help="only this game; may be given again")
    one = trials.add_parser("oracle", help=oracle.__doc__)
    one.set_defaults(run=oracle)
    one.add_argument("--matches", type=int, default=20, help="of each game")
    one.add_argument("--first", type=int, default=0, help="the seed of the first match")
    one.add_argument("--game", action="append", help="only this game; may be given again")
    one = trials.add_parser("planted", help=planted.__doc__)
    one.set_defaults(run=planted)
    one.add_argument("--seasons", type=int, default=100, help="for each truth")
    one.add_argument("--first", type=int, default=0, help="the seed of the first season")
    one.add_argument("--truth", default="", help="only of statistics with this in their name")
    one = trials.add_parser("mutants", help=mutants.__doc__)
    one.set_defaults(run=mutants)
    help_ = "a folder or a module of the rooms; all of them"
    one.add_argument("room", nargs="*", type=_room, help=help_)
    one.add_argument("--seed", type=int, default=0, help="of the draw")
    one.add_argument("--count", type=_count, default=300, help="how many are drawn; 0 for all")
    one.add_argument("--checks", action="store_true", help="take every check out, one at a time")
    help_ = "only tests below this path"
    one.add_argument("--tests", action="append", type=_there, default=[], help=help_)
    one.add_argument("--first-tier", action="store_true", help="only tests of the first tier")
    one.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    one.add_argument("--most", type=float, default=120, help="seconds that one meets tests")
    one.add_argument("--reached", type=Path, help="keep in this file what tests reach")
    one = trials.add_parser("tiers", help=choose_tiers.__doc__)
    one.set_defaults(run=choose_tiers)
    one.add_argument("reached", nargs="+", type=_kept, help="what `mutants --reached` has kept")
    one.add_argument(
        "--seconds", type=float, default=150, help="of processor time, without imports"
    )
    one.add_argument("--never", action="append", default=["tests/venue/browser"])
    given = parser.parse_args(arguments)
    return int(given.run(given))


if __name__ == "__main__":
    raise SystemExit(main())
