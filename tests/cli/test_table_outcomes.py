"""Outcomes at the table: a hurried line of them is read as the notation reads it."""

import pytest

from cli.reading.door.address import Situation, address
from cli.reading.door.cut_short import read_part
from cli.table.completion import _fields
from cli.table.screen import help_lines
from events.notation import Malformed, split_words, write
from events.notation.plan import plan_of
from tests.events.test_outcomes import CODEC, NAMES, Effect

NOW = Situation(CODEC, frozenset(NAMES), ("ana", "bo"), (), ("ana", "bo"), "kim")


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("eff ember dam:ogre.1:3", 'ana effect "Ember Rite" damage:Ogre.1:3'),
        ("bo eff imp pup.3 dam:3  draw", 'bo effect Imp "Silver Pup.3" damage::3 draw'),
        ("eff imp dra", "ana effect Imp draw"),
        ("eff imp disc:mage+imp*2:bo m=imp", "ana effect Imp discard:Mage+Imp+Imp:bo mode=Imp"),
        ('eff imp dam:"infusion: b" p=draw:2,disc:mage', None),
    ],
)
def test_aims_and_outcomes_stand_at_their_places(typed: str, line: str | None) -> None:
    line = line or ('ana effect Imp damage:"Potion Infusion: Blaze" pays=draw:2,discard:Mage')
    event = read_part(typed, NOW)
    assert event is not None
    assert write(event, CODEC) == line


@pytest.mark.parametrize(
    ("typed", "column", "word"),
    [
        ("eff imp draw  dam:ogrr:3", 19, "ogrr"),
        ("eff imp imp.2 draw   dma:ogre", 22, "dma"),
        ("eff imp disc:mage+impp  draw", 19, "impp"),
        ("eff imp imp.2  imp.4", 16, "imp.4"),
    ],
)
def test_a_mistake_in_an_outcome_is_pointed_at_as_typed(typed: str, column: int, word: str) -> None:
    with pytest.raises(Malformed) as caught:
        read_part(typed, NOW)
    assert (caught.value.column, caught.value.word) == (column, word)


@pytest.mark.parametrize(
    ("typed", "partial", "offered"),
    [
        ("eff imp", "dr", ["draw"]),
        ("eff imp", "og", ["Ogre", '"Ogre Mage.1"', "Ogre.1"]),
        ("eff imp imp.2", "di", ["discard"]),
        ("eff imp imp.2 draw", "dam", ["damage"]),
    ],
)
def test_names_and_then_the_words_of_outcomes_complete_a_line(
    typed: str, partial: str, offered: list[str]
) -> None:
    head = address(split_words(typed), NOW, ())
    found = [completion.text for completion in _fields(head, plan_of(Effect), NOW, partial)]
    assert [text for text in found if not text.endswith("=")] == offered


def test_help_for_a_verb_lists_the_shapes_of_its_outcomes() -> None:
    text = " ".join(" ".join(help_lines(Effect)).split())
    assert "pays: draw[:count][:seat][:deck|hand|play|pool], discard[:card+...]" in text
