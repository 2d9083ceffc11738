"""What a catalog of wizards cannot hold is refused with the name of the card."""

import pytest

from referee.catalog import CatalogError
from tests.games.tower_wizwar.effects import card, does
from tests.games.tower_wizwar.table import catalog

DRAW = 'do = "draw"'
MODES = (
    '{ name = "a", cost = [{ do = "mana", count = 1 }], steps = [{ do = "draw" }] }, '
    '{ name = "b", steps = [{ do = "draw", count = 2 }] }'
)


@pytest.mark.parametrize(
    ("told", "says"),
    [
        (card("Odd", does(DRAW, when="celestial")), "celestial is for celestials"),
        (card("Odd", does(DRAW), kind="celestials"), "does nothing but when it is played"),
        (card("Odd", does(DRAW), kind="orbitals"), "an orbital is never activated"),
        (card("Odd", does(DRAW, when="on cast"), kind="orbitals"), "nothing but spells is cast"),
        (
            card("Odd", does(DRAW, when='{ on = "draws", what = { is = "minion" } }')),
            "draws happens to wizards: say whose with seat",
        ),
        (card("Odd", f'when = "activated"\nmodes = [{MODES}]'), "say the mana of each mode"),
        (
            card("Odd", 'when = "always"\ninstead = { of = "draw", become = "mana" }'),
            "no text replaces anything here",
        ),
        (
            card(
                "Odd",
                'when = "always"\n'
                'change = [{ on = "self", layer = "add", what = "wounds", amount = 1 }]',
            ),
            "what lasts changes power, might or what is paid, not wounds",
        ),
        (card("C1"), "C1: this name appears twice"),
        (card("Odd", spellbook="Pink"), "Odd: no spellbook is Pink"),
    ],
)
def test_a_card_that_cannot_be_is_refused_with_its_name(told: str, says: str):
    with pytest.raises(CatalogError, match=says):
        catalog(told)
