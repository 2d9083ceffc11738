"""Which form a file has."""

import re
from collections.abc import Callable
from pathlib import Path

from storage.exchange.foreign.rounds import read_rounds
from storage.exchange.foreign.sites import read_site
from storage.exchange.foreign.topdeck import read_topdeck
from storage.exchange.foreign.tournament import ForeignEvent, NoEvent
from storage.exchange.foreign.trf import read_trf
from storage.files import read_text

FORMS: dict[str, Callable[[str, str], ForeignEvent]] = {
    "site": read_site,
    "topdeck": read_topdeck,
    "rounds": read_rounds,
    "trf": read_trf,
}
"""The readers by the words for the forms."""


_TABLES, _MATCHES = re.compile(r'"tables"\s*:'), re.compile(r'"Matches"\s*:')
"""What a round of Topdeck has, and one of a collection."""


def read_event(path: Path, form: str = "") -> ForeignEvent:
    """What a file tells of an event.

    Args:
        path: the file.
        form: its form; as it begins, where none is said.

    Raises:
        NoEvent: it tells of none.
        LogError: it cannot be read.
    """
    text = read_text(path).removeprefix("\ufeff")
    try:
        foreign = FORMS[form or form_of(text)](text, str(path))
    except NoEvent as error:
        known = str(error).startswith(str(path))
        raise error if known else NoEvent(f"{path}: {error}") from None
    if not any(round.contests for round in foreign.rounds):
        why = "; ".join(f"{each.where}: {each.what}" for each in foreign.untaken[:3])
        raise NoEvent(f"{path}: no contest is in it" + (f" ({why})" if why else ""))
    return foreign


def form_of(text: str) -> str:
    """The form of a file by how it begins."""
    if text.lstrip().startswith("{"):
        return "topdeck" if _TABLES.search(text) and not _MATCHES.search(text) else "site"
    return "trf" if any(line.startswith("001 ") for line in text.splitlines()) else "rounds"
