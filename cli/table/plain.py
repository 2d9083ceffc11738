"""Lines that are typed without completion and line editing, or come through a pipe."""

import io
import sys
from collections.abc import Callable

from cli.safe import clean
from events.bounds import MOST_LINE, TooMuch

ReadLine = Callable[[str, str], str]
"""Asks for one line, given the prompt and what stands there to be edited."""


def plain_lines() -> ReadLine:
    """Lines from standard input; where it is no terminal they are shown as they come."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    terminal = sys.stdin.isatty()
    line = ""

    def read_line(prompt: str, offer: str) -> str:
        nonlocal line
        if offer and not (terminal and _put_in(offer)) and offer != line:
            print(f"your line: {clean(offer)}")
        if terminal:
            line = input(prompt)
            return line
        print(prompt, end="", flush=True)
        line = sys.stdin.readline(MOST_LINE + 2)
        if not line:
            raise EOFError
        if len(line) > MOST_LINE + 1:
            raise TooMuch("standard input", f"a line of more than {MOST_LINE:,} characters")
        line = line.removesuffix("\n")
        print(clean(line))
        return line

    return read_line


def _put_in(offer: str) -> bool:
    """Have the next line begin with a text; False where the system has no means for that."""
    try:
        import readline
    except ImportError:
        return False

    def once() -> None:
        readline.set_startup_hook(None)
        readline.insert_text(offer)

    readline.set_startup_hook(once)
    return True
