"""The facts of the parts: each becomes a table, whose columns say what they are."""

from referee.parts import effects, lasting_changes, replacement, responses
from storage.fact_tables import fact_tables

FACTS = (*effects.FACTS, *responses.FACTS, *lasting_changes.FACTS, *replacement.FACTS)


def test_the_facts_of_all_parts_have_tables_of_their_own_for_one_game():
    tables = fact_tables(FACTS, "toy")
    assert len({table.name for table in tables.values()}) == len(FACTS)
    assert all(column.comment for table in tables.values() for column in table.columns)
