"""TW-1.6 as a law: over random catalogs no effect moves the rules of three and of five."""

from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from referee.fact import CardsDrawn
from referee.games.tower_wizwar.drawing import cards_left
from referee.games.tower_wizwar.facts import Drafted
from referee.games.tower_wizwar.places import spells_in
from referee.games.tower_wizwar.prices import surcharge
from referee.games.tower_wizwar.state import GROUP, HAND, WOUNDS, Strike
from tests.games.tower_wizwar.effects import card, does
from tests.games.tower_wizwar.table import Match, turn

STEPS = (
    'do = "damage", card = "one", amount = 4',
    'do = "wound", card = "one", change = 1',
    'do = "wound", wizard = "opponent", change = 1',
    'do = "harm", card = "one", change = 2',
    'do = "turn", card = "one", count = 1',
    'do = "draw", count = 2',
    'do = "drain", change = 4, wizard = "you"',
    'do = "drain", change = -2, wizard = "opponent"',
    'do = "modify", card = "one", what = "might", change = 5, until = "turn"',
    'do = "modify", card = "one", what = "power", change = 9',
    'do = "allow", card = "one", what = "rear"',
    'do = "allow", card = "one", what = "unexpended"',
    'do = "allow", wizard = "you", what = "attack"',
    'do = "allow", card = "one", what = "block"',
    'do = "allow", wizard = "you", what = "group"',
    'do = "allow", wizard = "you", what = "hand"',
    'do = "allow", card = "one", what = "life"',
    'do = "allow", wizard = "you", what = "track"',
    'do = "grant", card = "one", word = "guardian"',
    'do = "renew", card = "one"',
)
AIMS = '{ one = { what = { is = "creature" } } }'
STABILISED = ("TW-11.2", "TW-11.20", "TW-10.12", "TW-18.5")


def random_cards(chance: Random) -> str:
    """Creatures with one to three random steps each, to be activated."""
    found = []
    for n in range(4):
        steps = chance.sample(STEPS, chance.randint(1, 3))
        more = {"aims": AIMS} if '"one"' in "".join(steps) else {}
        found.append(card(f"Odd{n}", does(*steps, **more), power=3, might=2))
    return "\n".join(found)


def random_line(match: Match, chance: Random) -> str:
    """Something that somebody may try, sensible or not."""
    seat, foe = chance.choice((("ana", "bo"), ("bo", "ana")))
    things = match.tw.zones.things
    own = sorted(id for id, thing in things.items() if thing.controller == seat)
    some = chance.sample(own, min(len(own), chance.randint(1, 6)))
    target, mana = chance.choice(sorted(things)), surcharge(match.t, seat)
    paid = f" unnamed={mana}" if mana else ""
    lines = (
        f"{seat} attack {foe} {' '.join(some)}",
        f"{seat} block {' '.join(some)}",
        f"{seat} no-block",
        f"{seat} draw",
        f"{seat} discard pool=1",
        f"{seat} full-draft 3 unnamed=2",
        f"{seat} cast C{chance.randint(0, 3)} F{chance.randint(1, 5)} unnamed={mana + 2}",
        f"{seat} end",
    )
    aimed = f" {target}" if chance.random() < 0.7 else ""
    used = f"{seat} effect {some[0]}{aimed}{paid}" if some else f"{seat} end"
    return used if chance.random() < 0.5 else chance.choice(lines)


def require_three_and_five(match: Match) -> None:
    """What TW-1.1 to 1.5 say."""
    state, t = match.tw, match.t
    assert all(thing.wounds < WOUNDS for thing in state.zones.things.values())
    for seat, side in state.sides.items():
        assert side.wounds < WOUNDS or side.lost
        assert surcharge(t, seat) == side.drain // 3
    for pending in state.waiting.stack:
        if isinstance(pending, Strike):
            assert len(pending.attackers) <= GROUP and len(pending.blockers) <= GROUP
    for fact in match.facts:
        if isinstance(fact, CardsDrawn) and fact.rule in STABILISED:
            assert spells_in(t, fact.seat, "hand") == HAND or not cards_left(t, fact.seat)
        elif isinstance(fact, Drafted) and fact.kind == "full":
            assert fact.spells == HAND or not cards_left(t, fact.seat)


@pytest.mark.rule("TW-1.6")
@settings(max_examples=8, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(seed=st.integers(0, 2**32))
def test_tw_1_6_no_effect_of_a_random_card_changes_the_rules_of_three_and_five(seed: int):
    chance = Random(seed)
    match = turn(extra=random_cards(chance), phase=chance.choice(("cast", "attack", "last")))
    for seat in match.tw.seats:
        match.give(seat, wounds=chance.randint(0, 2), drain=chance.randint(0, 7))
        for n, spot in enumerate(("F1", "F2", "F3", "F4", "F5", "S1", "S2", "S3")):
            wounds = chance.randint(0, 2)
            match.put(seat, spot, f"Odd{n % 4}", wounds=wounds, harm=chance.randint(0, 2))
    for _ in range(30):
        if not match.tw.over:
            match._log(random_line(match, chance))
            require_three_and_five(match)
