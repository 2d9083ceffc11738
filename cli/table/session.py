"""The conversation at the table: each line that is typed, what it shows, what it logs.

A session holds no terminal and no log. It is given lines and says what to show and which
events to append; whoever drives it appends them and tells it how that went. So a line is in
the log before it is told as logged, and nothing is lost when somebody else was quicker.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from cli.failure import Status
from cli.reading.door import Group, Situation, Writer, event_of
from cli.reading.lines import split_line
from cli.screen.render import call_lines, wrapped
from cli.screen.standing import FEW, standing_summary
from cli.screen.trusted import Trusted
from cli.table import screen as screen
from cli.table.asked import (
    Proposed,
    Question,
    Refused,
    Reply,
    misplayed,
    overtaken,
    unclear,
    weighed,
)
from cli.table.map_pages import Pages
from cli.table.question import questions, unmeant
from cli.table.undo import newest, overruling, strikes, without_effect
from events.common import RULINGS
from events.entry import Entry
from events.event import Event
from events.notation import Malformed, Word, split_words, write
from events.notation.words import choose, matching
from referee.game import Panel
from referee.house import judges
from referee.replay.replay import Outcome, Replay
from referee.verdict import Illegal, Incomplete
from storage.match import Match, Recorded, clock_doubts

_SHOWN_ENTRIES = 10


class Session:
    """One scorekeeper's session with one match.

    Args:
        match: the match, as loaded; whoever appends to it keeps it up to date.
        by: the id of the scorekeeper.
    """

    def __init__(self, match: Match, by: str) -> None:
        self.match = match
        self.by = by
        self.written = 0
        self.seen = match.last
        self.groups: list[Group] = []
        self._question: Question | None = None
        self._typed: list[int] = []
        self._proposed: Proposed | None = None
        self._refused: Sequence[str] = ()
        self._waiting = ""
        self._trusted = Trusted()
        self._shown: Sequence[Panel] = ()
        self._pages = Pages()

    @property
    def replay(self) -> Replay:
        """The match as the log has it."""
        return self.match.replay()

    @property
    def asking(self) -> bool:
        """Whether the next line answers a question."""
        return self._question is not None

    @property
    def prompt(self) -> str:
        """What stands before the next line."""
        if self._question:
            return self._question.prompt
        seat = "" if self.replay.state.over else f" {self.situation().acting[0]}"
        return f"{self.seen + 1}{seat}> "

    def situation(self) -> Situation:
        """What the next line is read against."""
        return Situation.at(self.replay, self.by)

    def line_of(self, seq: int) -> str:
        """The notation of an entry."""
        return write(self.replay.events[seq - 1], self.match.game.codec)

    # -- what is shown ------------------------------------------------------------------------

    def greeting(self) -> Reply:
        """What is shown first."""
        title = f"{self.match.id}: {self.match.game.title}"
        hands = [] if self.replay.state.over else screen.hand_lines(self.replay)
        return Reply([*wrapped(title), *self._board(), *hands, "? shows the keys"])

    def _board(self) -> list[str]:
        """The whole board and what comes next, as far as they fit."""
        self._shown = self.match.game.board(self.replay.table)
        return self._pages.lines(self._shown, self.replay.state, self._status(), self.match.last)

    def _changed_board(self) -> list[str]:
        """What of the board is not as it was when it was last shown."""
        table, before = self.replay.table, self._shown
        self._shown = self.match.game.board(table)
        return screen.board_lines(self._shown, table.state.seats, before)

    def _status(self) -> list[str]:
        self.groups = self.situation().groups()
        if over := screen.over_line(self.replay):
            hands = screen.hand_lines(self.replay)
            return [*wrapped(over, 0, 2), *hands, *call_lines(self.replay)]
        return screen.status_lines(self.replay, self.groups)

    # -- what is typed ------------------------------------------------------------------------

    def enter(self, line: str) -> Reply:
        """Take one line: an answer, a command, or what happened."""
        return self._with_waiting(self._entered(line))

    def _with_waiting(self, reply: Reply) -> Reply:
        """What was typed and had to wait is offered again, as soon as nothing is asked."""
        if not self._waiting or self.asking or reply.events or reply.look or reply.leave:
            return reply
        waiting, self._waiting = self._waiting, ""
        return reply._replace(offer=_joined(reply.offer, waiting))

    def _entered(self, line: str) -> Reply:
        if self._question:
            return self._answered(self._question, line.strip())
        name, _, argument = line.strip().partition(" ")
        command = _COMMANDS.get(name.casefold())
        if command and command.takes(argument.strip()):
            return command.run(self, argument.strip())
        return self._take(line)

    def _take(self, line: str) -> Reply:
        """A line of events: all of it goes into the log, or nothing where a word is unclear.

        What breaks a rule is asked about when what stands before it is in the log.
        """
        game = self.match.game
        trial = self.match.trial()
        accepted: list[Event] = []
        weighty: list[str] = []
        for start, part in split_line(line):
            try:
                if part.strip() and part.strip().casefold() in _COMMANDS:
                    raise split_words(" " * start + part)[0].wrong(_ALONE)
                writer = Writer(self.by, shown=self.groups)
                event = event_of(" " * start + part, trial, writer)
            except Malformed as error:
                if trial.state.over:
                    return self._too_late(trial, tuple(accepted), line, start)
                return unclear(screen.malformed_lines(line, error), line)
            if event is None:
                continue
            if trial.state.over and type(event) not in (_RULINGS | game.after_the_end):
                return self._too_late(trial, tuple(accepted), line, start)
            outcome = trial.add(event)
            verdict = outcome.verdict
            if len(outcome.changes) > FEW:
                weighty += wrapped(standing_summary(outcome.changes), 0, 2)
            if isinstance(verdict, Incomplete):
                return unclear(wrapped(verdict.message, 0, 2), line)
            if isinstance(verdict, Illegal):
                rest = line[start + len(part) + 1 :].strip()
                line_in = self._line_in(trial)
                why = screen.refused_lines(event, verdict, game, line_in)
                why += screen.said_before(trial, event, line_in)
                refused = Refused(Proposed((event,), line[start:].strip(), rest), why)
                if not accepted:
                    return self._ask(refused)
                before = Proposed(tuple(accepted), line, refused=refused)
                return self._weigh(before, weighty)
            weighty += (each for text in unmeant(game, trial) for each in wrapped(text, 0, 2))
            accepted.append(event)
        return self._weigh(Proposed(tuple(accepted), line), weighty) if accepted else Reply()

    def _ask(self, refused: Refused) -> Reply:
        """Ask about what breaks a rule, before it is logged."""
        self._question, self._refused = misplayed(refused.proposed, self._weigh), refused.lines
        return Reply(refused.lines)

    def _weigh(self, proposed: Proposed, weighty: Sequence[str] = ()) -> Reply:
        """Ask before a ruling that changes much, and what ends a match or comes from nobody who
        is known, is logged."""
        asked = questions(self.match.game, self.replay, proposed.events)
        why = [*(line for text in asked for line in wrapped(text, 0, 2)), *weighty]
        if not why:
            return self._propose(proposed)
        self._question = weighed(proposed, self._propose)
        return Reply(why)

    def _line_in(self, replay: Replay) -> Callable[[int], str]:
        return lambda seq: write(replay.events[seq - 1], self.match.game.codec)

    def _propose(self, proposed: Proposed) -> Reply:
        self._proposed = proposed
        return Reply(events=proposed.events)

    def _too_late(self, trial: Replay, accepted: tuple[Event, ...], line: str, start: int) -> Reply:
        """Nothing is played after the end; what led to it in this line is logged."""
        rest = line[start:].strip()
        if accepted:
            return self._weigh(Proposed(accepted, line, rest))
        why = [screen.over_line(trial), f"not logged: {rest}", _STILL_POSSIBLE]
        return unclear([shown for text in why for shown in wrapped(text, 0, 2)], line)

    def _answered(self, asked: Question, line: str) -> Reply:
        """An answer; or a line that stands in place of the one asked about, or has to wait."""
        answer, about = line.casefold(), asked.about
        if answer and asked.no.startswith(answer):
            self._question = None
            return Reply(wrapped(f"nothing is logged: {about.line}", 0, 2), offer=about.line)
        if answer and asked.yes.startswith(answer):
            self._question = None
            return asked.then(about)
        name, _, argument = answer.partition(" ")
        command = _COMMANDS.get(name)
        if command and command.takes(argument):
            return command.run(self, argument) if command.looks else Reply([asked.how])
        if self._is_another(about, line):
            self._waiting = _joined(self._waiting, line)
            why = (f"waits until this is answered: {line}", f"asked about: {about.line}")
            return Reply([*(text for each in why for text in wrapped(each, 0, 2)), asked.how])
        self._question = None  # who types it anew mistyped it before
        reply = self._take(line)
        if not (reply.events or self.asking):
            self._question = asked
            stands = wrapped(f"still asked about: {about.line}", 0, 2)
            return reply._replace(lines=[*reply.lines, *stands, asked.how])
        if not line.endswith(about.rest):
            self._waiting = _joined(about.rest, self._waiting)
        return reply

    def _is_another(self, about: Proposed, line: str) -> bool:
        """Whether a line begins with something else than what is asked about, typed anew."""
        _, part = next(split_line(line))
        try:
            event = event_of(part, self.replay, Writer(self.by, shown=self.groups))
        except Malformed:
            return False
        return event is not None and not about.is_like(event)

    # -- what became of it --------------------------------------------------------------------

    def logged(self, recorded: Sequence[Recorded]) -> Reply:
        """The events that were handed out are in the log now."""
        assert self._proposed is not None
        _, _, rest, undone, refused = self._proposed
        self._proposed, self._refused = None, ()
        self.seen = self.match.last
        self.written += len(recorded)
        self._typed += [] if undone else [each.entry.seq for each in recorded]
        lines = []
        for seq in undone:
            lines += wrapped(f"undone: {seq}  {self.line_of(seq)}", 0, 8)
        turned = bool(undone)
        illegal = False
        for each in recorded:
            if not undone:
                lines += self._lines_of(each.entry, each.outcome, own=True)
            for doubt in clock_doubts(self.match, each.entry.seq):
                lines += wrapped(f"note: {doubt}", 2)
            illegal = illegal or isinstance(each.outcome.verdict, Illegal)
            turned = turned or bool(each.outcome.digest)
        if illegal:
            lines.append("recorded as played, not applied; type call-judge to call a judge")
        lines += [*(self._changed_board() if turned else ()), *self._status()]
        lost = Status.MISUSED if rest else None
        if rest and self.replay.state.over:
            lines += wrapped(f"not logged: {rest}", 0, 2)
            rest = ""
        if refused is not None:
            return Reply([*lines, *self._ask(refused).lines])
        return self._with_waiting(Reply(lines, offer=rest, lost=lost))

    def overtaken(self) -> Reply:
        """Somebody else logged in between; the match has been brought up to date."""
        assert self._proposed is not None
        proposed, self._proposed = self._proposed, None
        lines = ["nothing on your line was logged, because this came in first:", *self._news()]
        if proposed.undone:
            lines += [*self._status(), "nothing is undone; u undoes the newest"]
            return unclear(lines)
        self._question = overtaken(proposed, lambda late: self._take(late.line))
        return Reply([*lines, *self._status(), *wrapped(f"yours: {proposed.line}", 0, 2)])

    def failed(self, message: str) -> Reply:
        """The log could not take the events."""
        assert self._proposed is not None
        proposed, self._proposed = self._proposed, None
        why = wrapped(f"not logged: {message}", 0, 2)
        return Reply(why, offer=proposed.line, lost=Status.ENVIRONMENT)

    def looked(self, match: Match | None = None) -> Reply:
        """The log was looked into: what others logged, and the board."""
        if match is not None:
            self.match = match
        news = self._news()
        return Reply([*news, *self._board()])

    def left(self) -> Reply:
        """The session ends: what of it is in the log."""
        asked, self._question = self._question, None
        unlogged = _joined(asked.about.line if asked else "", self._waiting)
        lines = wrapped(f"not logged: {unlogged}", 0, 2) if unlogged else []
        if self._proposed:
            why = f"interrupted; the log holds all of this or none of it: {self._proposed.line}"
            lines += wrapped(why, 0, 2)
        return Reply([*lines, f"{self.match.id}: {self.written} logged, saved"], leave=True)

    def _news(self) -> list[str]:
        """The entries that came in since the session last knew, with who logged them."""
        lines: list[str] = []
        for seq in range(self.seen + 1, self.match.last + 1):
            lines += self._lines_of(self.match.entry(seq), self.match.outcome(seq), own=False)
        self.seen = self.match.last
        return lines

    def _lines_of(self, entry: Entry[Event], outcome: Outcome, *, own: bool) -> list[str]:
        game = self.match.game
        return screen.logged_lines(entry, outcome, game, self.line_of, self._trusted, own=own)

    # -- keys ---------------------------------------------------------------------------------

    def _show_board(self, argument: str) -> Reply:
        return Reply(look=True)

    def _leave(self, argument: str) -> Reply:
        return self.left()

    def _help(self, verb: str) -> Reply:
        kind = self._verbs[self._verb(verb)] if verb else None
        return Reply(screen.help_lines(kind, self.match.game.events))

    def _options(self, verb: str) -> Reply:
        self.groups = self.situation().groups()
        chosen = self._verb(verb) if verb else ""
        lines = screen.option_lines(self.groups, self.match.game, chosen, whole=True)
        lines += screen.any_time_lines(chosen)
        none = [f"{chosen}: nothing of the kind is offered now"] if chosen and not lines else []
        return Reply([*none, *(lines or self._status())])

    @property
    def _verbs(self) -> Mapping[str, type[Event]]:
        return self.match.game.codec.by_verb

    def _verb(self, typed: str) -> str:
        """A verb for help; those that may be logged now come first."""
        word, offered = Word(typed, 1), self.situation().verbs()
        return choose(word, offered if matching(typed, offered) else self._verbs, "verb")

    def _why(self, number: str) -> Reply:
        seq = int(number) if number else self.seen
        if not 1 <= seq <= self.seen:
            return Reply([f"no entry {seq}; the last is {self.seen}"])
        if self._refused and not number:
            return Reply(["not in the log:", *self._refused])
        return Reply(screen.why_lines(self.replay, seq, self.line_of))

    def _history(self, number: str) -> Reply:
        first = max(1, self.seen - int(number or _SHOWN_ENTRIES) + 1)
        return Reply(screen.history_lines(self.replay, first, self.line_of))

    def _undo(self, number: str) -> Reply:
        """Take back the newest entries in force, or the ruling after them."""
        if self._typed and self._typed[-1] == self.seen and without_effect(self.replay, self.seen):
            seq = self._typed.pop()
            why = f"{seq} has no effect, so there is nothing to take back: {self.line_of(seq)}"
            return Reply([*wrapped(why, 0, 2), "u again takes back what was logged before it"])
        played, ruling = newest(self.replay, self.seen, int(number or 1))
        if ruling:
            return self._overrule(ruling)
        if not played:
            return unclear(["there is nothing to undo"])
        return self._propose(Proposed(strikes(played, self.by), "u", undone=played))

    def _overrule(self, seq: int) -> Reply:
        """Take back a ruling that this session typed, if whoever writes may do that."""
        entry = overruling(seq, self.by)
        trial = self.match.trial()
        if seq in self._typed and not isinstance(trial.add(entry).verdict, Illegal):
            return self._propose(Proposed((entry,), "u", undone=(seq,)))
        leading = [who for who, right in judges(self.replay.state).items() if right == "head"]
        why = f"{seq} is a ruling: {self.line_of(seq)}"
        how = f"a head judge takes it back: {(*leading, 'JUDGE')[0]} overrule {seq} reason=..."
        return unclear([*wrapped(why, 0, 2), *wrapped(how, 0, 2)])


class _Command(NamedTuple):
    """A key, what may stand behind it, and whether it answers while a question waits."""

    act: Callable[[Session, str], Reply]
    argument: str = ""
    looks: bool = True

    def takes(self, argument: str) -> bool:
        """Whether the words behind the key are for it; else the line is what happened."""
        if not argument:
            return True
        if self.argument == "number":
            return argument.isdecimal() and len(argument) < 6
        return self.argument == "verb" and " " not in argument

    def run(self, session: Session, argument: str) -> Reply:
        """What the key does."""
        try:
            return self.act(session, argument)
        except Malformed as error:
            return unclear(wrapped(error.detail, 0, 2))


def _joined(*lines: str) -> str:
    """Lines as one, in order."""
    return "; ".join(line for line in lines if line)


_RULINGS = frozenset(RULINGS)
_ALONE = "this key goes on a line of its own"
_STILL_POSSIBLE = "remarks, a judge's rulings and u (undo) are still possible"

# The letters are the keys, the words say what they stand for; both may be typed.
_COMMANDS = {
    "": _Command(Session._show_board, looks=False),
    "board": _Command(Session._show_board, looks=False),
    "?": _Command(Session._help, "verb"),
    "help": _Command(Session._help, "verb"),
    "o": _Command(Session._options, "verb"),
    "options": _Command(Session._options, "verb"),
    "w": _Command(Session._why, "number"),
    "why": _Command(Session._why, "number"),
    "u": _Command(Session._undo, "number", looks=False),
    "undo": _Command(Session._undo, "number", looks=False),
    "log": _Command(Session._history, "number"),
    "q": _Command(Session._leave),
    "quit": _Command(Session._leave),
}

KEYS = tuple(key for key in _COMMANDS if key)
"""The keys that are no events."""

ABOUT_VERBS = frozenset(key for key, does in _COMMANDS.items() if does.argument == "verb")
"""The keys behind which a verb may stand."""
