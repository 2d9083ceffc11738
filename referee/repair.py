"""What the repairs of any game require of the words in them (REF-3.5)."""

from collections.abc import Callable, Collection, Container, Iterable, Sequence
from typing import NoReturn

from referee.english import meant, one_of
from referee.house import AnyTable
from referee.parts.lasting_changes import begin
from referee.parts.responses import Pending
from referee.verdict import forbid

NOBODY = "nobody"
"""How a repair names the lack of a seat."""


JUDGE = "a judge"
"""What is said to have done what a repair does."""
MOST_COPIES = 9_999


def forbid_repair(why: str, legal: str = "", **facts: int | str) -> NoReturn:
    """Refuse a repair that cannot be made; no ruling lets it stand.

    Raises:
        Violation: REF-3.5, always; see there for the arguments.
    """
    forbid("REF-3.5", why, legal=legal, since=None, **facts)


def forbid_card(card: str, cards: Collection[str]) -> NoReturn:
    """Refuse the name of a card that is none of these, and say the nearest that is.

    Raises:
        Violation: REF-3.5, always.
    """
    forbid_repair("no card is {card}", meant(card, cards, "a card of the catalog"), card=card)


def require_nothing_pending(stack: Sequence[Pending]) -> None:
    """Nothing is declared that has not taken effect, such as where a turn is set.

    Raises:
        Violation: REF-3.5, something is; to strike the entry that began it takes it back.
    """
    if stack:
        legal = f"strike {stack[-1].entry}, which began it, first"
        forbid_repair("something is still to take effect", legal)


def require_number(value: str, least: int, most: int) -> int:
    """The whole number that a repair says, within these bounds."""
    try:
        number = int(value)
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        forbid_repair(
            "{value} is not a whole number from {least} to {most}"
            if least < most
            else "{value} is not {most}, which alone is possible",
            f"{least} to {most}" if least < most else str(most),
            value=value,
            least=least,
            most=most,
        )
    return number


def require_yes_or_no(value: str) -> bool:
    """Whether a repair says yes."""
    if value not in ("yes", "no"):
        forbid_repair("{value} is neither yes nor no", "yes or no", value=value)
    return value == "yes"


def require_seat(seat: str, seats: Collection[str]) -> str:
    """The seat that a repair names, of those that there are."""
    if seat not in seats:
        forbid_repair("{seat} has no seat", one_of(seats), seat=seat)
    return seat


def require_active(t: AnyTable, seat: str) -> None:
    """The seat that a repair names is the one whose turn it is."""
    active = t.state.active
    if require_seat(seat, t.state.seats) != active:
        forbid_repair("it is {active}'s turn", active, active=active, seat=seat)


def require_credited(value: str, seats: Iterable[str]) -> str:
    """The seat that is credited, of those that may be; empty where that is nobody."""
    able = tuple(seats)
    if value not in (NOBODY, *able):
        forbid_repair("{value} cannot be credited", one_of(able, besides=NOBODY), value=value)
    return "" if value == NOBODY else value


def numbered(t: AnyTable, card: str, names: Container[str]) -> str:
    """The name of a card that comes into play; one that is named with a new number, as ``Ogre.3``,
    is the next of its name, and bears that number."""
    name, _, number = card.rpartition(".")
    if card in names or name not in names or not number.isdecimal():
        return card
    numbers = t.state.zones.numbers
    last = numbers.get(name, 0)
    t.item(numbers, name, require_number(number, last + 1, MOST_COPIES) - 1)
    return name


def bring_to(t: AnyTable, thing: str, what: str, number: int, now: Callable[[], int]) -> None:
    """A number of a thing is this until the turn ends, by what is added to it.

    Raises:
        Violation: REF-3.5, what else lasts does not let it be.
    """
    for _ in range(_ATTEMPTS):
        if not (change := number - now()):
            return
        begin(t, JUDGE, thing, "add", what, change, until="turn")
    forbid_repair("the {what} of {thing} stays {have}", what=what, thing=thing, have=now())


def let_bear(
    t: AnyTable,
    thing: str,
    word: str,
    value: str,
    words: Collection[str],
    bears: Callable[[], bool],
) -> None:
    """Whether a thing has a word, one of these, until the turn ends."""
    wanted = require_yes_or_no(value)
    if word not in words:
        forbid_repair("{word} is no word of a card", one_of(words), word=word)
    if wanted != bears():
        begin(t, JUDGE, thing, "grant" if wanted else "lose", word, until="turn")


_ATTEMPTS = 99
"""A number below 0 shows as 0, and may have to be added to again."""
