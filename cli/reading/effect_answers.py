"""Answers to the questions that make an effect: typed, from a pipe, or given as options."""

import sys
from collections.abc import Mapping
from typing import IO, TYPE_CHECKING

from cli.failure import Failure
from cli.safe import clean
from cli.screen.render import terminal_width

if TYPE_CHECKING:
    from referee.parts.effects.effect_questions import Question

_LONGEST = 2_000
"""Letters of an answer."""
_LEFT = 24
"""Columns that are left for the answer, and for the marks around what may be answered."""


class Answers:
    """Answers line by line; at a terminal with the questions on standard error.

    A pipe that ends leaves the rest as it is by default.

    Args:
        lines: where they come from.
    """

    def __init__(self, lines: IO[str]) -> None:
        self._lines = lines
        self._attended = lines.isatty()
        self._read = 0

    def __call__(self, question: "Question") -> str:
        """The next answer; ``?`` is answered with all that there is.

        Raises:
            Failure: there is none, and no default either.
        """
        while True:
            if self._attended:
                print(_prompt(question), end=" ", file=sys.stderr, flush=True)
            line = self._lines.readline(_LONGEST)
            if not line and self._attended:
                raise Failure("left off; nothing was written")
            self._read += 1
            answer = line.strip()
            if not answer.isprintable():
                raise Failure(f"answer {self._read}: expected text that can be printed")
            if answer == "?":
                self._tell(", ".join(question.known) or "anything")
            elif answer or question.default is not None:
                return answer or question.default or ""
            elif not line:
                raise Failure(f"the answers end at: {question.words}", _known(question))
            else:
                self.refused("this needs an answer")

    def refused(self, why: str) -> None:
        """Say why the last answer does not do.

        Raises:
            Failure: nobody is there to answer again.
        """
        if not self._attended:
            raise Failure(f"answer {self._read}: {why}", "nothing was written")
        self._tell(why)

    def _tell(self, text: str) -> None:
        if self._attended:
            print(f"  {clean(text)}", file=sys.stderr)


class Options:
    """Answers given beforehand, by what they are about; nothing is asked.

    Args:
        given: the answers, one after another.
    """

    def __init__(self, given: Mapping[str, list[str]]) -> None:
        self._given = {key: list(answers) for key, answers in given.items()}
        self._last = ""

    def __call__(self, question: "Question") -> str:
        """What was given, else the default; errors as for :class:`Answers`."""
        if given := self._given.get(question.key):
            self._last = given.pop(0)
            return self._last
        if question.default is None:
            raise Failure(f"not said: {question.words}", _known(question))
        self._last = question.default
        return question.default

    def refused(self, why: str) -> None:
        """Nobody is there to answer again.

        Raises:
            Failure: always.
        """
        raise Failure(f"{self._last}: {why}" if self._last else why, "nothing was written")


def _prompt(question: "Question") -> str:
    """The question in one line, with as much of what may be answered as fits."""
    usual = f" [{question.default}]" if question.default else ""
    room = terminal_width() - len(question.words) - len(usual) - _LEFT
    known = _known(question, room)
    return f"{question.words}{f' ({known})' if known else ''}{usual}"


def _known(question: "Question", room: int = 200) -> str:
    """What may be answered, as much as there is room for."""
    whole = ", ".join(question.known)
    if len(whole) <= room:
        return whole
    fits = whole[: max(room, 0)].rpartition(", ")[0]
    return f"{fits}, … ?" if fits else "?"
