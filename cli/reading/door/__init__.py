"""The one door: how a line that somebody typed becomes the event that it means in a match.

Every command, page, file and test that takes a line of a match has it read here, so that it means
the same everywhere. What stands in a line is taken as it stands wherever that is accepted
(:func:`events.notation.read`); only a line that is not is read as a hurried one
(:mod:`cli.reading.door.cut_short`): names cut short by what is on offer, the seat that has to act,
what can only be one thing filled in. Whoever takes an event shows it in full.
"""

from cli.reading.door.address import Group, Situation
from cli.reading.door.event_of_line import NOBODY, Writer, event_of
from cli.reading.door.whole_names import names_in

__all__ = ["NOBODY", "Group", "Situation", "Writer", "event_of", "names_in"]
