"""The handlers of this game: each module of the rules adds its own, by the event they take."""

from referee.house import Handlers

handles = Handlers()
