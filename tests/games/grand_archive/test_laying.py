"""The table of an example, laid as one line says it."""

import pytest

from referee.catalog import CatalogError
from referee.games.grand_archive.effects.example_tables import lay
from referee.games.grand_archive.state import RECOLLECTION
from tests.games.grand_archive.table import catalog


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("ana: activates Zork", "no card is named Zork"),
        ("ana: intent Cut2+Zork", "no card is named Zork"),
        ("ana: graveyard A1+Zork", "no card is named Zork"),
        ("ana: Zork rested", "Zork rested: no card is named so"),
        (
            "A1 rested",
            "A1 rested: expected a seat, a colon, what it has; seats are ana, bo, cy, di",
        ),
        ("ana: hand 9999", "hand 9999: ana has not so many cards"),
    ],
)
def test_a_table_is_laid_of_cards_that_there_are(line: str, why: str) -> None:
    with pytest.raises(CatalogError) as refused:
        lay(catalog(), line)
    assert str(refused.value) == why


def test_a_table_is_laid_as_its_line_says() -> None:
    t = lay(
        catalog(),
        'ana: "Fire+Kai, One" damage 3, A4 rested buff 2, hand 4, graveyard A1+A2; '
        "bo: A3 damage 1, memory 2, omens A1, in recollection",
    )
    things = t.state.zones.things
    champion, ally, theirs = things["ana.champion"], things["A4.1"], things["A3.1"]
    assert (champion.name, champion.damage) == ("Kai, One", 3)
    assert (ally.rested, ally.counters, theirs.damage) == (True, {"buff": 2}, 1)
    assert things["bo.champion"].name == "Fire"
    hidden = t.state.zones.hidden
    assert [hidden.size(each) for each in ("ana.hand", "bo.memory", "bo.hand")] == [4, 2, 0]
    assert t.state.zones.piles["ana.graveyard"] == ["A1", "A2"]
    assert t.state.players["bo"].omens == t.state.zones.piles["bo.banishment"] == ["A1"]
    assert (t.state.active, t.state.phase) == ("bo", RECOLLECTION)
