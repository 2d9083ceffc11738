"""What a match of Legacy of Conflict requires of its players, or offers them.

Those of :data:`Due` lie in the state until they are met. The others are the steps of a match:
they are read off the state whenever somebody asks.
"""

from typing import ClassVar

from referee.obligation import Obligation


class Owed(Obligation):
    """What somebody has to do."""

    # the verb of the notation that does it, where that is not the word of the task
    verb: ClassVar[str] = ""

    @property
    def logged_as(self) -> str:
        """The verb of the notation that does it."""
        return self.verb or self.task


# -- what lies in the state --------------------------------------------------------------------


class OfUnit(Owed, kw_only=True):
    """Something happens to a character, or its player chooses for it."""

    unit: str  # the character


class Choose(OfUnit):
    """Somebody, mostly its player, chooses a condition for a character (LC-19.1, 20.7, 20.9)."""

    def text(self) -> str:
        return f"choose a condition for {self.unit}"


class Remove(OfUnit):
    """Its player chooses the condition that an effect takes off a character (LC-19.7)."""

    def text(self) -> str:
        return f"choose which condition comes off {self.unit}"


class Push(OfUnit, kw_only=True):
    """A character is pushed (LC-20.1)."""

    pusher: str  # the character that pushes it
    source: str  # the attack or ability that does
    mm: float  # how far it goes, in mm

    def text(self) -> str:
        how = f"{self.mm:g} mm straight away from {self.pusher}"
        return f"log the {self.task} of {self.unit}, {how}"


class Throw(Push):
    """A character is thrown (LC-20.5)."""


class Fall(OfUnit):
    """Nothing carries a character, and it lands somewhere (LC-20.6)."""

    def text(self) -> str:
        return f"log where {self.unit} lands"


class Displace(OfUnit):
    """A character gives way to the one that it is in contact with after a fall (LC-20.11)."""

    def text(self) -> str:
        return f"move {self.unit} out of base contact"


class Hazard(OfUnit, kw_only=True):
    """Two cards are flipped for a hazard (LC-18.13)."""

    verb: ClassVar[str] = "flip"

    piece: str  # the hazard

    def text(self) -> str:
        return f"flip for {self.piece}, which {self.unit} entered"


class Defense(OfUnit, kw_only=True):
    """An ability lets the defender flip (LC-4.4)."""

    verb: ClassVar[str] = "flip"

    ability: str  # the ability

    def text(self) -> str:
        return f"flip for the defense of {self.unit} ({self.ability})"


class Order(Owed, kw_only=True):
    """A side of several players fixes their order (LC-9.5)."""

    side: str  # the side

    def text(self) -> str:
        return f"fix the order of the players of {self.side}"


class Close(Owed):
    """The turn is closed (LC-10.7)."""

    verb: ClassVar[str] = "close-turn"

    def text(self) -> str:
        return "close the turn"


class Settle(Owed, kw_only=True):
    """All players settle what no record describes (LC-20.5, 21.8)."""

    effect: str = ""  # the effect, in the words of the catalog
    thrown: str = ""  # who is thrown, where the players settle that instead (LC-I 94)

    @property
    def what(self) -> str:
        """What is settled, in words."""
        return f"how {self.thrown} is thrown" if self.thrown else self.effect

    def text(self) -> str:
        return f"settle with all players: {self.what}"


Due = Choose | Remove | Push | Throw | Fall | Displace | Hazard | Defense | Order | Close | Settle
"""What may lie in the state."""


def concerns(due: Due, unit: str) -> bool:
    """Whether it is about something that happens to this character."""
    return isinstance(due, OfUnit) and due.unit == unit


def chooses(due: Due, unit: str) -> bool:
    """Whether it is the choice of a condition for this character."""
    return isinstance(due, Choose) and due.unit == unit


def takes_off(due: Due, unit: str) -> bool:
    """Whether it is the choice of what comes off this character."""
    return isinstance(due, Remove) and due.unit == unit


def falls(due: Due, unit: str) -> bool:
    """Whether it is where this character lands."""
    return isinstance(due, Fall) and due.unit == unit


# -- the steps of a match ----------------------------------------------------------------------


class Agree(Owed, kw_only=True):
    """A player has not agreed everything that is settled at setup (LC-1.5)."""

    topics: tuple[str, ...]  # what is not agreed

    def text(self) -> str:
        return f"agree: {', '.join(self.topics)}"


class Shuffle(Owed):
    """A player's deck is not shuffled (LC-2.4)."""

    def text(self) -> str:
        return "shuffle the deck"


class Place(Owed, kw_only=True):
    """A player's characters are not all set up (LC-21.7)."""

    units: tuple[str, ...]  # the characters that are not

    def text(self) -> str:
        return f"set up: {', '.join(self.units)}"


Setup = Agree | Shuffle | Place
"""What holds up the first flip."""


class Answer(Owed):
    """A question is open (LC-3.4)."""

    verb: ClassVar[str] = "settle"

    about: str = ""  # what it is about, where the record says so

    def text(self) -> str:
        if self.about:
            return f"settle with all players, or have a judge repair: {self.about}"
        return "settle the open question with all players"


class Refresh(Owed):
    """A player's deck is empty (LC-5.3), and refreshed at once (LC-I 16)."""

    def text(self) -> str:
        return "refresh the deck"


class Flip(Owed, kw_only=True):
    """A participant of a contest flips (LC-4.3, 6.4, 9.1)."""

    contest: str  # ``initiative``, or the ability that started the contest
    again: bool = False  # whether it is an exact match that is broken

    def text(self) -> str:
        return f"flip {'again ' if self.again else ''}for {self.contest}"


class FlipAttack(Owed, kw_only=True):
    """An attack is declared, and its cards are not flipped (LC-13.4)."""

    verb: ClassVar[str] = "flip"

    unit: str  # the attacker
    attack: str  # which of its attacks

    def text(self) -> str:
        return f"flip for {self.attack} of {self.unit}"
