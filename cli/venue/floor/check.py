"""A deck check by phone: the registered list, copy by copy (VN-20.3). What is ticked stays on the
device; one entry tells what was found (TR-4.6), and the time it took is offered (TR-6.4)."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from cli.failure import Failure
from cli.venue.access.refused import Forbidden
from cli.venue.access.roles import stands
from cli.venue.access.session import JUDGES
from cli.venue.desk.counter import Counter
from cli.venue.judge.own_event import require_apart
from events.common import CardList
from referee.tournament.decks import may_see_list
from referee.tournament.judging.extensions import Offer, offers
from referee.tournament.state import CheckedDeck, place_of


class Copies(Struct, frozen=True):
    """A card of a list, with how many copies of it are registered."""

    card: str
    copies: int


class Listed(Struct, frozen=True):
    """A list of a deck: the deck itself, or one beside it."""

    name: str  # how it is called; empty: the deck
    cards: tuple[Copies, ...]

    @property
    def count(self) -> int:
        """How many cards it has."""
        return sum(each.copies for each in self.cards)


class Sheet(Struct, frozen=True):
    """What a judge needs to check a deck."""

    event: str  # the tournament
    at: int  # the last entry of it that this tells of
    player: str  # whose deck
    name: str  # what that one is called
    round: int  # the round that is on
    table: int  # where the player sits; 0: nowhere
    deck: str  # how the deck is called; empty: it has no name
    registered: int  # the entry that registered it; 0: none is registered
    lists: tuple[Listed, ...]  # none where no list is registered
    bonus: int  # the seconds that are given beside the time of a check
    before: tuple[CheckedDeck, ...] = ()  # the checks of this deck in this round
    offer: Offer | None = None  # more time for the table, which a judge may give in one tap
    noted: bool = False  # whether it is on the record that it was opened, by a player of the event


def sheet_of(desk: Counter, player: str) -> Sheet:
    """The registered list of a player, for a judge.

    Raises:
        Forbidden: the device's person does not judge here any more, or plays, too.
        Failure: nobody of that name has a place in the round that is on.
    """
    device, state, policy = desk.device, desk.table.state, desk.table.catalog
    if device.role not in JUDGES or not stands(device.role, device.person, state):
        raise Forbidden(f"{device.person} does not judge here any more", "ask at the desk")
    entrant = state.players.get(player, player)
    known = player in state.players or player in state.entrants
    at = place_of(state.rounds[-1], entrant) if state.rounds and known else None
    if at is None:
        raise Failure(f"{player} has no place in the round that is on", "look at the map")
    apart = not may_see_list(state, device.person, player)
    if apart:
        assert desk.now is not None
        require_apart(desk.log, device, f"the list of {player}", desk.now)
    deck = state.decks.get(player)
    lists = {"": deck.cards, **deck.lists} if deck is not None else {}
    due = (o for o in offers(state, policy) if o.cause == "check" and o.table == at)
    return Sheet(
        desk.name,
        desk.source.last,
        player,
        desk.source.people.get(player, player),
        state.turn,
        at,
        deck.name if deck is not None else "",
        deck.seq if deck is not None else 0,
        tuple(_listed(lists)),
        policy.clock.check_bonus,
        tuple(c for c in state.checks if c.player == player and c.round == state.turn),
        next(due, None),
        apart,
    )


def _listed(lists: Mapping[str, CardList]) -> Iterator[Listed]:
    for name, cards in lists.items():
        counted = sorted(cards.items()) if isinstance(cards, Mapping) else [(c, 1) for c in cards]
        if counted:
            yield Listed(name, tuple(Copies(card, copies) for card, copies in counted))


__all__ = ["Sheet", "sheet_of"]
