"""The handlers of a tournament, each beside the rules that it checks."""

from referee.house import Handlers

handles = Handlers()
"""Filled by the modules of the parts of a tournament."""

__all__ = ["handles"]
