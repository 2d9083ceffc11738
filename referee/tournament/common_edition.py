"""What all tables of a tournament play, so that they play alike (TR-1.1)."""

import re
from collections.abc import Mapping
from typing import NamedTuple, Self

from referee.catalog import Catalog
from referee.game import Game

_WRITTEN = re.compile(
    r"(?P<game>[a-z][a-z0-9_]*) (?P<version>\S{1,16}) (?P<catalog>[0-9a-f]{64})"
    r"(?P<choices>(?: [A-Z]{2,4}-I_\d+=[\w.']+)*)"
)


class Plays(NamedTuple):
    """The game, its version, the hash of its catalog, and every interpretation.

    It is written in one line, ``GAME VERSION HASH XX-I_1=no XX-I_2=yes``; a space within the id
    of an interpretation is ``_``.
    """

    game: str
    version: str
    catalog: str
    choices: Mapping[str, str]

    @classmethod
    def of(cls, game: Game, catalog: Catalog, choices: Mapping[str, str]) -> Self:
        """What is played by this game, with this catalog and these interpretations."""
        return cls(game.id, game.version, catalog.hash, dict(sorted(choices.items())))

    @classmethod
    def read(cls, text: str) -> Self | None:
        """What a line says; None where it says it in another form."""
        found = _WRITTEN.fullmatch(text)
        if found is None:
            return None
        pairs = (each.split("=") for each in found["choices"].split())
        choices = {key.replace("_", " "): value for key, value in pairs}
        return cls(found["game"], found["version"], found["catalog"], choices)

    def written(self) -> str:
        """The line; :meth:`read` reads it."""
        chosen = [f"{key.replace(' ', '_')}={value}" for key, value in self.choices.items()]
        return " ".join([self.game, self.version, self.catalog, *chosen])
