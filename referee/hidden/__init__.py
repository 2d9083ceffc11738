"""The cards that nobody sees: what may lie where, and which showings are possible."""

from referee.hidden.account import HiddenCards, Impossible, Zone

__all__ = ["HiddenCards", "Impossible", "Zone"]
