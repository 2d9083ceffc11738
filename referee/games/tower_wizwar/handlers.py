"""The handlers of this game: each module of the rules adds its own, by the event they take."""

from referee.parts.handlers import WholeHandlers

handles = WholeHandlers()
