"""Entry at the table: from Enter to the next prompt on the screen, line by line of real matches."""

import re
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from cli.commands.table import converse
from cli.table.completion import Completer
from cli.table.prompt import prompted
from cli.table.session import Session
from events.entry import entry_id
from events.event import Event
from events.notation import write
from referee.game import Game
from storage.log import Draft, Log
from tests.bench.matches import simulated
from tests.bench.measure import Timing, about, duration, heading

ENTRIES = 150
"""How long the matches are that are typed in, as nearly as there are some."""


_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\s")


class Screen(StringIO):
    """A terminal that types a line when it shows the prompt, presses Enter when it shows the line,
    and takes the time until it shows the next prompt.

    Args:
        keys: types text.
        lines: what to type.
    """

    def __init__(self, keys: Callable[[str], None], lines: Sequence[str]) -> None:
        super().__init__()
        self.seconds: list[float] = []
        self.working: list[float] = []
        self.awaited = ""
        self._keys = keys
        self._left = iter(lines)
        self._echo = ""
        self._pressed: tuple[float, float] | None = None

    def write(self, text: str) -> int:
        """Show text, and type what comes next."""
        seen = _CONTROL.sub("", text)
        if self.awaited and self.awaited in seen:
            self.awaited = ""
            if self._pressed:
                self.seconds.append(time.perf_counter() - self._pressed[0])
                self.working.append(time.process_time() - self._pressed[1])
            line = next(self._left, None)
            self._echo = "" if line is None else _CONTROL.sub("", line)[-2:]
            self._keys("\x04" if line is None else line)
        elif self._echo and self._echo in seen:
            self._echo = ""
            self._keys("\r")
            self._pressed = time.perf_counter(), time.process_time()
        return super().write(text)


def run(game_id: str) -> None:
    """Print how long the table takes to answer a line."""
    game, catalog, matches = simulated(game_id)
    events = min((match.events for match in matches), key=lambda e: abs(len(e) - ENTRIES))
    with TemporaryDirectory() as name:
        path = Path(name) / "table.duckdb"
        with Log.open(path, write=True) as log:
            log.open_match(_draft(events[0]), "m1", catalog)
            session = Session(log.load("m1"), "kim")
        seconds, working = typed(session, path, events, game)
    about(f"the table, {game_id}")
    heading(f"the table, 80x24: {game_id}, a match of {len(events)} entries, line by line")
    duration("from Enter to the next prompt", Timing(seconds))
    duration("the last third of the match", Timing(seconds[-len(seconds) // 3 :]))
    duration("19 of 20 lines within", Timing([sorted(seconds)[int(len(seconds) * 0.95)]]))
    duration("processor time, which no other process adds to", Timing(working))


def typed(
    session: Session, path: Path, events: Sequence[Event], game: Game
) -> tuple[list[float], list[float]]:
    """The seconds from Enter to the next prompt for each entry of a match as a line: by the clock
    and of the processor."""
    with create_pipe_input() as keys:
        screen = Screen(keys.send_text, [write(event, game.codec) for event in events[1:]])
        output = Vt100_Output(screen, lambda: Size(24, 80), enable_cpr=False)
        editor = prompted(Completer(session), lambda: session.asking, input=keys, output=output)

        def read_line(prompt: str, offer: str) -> str:
            screen.awaited = prompt.replace(" ", "")
            return editor(prompt, offer)

        with redirect_stdout(StringIO()):
            converse(session, path, read_line)
    if len(screen.seconds) != len(events) - 1:
        raise SystemExit(f"{len(screen.seconds)} of {len(events) - 1} lines were answered")
    return screen.seconds, screen.working


def _draft(event: Event) -> Draft:
    now = datetime.now(UTC)
    return Draft(event, entry_id(int(now.timestamp() * 1000), b"tablebench"), now, now, "bench")
