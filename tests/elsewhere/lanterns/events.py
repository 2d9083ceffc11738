"""What is done in a game of Lanterns."""

from events.event import Event, Name, Seat


class Light(Event, frozen=True):
    """A lantern goes from hand to the table; a storm lantern threatens an opponent."""

    seat: Seat
    lantern: Name
    at: Seat = ""


class Pass(Event, frozen=True):
    """A player has no lantern that is bright enough."""

    seat: Seat


class Douse(Event, frozen=True):
    """A threatened player puts a lantern out of hand away."""

    seat: Seat
    lantern: Name
