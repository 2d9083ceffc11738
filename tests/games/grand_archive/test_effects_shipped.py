"""What the shipped catalog tells of champions, regalia and allies."""

from functools import cache

from referee.catalog import read_catalog
from referee.games.grand_archive.effects.reading import Catalogue
from referee.games.registry import game_of
from storage.catalogs import catalog_text

(PATH,) = game_of("grand_archive").sample_catalogs()


@cache
def shipped() -> Catalogue:
    return read_catalog(catalog_text(PATH), Catalogue, PATH.name)


def test_every_spirit_whose_text_is_known_deals_its_opening_hand() -> None:
    spirits = [card for card in shipped().champions if card.level == 0]
    assert {card.name for card in spirits if not card.effects} == {"Dinah, Lost Spirit"}
    for card in spirits:
        drawn = [step.count for e in card.effects for step in e.steps if hasattr(step, "count")]
        assert not card.effects or {6, 7} & set(drawn), card.name
