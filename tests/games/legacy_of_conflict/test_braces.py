"""Names of a catalog are facts of a verdict, never a part of its words."""

import re
from random import Random

import msgspec
import pytest

from events.event import Event
from referee.catalog import catalog_hash
from referee.games.legacy_of_conflict.catalog import Forces
from referee.replay.replay import Outcome, Replay
from referee.verdict import Illegal, OnTrust
from tests.games.legacy_of_conflict.table import GAME
from tests.laws import begun, drawn, with_slips

BRACES = "{unit}{have}{"
"""What follows every name here."""


def names(forces: Forces) -> set[str]:
    """The names of the characters and what they have, of the pieces, and of what is declared."""
    own = [thing for c in forces.characters for thing in (*c.attacks, *c.abilities, *c.equipment)]
    declared = [thing for s in forces.scenarios for thing in (*s.markers, *s.endings)]
    return {thing.name for thing in (*forces.characters, *forces.pieces, *own, *declared)}


def braced(json: bytes, named: set[str]) -> bytes:
    """JSON with braces after every one of these names."""
    either = "|".join(sorted(named, key=len, reverse=True))
    return re.sub(rf'"({either})(?=[./"])', rf'"\1{BRACES}', json.decode()).encode()


def told(match: Replay, outcome: Outcome) -> list[str]:
    """What is said of an entry: its verdict, and what is owed after it."""
    verdict = outcome.verdict
    owed = [due.text() for due in GAME.obligations(match.table)]
    if isinstance(verdict, Illegal):
        return [verdict.rule, verdict.message, *owed]
    return [*verdict.assumptions, *owed] if isinstance(verdict, OnTrust) else owed


@pytest.mark.parametrize("seed", range(8))
def test_names_full_of_braces_are_told_as_they_are(seed: int):
    chance = Random(seed)
    opened = drawn(GAME.id, chance)
    forces = opened.catalog
    assert isinstance(forces, Forces)
    named = names(forces)
    other_forces = msgspec.json.decode(braced(msgspec.json.encode(forces), named), type=Forces)

    def as_braced(event: Event) -> Event:
        found: Event = GAME.codec.event(braced(msgspec.json.encode(event), named))
        return found

    first = msgspec.structs.replace(
        as_braced(opened.first),
        catalog=catalog_hash(other_forces),
    )
    plain = begun(opened)
    other = begun(opened._replace(catalog=other_forces, first=first))
    refused = 0
    for event in with_slips(opened, chance, keep=True).events[1:]:
        said = told(other, other.add(as_braced(event)))
        assert [words.replace(BRACES, "") for words in said] == told(plain, plain.add(event))
        refused += any(BRACES in words for words in said)
    assert refused
