"""The handlers of this game: each module of the rules adds its own, by the event they take.

As it has a window, each is done whole or, where it refuses, not at all.
"""

from referee.house import Handlers

handles = Handlers()
