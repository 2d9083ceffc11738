"""``e``, which ends the turn in every game, where no verb is so called."""

import re

from events.notation import quote
from events.notation.words import SHORT
from referee.replay.replay import Replay

_END = re.compile(r'(?P<who>\s*(?:(?:"[^"]*"|[^\s"#]+)\s+)?)e(?P<after>\s*(?:#.*)?)', re.IGNORECASE)


def end_resolved(text: str, match: Replay) -> str:
    """A line that is ``e``, with or without who, as the step that is offered and ends the turn.

    In a game with a verb for it the line stays as it is, and so where nothing may end it now.
    """
    found = _END.fullmatch(text)
    if found is None or not match.opened or SHORT["e"] in match.game.codec.by_verb:
        return text
    for option in match.options():
        fixed = {name: choice.only() for name, choice in option.fields.items()}
        said = [f"{name}={quote(str(only[0]))}" for name, only in fixed.items() if only]
        if option.ends and len(said) == len(fixed):
            return f"{found['who']}{' '.join((option.verb, *said))}{found['after']}"
    return text
