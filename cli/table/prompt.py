"""The terminal's line editor at the table: history, editing, completion by Tab."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completion
from prompt_toolkit.completion import Completer as Completing
from prompt_toolkit.document import Document
from prompt_toolkit.history import DummyHistory, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.selection import SelectionState

from cli.table.completion import Completion as Found


class Completer(Protocol):
    """What completes the lines of a conversation."""

    def complete(self, text: str) -> list[Found]:
        """The words that may end a text, the likeliest first."""


class ByTab(Completing):
    """The completions of a line as the line editor wants them."""

    def __init__(self, completer: Completer) -> None:
        self._completer = completer

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """The completions at the cursor."""
        for found in self._completer.complete(document.text_before_cursor):
            yield Completion(found.text, -found.back)


def prompted(
    completer: Completer, asking: Callable[[], bool], **terminal: Any
) -> Callable[[str, str], str]:
    """A function that asks for one line, given the prompt and what stands there to be edited.

    What stands there is selected: what is typed takes its place, and a cursor key edits it.

    Args:
        completer: what completes a word.
        asking: whether the line is an answer, which the history does not keep.
        terminal: another input and output than the terminal's.
    """
    keys = KeyBindings()

    @keys.add("c-c", eager=True)  # where text is selected, the editor would wait for a second key
    def _(press: KeyPressEvent) -> None:
        press.app.exit(exception=KeyboardInterrupt, style="class:aborting")

    lines: PromptSession[str] = PromptSession(
        completer=ByTab(completer),
        complete_while_typing=False,
        reserve_space_for_menu=4,
        history=InMemoryHistory(),
        key_bindings=keys,
        **terminal,
    )
    answers: PromptSession[str] = PromptSession(history=DummyHistory(), **terminal)

    def read_line(prompt: str, offer: str) -> str:
        session = answers if asking() else lines

        def select() -> None:
            if offer:
                buffer = session.default_buffer
                buffer.selection_state = SelectionState(0)
                buffer.selection_state.enter_shift_mode()

        return session.prompt(prompt, default=offer, pre_run=select)

    return read_line
