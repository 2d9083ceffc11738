"""What a player still has to say of an effect."""

from referee.obligation import Obligation


class EffectDue(Obligation):
    """What an effect did is still to be said."""

    source: str = ""  # what it is of
    trigger: str = ""  # what set it off

    def text(self) -> str:
        return f"say what {self.source} did" + (f" ({self.trigger})" if self.trigger else "")
