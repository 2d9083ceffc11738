"""The opening of a tournament, and what it pins (TR-1.1)."""

import re
from datetime import datetime

from events.common import Opening
from referee.light import DEPTHS
from referee.tournament.common_edition import Plays
from referee.tournament.policy import Policy
from referee.tournament.state import Hall, State

ANY = "*"
_NUMBER = re.compile(r"0|[1-9][0-9]{0,3}")
_HASH = re.compile(r"([0-9a-f]{64})?")
_MOMENT = re.compile(r"\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\dZ")
_DELAY = re.compile(r"[0-9]{1,4}/[0-9]{1,4}")

OPTIONS: dict[str, tuple[str, ...]] = {
    "format": ("swiss", "elimination", "round-robin"),
    "rounds": ("0", ANY),
    "cut": ("0", ANY),
    "best_of": ("3", ANY),
    "minutes": ("0", ANY),
    "plays": ("", ANY),
    "decklists": ("none", "closed", "open"),
    "lists_until": ("", ANY),
    "sealed": ("no", "yes"),
    "delay": ("0/0", ANY),
    "check_in": ("no", "yes"),
    "late": ("0", ANY),
    "teams": ("0", ANY),
    "games": ("", "post"),
    "commitment": ("", ANY),
    "record": ("result", *DEPTHS[1:]),
}
"""What an opening pins, each with its values, the usual one first; ``*``: another."""

LATER = frozenset({"lists_until", "games", "record"})
"""What could not always be pinned: where it is as usual it is not in the state, whose digests are
those of tournaments that were opened before."""

BOUNDS = {
    "rounds": (0, 99),
    "cut": (0, 1_024),
    "best_of": (1, 9),
    "minutes": (0, 1_440),
    "late": (0, 99),
    "teams": (0, 5),
}
"""The least and the greatest of what is a number."""


def options_of(policy: Policy) -> dict[str, tuple[str, ...]]:
    """What a tournament pins beside its policy."""
    return OPTIONS


def open_tournament(t: Hall, e: Opening) -> State:
    """The desk is open; whoever opens it is the first organiser (TR-1.1)."""
    if [seating.seat for seating in e.seats] != ["desk"]:
        t.forbid("TR-1.1", "a tournament has one seat", legal="desk")
    for name, value in e.options.items():
        require_option(t, name, value)
    desk = e.seats[0]
    if desk.deck or desk.lists or desk.side or e.lists:
        t.forbid("TR-1.1", "the desk has no deck and no side", legal="players hand in lists")
    if e.contest:
        t.forbid("TR-1.1", "a tournament is no game of a contest", legal="no contest")
    if e.options["format"] == "elimination" and e.options["cut"] != "0":
        t.forbid("TR-1.1", "an elimination has no cut", legal="cut=0, or another format")
    pinned = {k: v for k, v in e.options.items() if k not in LATER or v != OPTIONS[k][0]}
    return State(("desk",), options=pinned, roles={e.by: ["organiser"]})


def require_option(t: Hall, name: str, value: str) -> None:
    """Refuse a value that an option cannot have (TR-1.1)."""
    if name in BOUNDS:
        least, most = BOUNDS[name]
        if not _NUMBER.fullmatch(value) or not least <= int(value) <= most:
            expected = f"a number from {least} to {most}"
        elif name == "best_of" and int(value) % 2 == 0:
            expected = "an odd number"
        elif name in ("cut", "teams") and value == "1":
            expected = "0, or 2 and more"
        else:
            return
    elif name == "commitment":
        if _HASH.fullmatch(value):
            return
        expected = "the SHA-256 of the secret, 64 hexadecimal digits, or nothing"
    elif name == "plays":
        if not value or Plays.read(value) is not None:
            return
        expected = "GAME VERSION CATALOG and interpretations, or nothing"
    elif name == "lists_until":
        if not value or _is_moment(value):
            return
        expected = "a time, UTC, such as 2026-03-14T09:30:00Z, or nothing"
    elif name == "delay":
        if _DELAY.fullmatch(value):
            return
        expected = "entries/minutes, such as 20/5"
    else:
        return
    t.forbid("TR-1.1", "{option} cannot be {value}", option=name, value=value, legal=expected)


def _is_moment(text: str) -> bool:
    if not _MOMENT.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
