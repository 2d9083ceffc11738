"""What a match requires of its players, or offers them; a game has a class for each task."""

from msgspec import Struct


def _task(name: str) -> str:
    """The word of a task: ``PutAway`` is ``put away``."""
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name).lstrip()


class Obligation(Struct, omit_defaults=True, tag_field="task", tag=_task):
    """What the state now requires of whom, or offers them.

    A subclass names what it is about in fields of its own, and says it in :meth:`text`. Its tag
    is the word of the task.

    Example:
        >>> class EnterUnit(Obligation):
        ...     units: tuple[str, ...] = ()
        ...
        ...     def text(self) -> str:
        ...         return f"choose which unit enters: {', '.join(self.units)}"
        >>> due = EnterUnit("bo", "SG-7.4", 12, units=("Wolf", "Elk"))
        >>> due.task, due.text()
        ('enter unit', 'choose which unit enters: Wolf, Elk')
    """

    seat: str  # who has to act
    rule: str  # the rule that asks for it
    since: int  # the entry that created it
    must: bool = True  # whether it holds everything else up; an offer lapses when play goes on

    @property
    def task(self) -> str:
        """The word of the task."""
        return str(self.__struct_config__.tag)

    def text(self) -> str:
        """What has to be done, in words."""
        return self.task
