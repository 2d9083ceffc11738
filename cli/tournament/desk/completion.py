"""What may complete a word at the desk: its commands, verbs, and who plays."""

from cli.table.completion import Completion
from cli.tournament.desk.session import COMMANDS, Session


class Completer:
    """Completes the lines of one desk."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def complete(self, text: str) -> list[Completion]:
        """The words that may end a text, in order."""
        if self._session.asking:
            return []
        *done, partial = text.split(" ")
        known = self._session.names() if done else [*COMMANDS, *self._session.verbs()]
        begun = [word for word in known if word.casefold().startswith(partial.casefold())]
        return [Completion(word, len(partial)) for word in dict.fromkeys(begun)]
