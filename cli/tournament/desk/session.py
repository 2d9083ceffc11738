"""The conversation at the desk: each line that is typed, what it shows, what it logs.

A session holds no terminal and no log. It is given lines and says what to show and what to
append; whoever drives it appends that and tells it how it went.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from cli.failure import Failure
from cli.reading.door import Writer, event_of
from cli.screen.render import reason_lines, wrapped
from cli.screen.standing import FEW
from cli.tournament.desk.reply import Reply, meant_here, player_meant
from cli.tournament.desk.shown import (
    contest_lines,
    help_lines,
    post_lines,
    recorded_lines,
    standing_lines,
)
from cli.tournament.desk.slip import is_slip, place_of, read_slip, report_of, result_at
from cli.tournament.desk.status import status_lines, step_of
from cli.tournament.paired_again import repair_lines, repair_of
from cli.tournament.secret import SECRET
from events.common import Strike
from events.event import Event
from events.notation import Malformed, write
from events.tournament import Call, CheckIn, Close, Cut, Decide, Drop, EndCall, Start, Time
from referee.replay.replay import Replay
from referee.tournament.entrants import leaves_after
from referee.tournament.keys import key_of
from referee.tournament.next_round import Swap, proposed
from referee.tournament.pairing import Unpairable
from referee.tournament.roles import JUDGES, has_role
from referee.tournament.stages.cut import able_to_play_on
from referee.tournament.stages.length import rounds_of
from referee.tournament.state import Contest, Hall, State, open_tables
from referee.verdict import Illegal, Incomplete
from storage.match import Match, Recorded


class _Asked(NamedTuple):
    """What is logged if the next line says yes."""

    question: str
    events: tuple[Event, ...]


class Session:
    """One person at the desk of one tournament.

    Args:
        match: the stream, as loaded; whoever appends to it keeps it up to date.
        by: who is at the desk.
        secret: the secret of the pairings; empty where it is not at hand.
        people: the names of players.
        now: the time, as ``start`` and ``time`` say it.
    """

    def __init__(
        self,
        match: Match,
        by: str,
        secret: str = "",
        people: Mapping[str, str] | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.match = match
        self.by = by
        self.secret = secret
        self.people = people or {}
        self.now = now
        self.seen = match.last
        self.written: list[int] = []
        self._asked: _Asked | None = None

    # -- what is so ---------------------------------------------------------------------------

    @property
    def replay(self) -> Replay:
        """The tournament as the log has it."""
        return self.match.replay()

    @property
    def table(self) -> Hall:
        """The table of the tournament."""
        return self.replay.table

    @property
    def state(self) -> State:
        """Its state."""
        return self.table.state

    @property
    def asking(self) -> bool:
        """Whether the next line answers a question."""
        return self._asked is not None

    @property
    def prompt(self) -> str:
        """What stands before the next line."""
        if self._asked is not None:
            return f"{self._asked.question} [y/n] "
        state = self.state
        if not state.rounds:
            return f"{len(state.entrants)} entered> "
        left = len(open_tables(state.rounds[-1]))
        return f"r{state.turn}, {left} open> "

    def greeting(self) -> Reply:
        """What is shown first."""
        title = f"{self.match.id}, at the desk: {self.by}"
        return Reply([*wrapped(title), *self.status(), "? shows the keys"])

    def status(self) -> list[str]:
        """What is missing, one line each, and the next step that an empty line takes."""
        return status_lines(self.table, self.match.game)

    # -- what is typed ------------------------------------------------------------------------

    def enter(self, line: str) -> Reply:
        """Take one line: an answer, a slip, a command, or what happened."""
        text = line.strip()
        try:
            if self._asked is not None:
                return self._answered(text)
            if not text:
                return self._step()
            if is_slip(text):
                return self._slip(text)
            word, _, rest = text.partition(" ")
            command = COMMANDS.get(word.casefold())
            if command is not None:
                return command(self, rest.strip())
            return self._event(text)
        except Failure as failure:
            return Reply(wrapped(str(failure), 0, 2), wrong=True)
        except Unpairable as error:
            return Reply(wrapped(f"cannot be paired: {error}", 0, 2), wrong=True)

    def left(self, rest: str = "") -> Reply:
        """The desk is left."""
        return Reply(["the desk is left; nothing is lost"], leave=True)

    def _answered(self, text: str) -> Reply:
        asked, self._asked = self._asked, None
        assert asked is not None
        if text.casefold() in ("y", "yes"):
            return self._log(*asked.events)
        if text.casefold() not in ("", "n", "no"):  # what is typed over the question is not lost
            following = self.enter(text)
            return following._replace(lines=["nothing is logged", *following.lines], wrong=True)
        return Reply(["nothing is logged", *self.status()], wrong=not text)

    def _ask(self, question: str, lines: Sequence[str], *events: Event) -> Reply:
        """Ask before events are logged, if the rules allow them."""
        reply = self._log(*events)
        if reply.wrong:
            return reply
        self._asked = _Asked(question, events)
        return Reply(lines)

    def _log(self, *events: Event) -> Reply:
        """Have events appended, if the rules allow them; else say what they say."""
        trial = self.match.trial()
        for event in events:
            outcome = trial.add(event)
            verdict = outcome.verdict
            if isinstance(verdict, Illegal | Incomplete):
                return self.refused(event, verdict)
        return Reply(events=events)

    def refused(self, event: Event, verdict: Illegal | Incomplete) -> Reply:
        """What is said of an event that is not logged, as it breaks a rule."""
        line = write(event, self.match.game.codec)
        reasons = reason_lines(verdict, self.match.game, 2)
        return Reply([*wrapped(f"not logged: {line}", 0, 2), *reasons], wrong=True)

    def _step(self) -> Reply:
        """The next step, as it is offered."""
        word = step_of(self.table).partition(" ")[0]
        return COMMANDS[word](self, "") if word in COMMANDS else Reply(self.status())

    def _slip(self, text: str) -> Reply:
        slip = read_slip(text)
        number, contest = self._contest(slip.table, slip.round)
        entry = report_of(slip, self.by, number)
        place = f"table {slip.table}{slip.board}"
        result = result_at(contest, slip.board)
        if result is None:
            return self._log(entry)
        old = result.score
        if (old.a, old.b, old.drawn, old.how) == slip[1:5]:
            return Reply([f"{place} has this result already"], wrong=True)
        return self._ask(
            f"replace {old.a}-{old.b} by {slip.a}-{slip.b}",
            [f"{place} has {old.a}-{old.b} (entry {result.seq})"],
            self._struck(result.seq, "wrong slip"),
            entry,
        )

    def _contest(self, table: int, number: int = 0) -> tuple[int, Contest]:
        state = self.state
        if not state.rounds:
            raise Failure("no round is posted", "an empty line proposes one")
        number = number or state.turn
        if number > state.turn:
            raise Failure(f"round {number} is not posted", f"the newest is round {state.turn}")
        contests = state.rounds[number - 1].contests
        if str(table) not in contests:
            tables = sorted(each.table for each in contests.values())
            has = f"tables {tables[0]} to {tables[-1]}" if tables else "no tables"
            raise Failure(f"round {number} has no table {table}", has)
        return number, contests[str(table)]

    def _event(self, text: str) -> Reply:
        try:
            event = event_of(text, self.replay, Writer(self.by, self.by))
        except Malformed as error:
            return Reply(wrapped(str(error), 0, 2), wrong=True)
        return self._log(event) if event is not None else Reply()

    def names(self) -> Sequence[str]:
        """Who may be named."""
        return [*self.match.game.names(self.table), *self.state.roles]

    def named(self, player: str) -> str:
        """A player's id with the name, where there is one."""
        name = self.people.get(player)
        return f"{player} ({name})" if name else player

    def verbs(self) -> Sequence[str]:
        """The verbs of the events that may be typed."""
        return list(self.match.game.codec.by_verb)

    # -- commands -----------------------------------------------------------------------------

    def _post(self, rest: str, *, missing: bool = False, swaps: Sequence[Swap] = ()) -> Reply:
        state = self.state
        left = open_tables(state.rounds[-1]) if state.rounds else []
        if left and not missing:
            tables = ", ".join(map(str, left))
            raise Failure(f"no result: tables {tables}", "missing counts them as unfinished draws")
        key = ""
        if state.options["commitment"]:
            if not self.secret:
                raise Failure("the log does not have the secret of the pairings", SECRET)
            key = key_of(self.secret, state.turn + 1)
        found = proposed(self.table, self.by, key, swaps)
        if rest == "!":
            return self._log(found)
        return self._ask(f"post round {found.round}", post_lines(found), found)

    def _missing(self, rest: str) -> Reply:
        return self._post("", missing=True)

    def _swap(self, rest: str) -> Reply:
        pair, _, reason = rest.partition(" ")
        one, sign, other = pair.partition("=")
        if not (one and sign and other and reason.strip()):
            raise Failure("expected swap A=B and the reason", "swap ana=bo siblings")
        return self._post("", swaps=[Swap(one, other, reason.strip())])

    def _moment(self) -> str:
        return self.now().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def _start(self, rest: str) -> Reply:
        return self._log(Start(self.by, max(self.state.turn, 1), self._moment()))

    def _time(self, rest: str) -> Reply:
        return self._log(Time(self.by, max(self.state.turn, 1), self._moment()))

    def _check_in(self, rest: str) -> Reply:
        if not rest:
            raise Failure("expected who is here", "in ana bo, or in all but cy")
        here = meant_here(self.state, self.people, rest.split())
        return self._log(*(CheckIn(self.by, player) for player in here))

    def _repair(self, rest: str) -> Reply:
        numbers, _, reason = rest.partition(" ")
        tables = [int(each) for each in numbers.split(",") if each.isdecimal()]
        if rest and (not tables or not numbers.replace(",", "").isdecimal()):
            raise Failure(
                "expected repair, or repair TABLES and the reason", "repair 3,9 wrong slip"
            )
        found = repair_of(self.table, self.by, self.secret, tables, reason.strip())
        return self._ask(f"repair round {found.round}", repair_lines(found), found)

    def _call(self, rest: str) -> Reply:
        table, _, about = rest.partition(" ")
        if not table.isdecimal():
            raise Failure("expected the table that calls a judge", "j 17 order of triggers")
        number, contest = self._contest(int(table))
        return self._log(Call(self.by, number, contest.table, about.strip()))

    def _drop(self, rest: str) -> Reply:
        called = any(rest.casefold() == name.casefold() for name in self.people.values())
        if not rest or (" " in rest and not called):
            return self._event(f"drop {rest}")
        player = player_meant(self.state, self.people, rest)
        return self._log(Drop(self.by, player, leaves_after(self.state, player)))

    def _wrong(self, rest: str) -> Reply:
        if (place := place_of(rest)) is None:
            raise Failure("expected the table whose result is wrong", "x 17, x 3/17")
        _, contest = self._contest(place.table, place.round)
        if (result := result_at(contest, place.board)) is None:
            raise Failure(f"table {rest} has no result")
        return self._log(self._struck(result.seq, "wrong slip"))

    def _decide(self, rest: str) -> Reply:
        words = rest.split()
        numbers = int(bool(words) and place_of(words[0]) is not None)
        while 0 < numbers < len(words) and words[numbers].isdecimal() and numbers < 4:
            numbers += 1
        if numbers < 3 or numbers == len(words):
            raise Failure(
                "expected decide TABLE A B [DRAWN] and the reason", "decide 17 2 1 slip lost"
            )
        slip = read_slip(" ".join(words[:numbers]))
        number, _ = self._contest(slip.table, slip.round)
        reason = " ".join(words[numbers:])
        return self._log(
            Decide(self.by, number, slip.table, slip.a, slip.b, slip.drawn, reason=reason)
        )

    def _cut(self, rest: str) -> Reply:
        size = int(rest) if rest.isdecimal() and len(rest) < 5 else int(self.state.options["cut"])
        able = able_to_play_on(self.state, self.table.catalog)
        seeds = [each.player for each in able[:size]]
        entry = Cut(self.by, size, tuple(seeds))
        return self._ask(f"cut to {size}", [f"{n:>4}  {p}" for n, p in enumerate(seeds, 1)], entry)

    def _close(self, rest: str) -> Reply:
        now, rounds = self.state.turn, rounds_of(self.state)
        early = f" after round {now} of {rounds}" if now < rounds else ""
        return self._ask(f"close the tournament{early}", (), Close(self.by, self.secret))

    def _end_call(self, rest: str) -> Reply:
        words = rest.split(maxsplit=2)
        if not words or not all(word.isdecimal() for word in words[:2]):
            raise Failure("expected end CALL SECONDS", "end 41 180")
        seconds = int(words[1]) if words[1:] else 0
        return self._log(EndCall(self.by, int(words[0]), seconds, words[2] if words[2:] else ""))

    def _pairings(self, rest: str) -> Reply:
        if not self.state.rounds:
            raise Failure("no round is posted")
        played = self.state.rounds[-1]
        wanted = sorted(played.contests.values(), key=lambda each: each.table)
        if rest.isdecimal():
            wanted = [self._contest(int(rest))[1]]
        elif rest:
            player = player_meant(self.state, self.people, rest)
            wanted = [each for each in wanted if player in (each.a, each.b)]
            if not wanted:
                bye = player in played.byes
                return Reply([f"{player} has {'the bye' if bye else 'no place'} in this round"])
        return Reply([line for each in wanted for line in contest_lines(each, self.named)])

    def _standings(self, rest: str) -> Reply:
        return Reply(
            standing_lines(self.table, int(rest) if rest.isdecimal() else None, self.named)
        )

    def _look(self, rest: str) -> Reply:
        return Reply(look=True)

    def _undo(self, rest: str) -> Reply:
        for seq in reversed(self.written):
            if self.replay.standing(seq) is None or isinstance(self.replay.events[seq - 1], Strike):
                continue
            line = write(self.replay.events[seq - 1], self.match.game.codec)
            return self._ask(f"take back entry {seq}", wrapped(line, 2), self._struck(seq))
        raise Failure("nothing was logged here that could be taken back")

    def _struck(self, seq: int, reason: str = "mis-logged") -> Strike:
        """That an entry is taken back: by who judges, else as the newest that was mis-logged."""
        judges = has_role(self.table, self.by, JUDGES)
        return Strike(self.by, seq, "floor" if judges else "scorekeeper", reason)

    def _help(self, rest: str) -> Reply:
        if rest:
            from events.notation import usage
            from events.notation.words import matching

            verbs = self.match.game.codec.by_verb
            found = matching(rest, verbs)
            if len(found) != 1:
                raise Failure(f"no verb {rest}", ", ".join(found) or "referee events tournament")
            return Reply(wrapped(usage(verbs[found[0]]), 0, 2))
        return Reply(help_lines())

    # -- what became of it --------------------------------------------------------------------

    def logged(self, recorded: Sequence[Recorded]) -> Reply:
        """Entries are in the log."""
        self.seen = self.match.last
        lines: list[str] = []
        for each in recorded:
            self.written.append(each.entry.seq)
            lines += recorded_lines(each, self.match.game)
        return Reply([*lines, *self.status()])

    def line_of(self, seq: int) -> str:
        """The notation of an entry."""
        return write(self.replay.events[seq - 1], self.match.game.codec)

    def others(self) -> list[str]:
        """What others have logged since this desk last looked, in a few lines."""
        new = range(self.seen + 1, self.match.last + 1)
        self.seen = self.match.last
        if not new:
            return []
        lines = [f"others have logged {len(new)}:"]
        for seq in new[-FEW:]:
            lines += wrapped(f"{seq:>4}  {self.line_of(seq)}", 2, 8)
        return lines

    def looked(self) -> Reply:
        """What others logged is known now."""
        return Reply([*self.others(), *self.status()])

    def failed(self, why: str) -> Reply:
        """The log could not be written."""
        return Reply([*wrapped(f"not logged: {why}", 0, 2)], wrong=True)


COMMANDS: dict[str, Callable[[Session, str], Reply]] = {
    "x": Session._wrong,
    "decide": Session._decide,
    "post": Session._post,
    "post!": lambda session, rest: session._post("!"),
    "propose": Session._post,
    "swap": Session._swap,
    "missing": Session._missing,
    "start": Session._start,
    "time": Session._time,
    "in": Session._check_in,
    "drop": Session._drop,
    "repair": Session._repair,
    "cut": Session._cut,
    "close": Session._close,
    "j": Session._call,
    "end": Session._end_call,
    "p": Session._pairings,
    "s": Session._standings,
    "l": Session._look,
    "u": Session._undo,
    "?": Session._help,
    "help": Session._help,
    "q": Session.left,
}
