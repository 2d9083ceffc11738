"""What effects change for some time: numbers, keywords, what is allowed and forbidden (TW-19.10,
19.12)."""

from referee.games.tower_wizwar.effects.play import require_standing, require_there
from referee.games.tower_wizwar.state import InPlay
from referee.games.tower_wizwar.values import has_word
from referee.parts.effects import Run
from referee.parts.lasting_changes import Layer, begin, while_there

ABOVE_ALL = ("group", "hand", "life", "track")
"""What no card allows (TW-1.6): groups and hands of more than five, life past the third wound, a
drain track of other than three steps."""

STAY = "stay"
"""A change lasts while its source stays, unless it is said how long."""


def modify(
    r: Run,
    what: str,
    change: int,
    card: InPlay | None = None,
    wizard: str | None = None,
    until: str = STAY,
) -> int:
    """A number of a card, or what a wizard pays, is changed for some time (TW-19.10)."""
    if card is not None and what in ("power", "might") and has_word(r.t, card, "ethereal"):
        r.forbid("{thing} is Ethereal and has no {what}", thing=card.id, what=what)
    if card is None and what not in ("cast", "activate"):
        r.forbid("a wizard has no {what} that changes", what=what)
    _begin(r, "add", what, card or wizard, until, change)
    return change


def grant(r: Run, card: InPlay, word: str, until: str = STAY) -> int:
    """A card has a keyword for some time."""
    _begin(r, "grant", word, card, until)
    return 1


def lose(r: Run, card: InPlay, word: str, until: str = STAY) -> int:
    """A card does not have a keyword for some time."""
    _begin(r, "lose", word, card, until)
    return 1


def allow(
    r: Run, what: str, card: InPlay | None = None, wizard: str | None = None, until: str = STAY
) -> int:
    """Something is allowed for some time; never what would change TW-1.1 to 1.5.

    Raises:
        Violation: TW-1.6, it would.
    """
    if what in ABOVE_ALL:
        r.t.forbid("TW-1.6", "no card allows another {what}", what=what)
    _begin(r, "permit", what, card or wizard, until)
    return 1


def forbid(
    r: Run, what: str, card: InPlay | None = None, wizard: str | None = None, until: str = STAY
) -> int:
    """Something is forbidden for some time (TW-19.12)."""
    _begin(r, "forbid", what, card or wizard, until)
    return 1


def _begin(
    r: Run,
    layer: Layer,
    what: str,
    of: InPlay | str | None,
    until: str,
    amount: int | None = None,
) -> None:
    """A change begins of a card in play, or of a wizard; where none is said, of oneself."""
    if isinstance(of, InPlay):
        require_there(r, of)
        on = of.id
    else:
        on = require_standing(r, of, retreat=True)
    begin(r.t, r.doing.source, on, layer, what, amount, until=moment(r, until))


def moment(r: Run, until: str) -> str:
    """What ends a change: this attack, this turn, its source's leaving, or nothing (TW-19.10)."""
    if until in ("attack", "turn"):
        return until
    stays = until == STAY and r.doing.source in r.t.state.zones.things
    return while_there(r.doing.source) if stays else ""
