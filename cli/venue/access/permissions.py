"""Which role may use which address: one table (VN-6.6).

The guard of every address reads it, and what has no row here is refused. Whom a match, a table or
an entry concerns is looked at behind it.
"""

from typing import Literal

from cli.venue.access.session import Role

Able = frozenset[Role | Literal["all"]]

ALL: Able = frozenset({"all"})
"""Also for those who have not joined."""

_TABLE: Able = frozenset({"player", "scorekeeper"})
_PLAYER: Able = frozenset({"player"})
_ORGANISER: Able = frozenset({"organiser"})
_NOBODY: Able = frozenset()
_JUDGES: Able = frozenset({"judge", "head-judge", "organiser"})
_HEAD: Able = frozenset({"head-judge", "organiser"})
_DESK: Able = frozenset({"organiser", "head-judge", "scorekeeper"})
_STAFF: Able = _JUDGES | _DESK
_ACTING: Able = _TABLE | _STAFF
_WATCHING: Able = frozenset({"spectator", "screen"})
_JOINED: Able = _ACTING | _WATCHING
_ENTRANT: Able = frozenset({"entrant"})
_OWN: Able = _PLAYER | _ENTRANT

PERMISSIONS: dict[tuple[str, str], Able] = {
    # joining
    ("GET", "/"): ALL,
    ("POST", "/j"): ALL,
    ("GET", "/j/{code}"): ALL,
    ("POST", "/j/{code}"): ALL,
    ("GET", "/e/{code}"): ALL,
    ("POST", "/e/{code}"): ALL,
    ("GET", "/here"): _JOINED | _ENTRANT,
    ("GET", "/choose"): _JOINED | _ENTRANT,
    ("GET", "/api/me"): _JOINED | _ENTRANT,
    ("POST", "/api/pin"): _HEAD,
    ("POST", "/api/leave"): _JOINED | _ENTRANT,
    ("GET", "/api/devices"): _DESK,
    ("POST", "/api/devices/{session_id}/end"): _DESK,
    ("POST", "/api/codes"): _DESK,
    # of the venue
    ("GET", "/healthz"): ALL,
    ("GET", "/api/time"): ALL,
    ("GET", "/static/{file_path}"): ALL,
    ("GET", "/api/log/copy"): ALL,  # for commands, which have the venue's own key and no session
    # at a table
    ("GET", "/t/{match_id}"): _ACTING,
    ("GET", "/r/{table}"): _TABLE,
    ("GET", "/api/matches/{match_id}"): _JOINED,
    ("GET", "/api/matches/{match_id}/entries"): _JOINED,
    ("GET", "/api/matches/{match_id}/hidden"): _ACTING,
    ("GET", "/api/matches/{match_id}/cards"): _STAFF,
    ("POST", "/api/matches/{match_id}/recorder"): _TABLE,
    ("POST", "/api/matches/{match_id}/entries"): _ACTING,
    ("POST", "/api/matches/{match_id}/check"): _STAFF,
    ("POST", "/api/matches/{match_id}/typed"): _ACTING,
    ("POST", "/api/matches/{match_id}/way"): _ACTING,
    ("POST", "/api/matches/{match_id}/what-if"): _JUDGES,
    ("GET", "/api/stream"): _JOINED | _ENTRANT,
    # a player's own
    ("GET", "/me"): _OWN,
    ("GET", "/me/part/{name}"): _OWN,
    ("GET", "/api/registration"): _OWN,
    ("POST", "/api/registration"): _OWN,
    ("DELETE", "/api/registration"): _OWN,
    ("POST", "/api/list/check"): _OWN,
    ("POST", "/api/list"): _OWN,
    ("POST", "/api/first"): _PLAYER,
    ("POST", "/api/push"): _OWN,
    ("DELETE", "/api/push"): _OWN,
    ("GET", "/api/registrations"): _DESK,
    ("POST", "/api/registrations/confirm"): _DESK,
    ("POST", "/api/registrations/refuse"): _DESK,
    # of a tournament
    ("GET", "/api/tournaments/{stream}"): _JOINED,
    ("GET", "/api/tournaments/{stream}/standings"): _JOINED,
    ("GET", "/api/tournaments/{stream}/rounds/{number}"): _JOINED,
    ("GET", "/api/tournaments/{stream}/proposal"): _DESK,
    ("POST", "/api/tournaments/{stream}/post"): _DESK,
    ("POST", "/api/tournaments/{stream}/start"): _DESK,
    ("POST", "/api/tournaments/{stream}/pause"): _DESK,
    ("POST", "/api/tournaments/{stream}/resume"): _DESK,
    ("POST", "/api/tournaments/{stream}/time"): _DESK,
    ("POST", "/api/tournaments/{stream}/extend"): _JUDGES,
    ("POST", "/api/tournaments/{stream}/deck-check"): _JUDGES,
    ("POST", "/api/tournaments/{stream}/report"): _DESK,
    ("POST", "/api/tournaments/{stream}/attest"): _PLAYER,
    ("POST", "/api/tournaments/{stream}/decide"): _JUDGES,
    ("POST", "/api/tournaments/{stream}/strike"): _JUDGES,
    ("POST", "/api/tournaments/{stream}/enter"): _DESK,
    ("POST", "/api/tournaments/{stream}/check-in"): _DESK | _PLAYER,
    ("POST", "/api/tournaments/{stream}/drop"): _STAFF | _PLAYER,
    ("POST", "/api/tournaments/{stream}/call"): _STAFF | _PLAYER,
    ("POST", "/api/tournaments/{stream}/answer"): _JUDGES,
    ("POST", "/api/tournaments/{stream}/end-call"): _JUDGES,
    ("POST", "/api/tournaments/{stream}/infraction"): _JUDGES,
    ("POST", "/api/tournaments/{stream}/repair"): _HEAD,
    ("POST", "/api/tournaments/{stream}/cut"): _DESK,
    ("POST", "/api/tournaments/{stream}/close"): _ORGANISER,
    ("POST", "/api/tournaments/{stream}/game"): _STAFF,
    ("POST", "/api/tournaments/{stream}/games"): _STAFF,
    # pages of the staff and of screens
    ("GET", "/desk"): _DESK,
    ("GET", "/desk/part/{name}"): _DESK,
    ("GET", "/desk/table/{table}"): _DESK,
    ("POST", "/desk/line"): _DESK,
    ("POST", "/desk/enter"): _DESK,
    ("POST", "/desk/game/{table}"): _DESK,
    ("POST", "/desk/games"): _DESK,
    ("POST", "/desk/devices/{session_id}/end"): _DESK,
    ("POST", "/desk/codes"): _DESK,
    ("GET", "/judge"): _JUDGES,
    ("GET", "/judge/calls"): _JUDGES,
    ("GET", "/judge/tables"): _JUDGES,
    ("POST", "/judge/take"): _JUDGES,
    ("POST", "/judge/end"): _JUDGES,
    ("POST", "/judge/extend"): _JUDGES,
    ("POST", "/judge/appeal"): _JUDGES,
    ("POST", "/judge/settle"): _HEAD,
    ("GET", "/judge/{match_id}"): _JUDGES,
    ("GET", "/judge/{match_id}/now"): _JUDGES,
    ("GET", "/judge/{match_id}/rulings"): _JUDGES,
    ("GET", "/judge/{match_id}/entries/{seq}"): _JUDGES,
    ("GET", "/judge/{match_id}/hidden/{place}"): _JUDGES,
    ("GET", "/judge/{match_id}/board/{seq}"): _JUDGES,
    ("GET", "/judge/{match_id}/card"): _JUDGES,
    ("GET", "/judge/{match_id}/struck/{seq}"): _JUDGES,
    ("GET", "/judge/{match_id}/under/{interpretation}/{reading}"): _JUDGES,
    ("GET", "/judge/{match_id}/sheet/{seq}"): _JUDGES,
    ("POST", "/judge/{match_id}/try"): _JUDGES,
    ("POST", "/judge/{match_id}/rule"): _JUDGES,
    ("POST", "/judge/{match_id}/infraction"): _JUDGES,
    ("GET", "/api/calls"): _JUDGES,
    ("GET", "/api/matches/{match_id}/explain/{seq}"): _JUDGES,
    ("GET", "/api/matches/{match_id}/remedies/{seq}"): _JUDGES,
    ("GET", "/api/matches/{match_id}/learned"): _JUDGES,
    ("GET", "/floor"): _STAFF,
    ("GET", "/floor/tables"): _STAFF,
    ("GET", "/floor/table/{table}"): _STAFF,
    ("POST", "/floor/take"): _JUDGES,
    ("POST", "/floor"): _DESK,
    ("GET", "/api/floor"): _STAFF,
    ("GET", "/check/{player}"): _JUDGES,
    ("GET", "/show"): _JOINED,
    ("GET", "/watch"): _JOINED,
    ("GET", "/api/show"): _JOINED,
    ("GET", "/overlay/{match_id}"): _JOINED,
    ("GET", "/api/overlay/{match_id}"): _JOINED,
    ("GET", "/report"): _JOINED,
    ("GET", "/report/{match_id}"): _JOINED,
    ("GET", "/keep/{match_id}"): _ACTING,
    ("GET", "/print/{sheet}"): _STAFF,
    ("GET", "/at/{table}"): _ACTING,
}
"""Who may use each address, by method and path; ``all`` also who has not joined. Whoever may get
an address may ask for its head."""

WITHOUT_SCRIPT = frozenset({("POST", "/j"), ("POST", "/j/{code}"), ("POST", "/e/{code}")})
"""What a plain form sends, which cannot send a header of its own (VN-5.4): whoever joins has no
session yet that somebody could misuse. The origin is looked at there too."""


def may(role: Role | None, method: str, path: str) -> bool:
    """Whether a role may use an address, given as in the table.

    Args:
        role: the role; None of who has not joined.
        method: how it is asked for.
        path: the address, with the names of its variable parts in braces.
    """
    able = PERMISSIONS.get(("GET" if method == "HEAD" else method, path), _NOBODY)
    return "all" in able or (role is not None and role in able)
