"""The terminal's line editor at the table: history, editing, completion by Tab."""

from collections.abc import Callable, Iterable
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completion
from prompt_toolkit.completion import Completer as Completing
from prompt_toolkit.document import Document
from prompt_toolkit.history import DummyHistory, InMemoryHistory

from cli.table.completion import Completer


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

    Args:
        completer: what completes a word.
        asking: whether the line is an answer, which the history does not keep.
        terminal: another input and output than the terminal's.
    """
    lines: PromptSession[str] = PromptSession(
        completer=ByTab(completer),
        complete_while_typing=False,
        reserve_space_for_menu=4,
        history=InMemoryHistory(),
        **terminal,
    )
    answers: PromptSession[str] = PromptSession(history=DummyHistory(), **terminal)

    def read_line(prompt: str, offer: str) -> str:
        return (answers if asking() else lines).prompt(prompt, default=offer)

    return read_line
