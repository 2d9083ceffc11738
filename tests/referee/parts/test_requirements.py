"""The rows of an act: they refuse in their order, say what is offered, and what would be legal."""

from typing import Any

import pytest
from msgspec import Struct

from referee.parts.requirements import Requirements, Row, for_good
from referee.table import MatchState, Table
from referee.verdict import Violation


class Boat(Struct):
    """Something that may set out."""

    id: str
    crew: int = 2
    ashore: int = 0


SAILS = Requirements(
    {"boat": lambda t, boat, port: boat.id, "crew": lambda t, boat, port: boat.crew},
    Row("B-1", "{boat} is no boat", lambda t, boat, port: boat.id != "Cow", refused=for_good),
    Row("B-2", "{boat} has {crew:sailor}", lambda t, boat, port: boat.crew > 1),
    Row("B-3", "{boat} is ashore", lambda t, boat, port: not boat.ashore, lambda t, b, p: b.ashore),
    Row(
        "B-4",
        "{boat} is in port",
        lambda t, boat, port: boat.id != port,
        legal=lambda t, boat, port: f"leave {port}",
    ),
)


def table(*waived: str) -> Table[MatchState[Any], None]:
    found: Table[MatchState[Any], None] = Table(MatchState(("ana",)), None, {})
    found.waived = frozenset(waived)
    return found


def refused(boat: Boat, port: str = "", *waived: str) -> Violation:
    with pytest.raises(Violation) as found:
        SAILS.require(table(*waived), boat, port, instead=lambda: "one of Gull")
    return found.value


def test_the_first_row_that_does_not_hold_refuses_with_the_figures_of_its_sentence():
    found = refused(Boat("Gull", crew=1, ashore=7))
    assert (found.rule, found.facts) == ("B-2", {"boat": "Gull", "crew": 1})
    assert (str(found), found.since, found.legal) == ("Gull has 1 sailor", None, "one of Gull")


def test_a_row_names_the_entry_that_set_the_limit_and_what_would_be_legal():
    assert refused(Boat("Gull", ashore=7)).since == 7
    assert refused(Boat("Gull"), "Gull").legal == "leave Gull"


def test_a_judge_may_waive_a_row_but_not_one_that_refuses_for_good():
    assert refused(Boat("Gull", crew=1, ashore=7), "", "B-2").rule == "B-3"
    assert refused(Boat("Cow"), "", "B-1").rule == "B-1"
    SAILS.require(table("B-2", "B-3"), Boat("Gull", 1, 7), "", instead=str)


def test_the_same_rows_say_what_may_be_offered():
    boats = [Boat("Gull"), Boat("Tern", crew=1), Boat("Cow"), Boat("Skua", ashore=3), Boat("Auk")]
    assert [each.id for each in boats if SAILS.hold(table(), each, "Auk")] == ["Gull"]


def test_what_does_not_hold_is_named_without_a_refusal():
    broken = SAILS.broken(table(), Boat("Tern", crew=1), "")
    assert broken is not None
    assert broken.rule == "B-2"
    assert SAILS.broken(table(), Boat("Gull"), "") is None
