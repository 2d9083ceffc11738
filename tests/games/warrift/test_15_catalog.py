"""Effects are checked when a catalog is read, so that a misspelt one is refused, not ignored."""

import pytest

from referee.catalog import CatalogError, read_catalog
from referee.games.warrift.effects.vocabulary import VOCABULARY
from referee.parts.effects import effect_in_words
from tests.cli.test_home import Home, home
from tests.games.warrift.effects import card, does
from tests.games.warrift.table import GAME, catalog

__all__ = ["home"]

WRITTEN = """
game = "warrift"
name = "written"
[[starting_cards]]
name = "Awarrior"
role = "warrior"
attack = 1
[[strongholds]]
name = "Hut1"
tier = 1
cost = 1
"""


def change(**said: str) -> str:
    """A text that holds while its card is in play."""
    usual = {"on": '"self"', "layer": '"add"', "what": '"attack"'}
    inner = ", ".join(f"{key} = {value}" for key, value in {**usual, **said}.items())
    return f'when = "always"\nchange = [{{ {inner} }}]'


@pytest.mark.parametrize(
    ("effect", "says"),
    [
        (does('do = "damage", monster = { is = "monsters" }'), "did you mean monster"),
        (does('do = "damage", monster = { is = "monster", with = { helth = 1 } }'), "helth"),
        (does('do = "magicka", change = "nigt"'), "did you mean night"),
        (does('do = "move", cards = { count = 1 }, place = "hnd", to = "discard"'), "hnd"),
        (does('do = "draw"', when="plaid"), "nothing sets it off by plaid"),
        (does('do = "draw"', aside='["WR-99.1"]'), "there is no rule WR-99.1"),
        (does('do = "draw"', aside='["WR-7.3"]'), "no text sets WR-7.3 aside"),
        (does('do = "draw"', when="eyestrike"), "eyestrike is for monsters"),
        (does('do = "draw"', when="enter_play"), "enter_play is for strongholds"),
        (change(what='"points"'), "attack, health or costs, not points"),
        (change(layer='"forbid"', what='"summon"'), "tell it as a text"),
        (change(layer='"grant"', what='"forcefield"'), "forcefield is not given"),
        ('when = "always"\ninstead = { of = "damage", prevent = 1 }', "no text replaces"),
        (
            does('do = "draw"', aims='{ it2 = { what = "pending" } }'),
            "nothing that is pending is aimed at",
        ),
    ],
)
def test_wr_15_3_an_effect_that_says_what_nobody_knows_is_refused_with_the_catalog(
    effect: str, says: str
):
    with pytest.raises(CatalogError, match=says):
        catalog(card("Wrong", effect))


def test_a_name_is_used_once():
    with pytest.raises(CatalogError, match="Twin: this name appears twice"):
        catalog(card("Twin") + "\n" + card("Twin"))


def test_wr_15_11_what_lasts_may_change_attack_health_costs_and_words():
    cards = [
        card("A", change()),
        card("B", change(on='{ is = "monster" }', what='"health"')),
        card("C", change(on='"you"', what='"hire"')),
        card("D", change(layer='"grant"', what='"corrupt"')),
    ]
    assert len(catalog("\n".join(cards)).standing) == 4


def test_wr_15_1_effects_of_words_belong_to_the_card():
    known = catalog(card("Turner", alter=2, scout=1, words=("forcefield",))).cards["Turner"]
    assert [effect.name for effect in known.all_effects] == ["alter 2", "scout 1", "forcefield"]


def test_an_effect_that_nothing_sets_off_on_its_card_is_not_written_into_the_catalog(home: Home):
    path = home.folder / "cards.toml"
    path.write_text(WRITTEN, encoding="utf-8")
    asked = ("catalog", "new-effect", "warrift", "Awarrior", path, "--do", "draw count=2")
    assert "eyestrike is for monsters" in home.error(*asked, "--when", "eyestrike")
    assert path.read_text(encoding="utf-8") == WRITTEN
    home.ok(*asked, "--when", "played")


def test_an_effect_that_waits_for_something_is_written_into_the_catalog(home: Home):
    path = home.folder / "cards.toml"
    path.write_text(WRITTEN, encoding="utf-8")
    home.ok("catalog", "new-effect", "warrift", "Hut1", path, "--do", "draw", "--when", "kill")
    (effect,) = read_catalog(path.read_text(), GAME.catalog_type, "it").cards["Hut1"].effects
    assert effect_in_words(effect, VOCABULARY) == "when anybody kills: you draw 1"
