"""What a catalog of Legacy of Conflict may not hold: each fault with its place, in words."""

from collections.abc import Callable

import msgspec
import pytest

from referee.games.legacy_of_conflict.catalog import CHANGEABLE, Forces
from referee.games.legacy_of_conflict.characters import Ability, Attack, Effect, Grant
from referee.games.legacy_of_conflict.scenarios import Ending, Feature, Hazard, Laid, Level, Marker
from tests.games.legacy_of_conflict.table import (
    FORCES,
    changed,
    changed_piece,
    changed_scenario,
)

DUEL = Effect("contest")


def table(*laid: str) -> Forces:
    """The sample with these pieces on its table."""
    made = msgspec.structs.replace(
        FORCES.tables[0], pieces=tuple(Laid(name, (0, 0, 0)) for name in laid)
    )
    return msgspec.structs.replace(FORCES, tables=(made,))


def character(**fields: object) -> Forces:
    """The sample with another Warden alone."""
    return msgspec.structs.replace(FORCES, characters=(changed("Warden", **fields),))


def piece(**fields: object) -> Forces:
    """The sample with another keep."""
    return msgspec.structs.replace(
        FORCES,
        pieces=tuple(
            changed_piece("keep", **fields) if p.name == "keep" else p for p in FORCES.pieces
        ),
    )


def scenario(**fields: object) -> Forces:
    """The sample with another wellspring alone."""
    return msgspec.structs.replace(FORCES, scenarios=(changed_scenario("wellspring", **fields),))


def twice(field: str) -> Forces:
    """The sample with its first thing of a kind two times."""
    things = getattr(FORCES, field)
    return msgspec.structs.replace(FORCES, **{field: (*things, things[0])})


HALL = (Level("hall", 2), Level("roof", 5))
FAULTS: dict[str, Callable[[], Forces]] = {
    "character Warden: the name stands twice": lambda: twice("characters"),
    "piece keep: the name stands twice": lambda: twice("pieces"),
    "table old-quarter: the name stands twice": lambda: twice("tables"),
    "scenario wellspring: the name stands twice": lambda: twice("scenarios"),
    "table old-quarter: 'moon' is no piece": lambda: table("wall", "moon"),
    "table old-quarter: wall lies there twice": lambda: table("wall", "fence", "wall"),
    "piece keep: steps joins 'keep/attic'; expected one of ground, keep/hall, keep/roof": (
        lambda: piece(features=(Feature("steps", "stairs", ("ground", "keep/attic")),))
    ),
    "piece keep: its Size is that of its highest level": lambda: piece(size=4, levels=HALL),
    "piece keep: hazard: a contest is started by an ability alone": (
        lambda: piece(hazard=Hazard(effects=(DUEL,)))
    ),
    "piece keep: destroyed: a contest is started by an ability alone": (
        lambda: piece(destroyed=(DUEL,))
    ),
    "scenario wellspring: moon may not be destroyed: it is no indestructible piece": (
        lambda: scenario(fallible=("moon",))
    ),
    "scenario wellspring: wall may not be destroyed: it is no indestructible piece": (
        lambda: scenario(fallible=("wall", "monolith"))
    ),
    "scenario wellspring: 'moon' is no table": lambda: scenario(table="moon"),
    "scenario wellspring: nothing ends it": lambda: scenario(turns=0, victory=()),
    "scenario wellspring: dusk stands twice": lambda: scenario(
        markers=(Marker("dusk"),), endings=(Ending("dusk", "turn", "it is dark"),)
    ),
    "character Warden: move stands twice": lambda: character(attacks=(Attack("move"),)),
    "character Warden: Brace stands twice": lambda: character(attacks=(Attack("Brace"),)),
    "character Warden: Cut: a contest is started by an ability alone": (
        lambda: character(attacks=(Attack("Cut", effects=(DUEL,)),))
    ),
    "character Warden: Cut: tokens [2, 1]; expected the lesser number first": (
        lambda: character(attacks=(Attack("Cut", tokens=(2, 1)),))
    ),
    "character Warden: Aid: range [50, 20.5]; expected the lesser number first": (
        lambda: character(abilities=(Ability("Aid", range=(50, 20.5)),))
    ),
    "character Warden: Aid: only an Ability Action moves tokens or contests": (
        lambda: character(abilities=(Ability("Aid", kind="response", effects=(DUEL,)),))
    ),
    "character Warden: Lend: only an Ability Action moves tokens or contests": (
        lambda: character(abilities=(Ability("Lend", kind="always", transfers=1),))
    ),
    "character Warden: Aid: only an ability that is always on grants": (
        lambda: character(abilities=(Ability("Aid", grants=(Grant("attack", 1),)),))
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_with_its_place(fault: str):
    assert FAULTS[fault]().faults() == [fault]


@pytest.mark.rule("LC-3.2")
@pytest.mark.parametrize(
    ("made", "where"),
    [
        (lambda: scenario(changes=("LC-2.1",)), "scenario wellspring"),
        (
            lambda: character(attacks=(Attack("Cut", changes=("LC-2.1",)),)),
            "character Warden: Cut",
        ),
        (
            lambda: character(abilities=(Ability("Aid", changes=("LC-2.1",)),)),
            "character Warden: Aid",
        ),
    ],
)
def test_lc_3_2_only_some_rules_are_set_aside(made: Callable[[], Forces], where: str):
    expected = ", ".join(sorted(CHANGEABLE))
    assert made().faults() == [f"{where}: LC-2.1 cannot be set aside; expected one of {expected}"]


def test_what_stands_at_a_limit_is_no_fault():
    for made in (
        FORCES,
        scenario(turns=0, victory=(), endings=(Ending("dusk", "game", "it is dark"),)),
        scenario(turns=1, victory=(), endings=()),
        scenario(fallible=("monolith", "chasm")),
        character(attacks=(Attack("Cut", tokens=(1, 1), range=(5, 5)),)),
        character(abilities=(Ability("Lend", transfers=1, effects=(DUEL,)),)),
        character(abilities=(Ability("Calm", kind="always", grants=(Grant("attack", 1),)),)),
    ):
        assert made.faults() == []
