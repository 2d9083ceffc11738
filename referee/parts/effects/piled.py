"""Cards of open piles that an effect is aimed at: they have no id, so that its seat stands
behind the name wherever the piles of several hold it, ``Imp of bo``."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from events.notation.words import quote
from referee.house import AnyTable
from referee.parts.effects.vocabulary import Vocabulary

Run = Any
"""The reading of an effect, which knows the table."""


class Piled:
    """The cards of open piles that an aim may be.

    Args:
        vocabulary: the words of the game.
        place: the pile.
        seats: whose piles are meant, by the run.
        card: which cards are meant; None where any is.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        place: str,
        seats: Callable[[Run], Sequence[str]],
        card: Callable[[Run, str], bool] | None,
    ) -> None:
        self.vocabulary, self.place, self.seats, self.card = vocabulary, place, seats, card

    def options(self, r: Run) -> list[str]:
        """Every card that is meant, by its name alone where one pile alone holds it."""
        found: dict[str, list[str]] = {}
        for seat in self.seats(r):
            for name in self._of(r, seat):
                found.setdefault(name, []).append(seat)
        return [
            name if len(seats) == 1 else named(name, seat)
            for name, seats in found.items()
            for seat in seats
        ]

    def fits(self, r: Run, one: str) -> bool:
        """Whether it is such a card."""
        return bool(self._whose(r, one))

    def known(self, r: Run, one: str) -> str:
        """The same with its seat.

        Raises:
            Unsaid: the piles of several hold it.
        """
        seats = self._whose(r, one)
        if not seats:
            return one
        name = split(r, one)[1]
        if len(seats) > 1:
            ways = [quote(named(name, seat)) for seat in seats]
            r.t.incomplete(f"{r.compiled.card}: say whose {name}", aims=ways)
        return named(name, seats[0])

    def _whose(self, r: Run, one: str) -> list[str]:
        said, name = split(r, one)
        seats = [seat for seat in self.seats(r) if said in ("", seat)]
        return [seat for seat in seats if name in self._of(r, seat)]

    def _of(self, r: Run, seat: str) -> Iterator[str]:
        lying = self.vocabulary.lying
        for name in self.vocabulary.cards(r.t, seat, self.place).cards:
            if self.card is None or self.card(r, lying(r, seat, self.place, name)):
                yield name


def split(r: Run, one: str) -> tuple[str, str]:
    """The seat and the name of a card that is aimed at; no seat where none is said."""
    name, of, seat = one.rpartition(_OF)
    return (seat, name) if of and seat in r.t.state.seats else ("", one)


def named(name: str, seat: str) -> str:
    """A card of a seat's pile, as it is aimed at."""
    return f"{name}{_OF}{seat}"


def shared(vocabulary: Vocabulary, t: AnyTable) -> Iterator[str]:
    """The cards of open piles with their seats, where the piles of several hold one of a name."""
    for place in vocabulary.piles:
        there = {seat: vocabulary.cards(t, seat, place).cards for seat in t.state.seats}
        for seat, cards in there.items():
            for name in cards:
                if any(name in others for other, others in there.items() if other != seat):
                    yield named(name, seat)


_OF = " of "
