"""Which device records a match; the others of the table watch and confirm (VN-10.1)."""

from msgspec.structs import replace

from cli.venue.access.session import JUDGES, Session
from cli.venue.view import View


class Recorders:
    """The recording device of each match. After a restart it is whoever logs first again."""

    def __init__(self) -> None:
        self._recorders: dict[str, Session] = {}

    def logged(self, match_id: str, session: Session) -> None:
        """Somebody logged: where nobody records yet, that device does."""
        if session.role not in JUDGES:
            self._recorders.setdefault(match_id, session)

    def take(self, match_id: str, session: Session) -> Session | None:
        """Have a device record from now on; the one that did before, where it is another."""
        before = self._recorders.get(match_id)
        self._recorders[match_id] = session
        return before if before is not None and before.id != session.id else None

    def ended(self, session_id: str) -> None:
        """A device has left: it records no more."""
        for match_id, session in [*self._recorders.items()]:
            if session.id == session_id:
                del self._recorders[match_id]

    def shown(self, view: View, session: Session) -> View:
        """A view with who records: where lists are closed each player, for the own side; of a light
        record, both."""
        recorder = self._recorders.get(view.match)
        if recorder is None or view.apart or view.light or session.role in JUDGES:
            return replace(view, recording=bool(view.mine), recorder="")
        return replace(view, recording=recorder.id == session.id, recorder=recorder.person)
