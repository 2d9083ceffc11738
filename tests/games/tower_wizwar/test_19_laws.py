"""Laws of effects: whatever a text says, no card stands above TW-1.1 to 1.5, cards are conserved,
and what is refused leaves nothing behind."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

from events.notation import write
from referee.games.tower_wizwar.places import LAYOUT
from referee.games.tower_wizwar.state import WOUNDS
from referee.replay.simulate import event_of, simulate
from referee.verdict import Illegal
from tests.games.tower_wizwar.effects import card, does
from tests.games.tower_wizwar.table import DECK, GAME, TOWERS, Match, catalog, opening, turn

STEPS = (
    'do = "damage", card = { is = "creature" }, amount = [1, 20]',
    'do = "damage", wizard = "player", amount = [1, 20]',
    'do = "harm", card = { is = "creature" }, change = [1, 4]',
    'do = "harm", wizard = "player", change = [1, 3]',
    'do = "wound", card = { is = "corporeal" }, change = [1, 3]',
    'do = "wound", wizard = "player", change = 1',
    'do = "turn", card = { is = "harmed" }, count = 1',
    'do = "turn", wizard = "player", count = 1',
    'do = "expend", card = { not = "expended" }',
    'do = "renew", card = { is = "expended" }',
    'do = "destroy", card = { is = "creature" }',
    'do = "move", card = { is = "creature" }',
    'do = "exchange", card = { is = "creature", of = "you" }, '
    'other = { is = "creature", of = "opponent" }',
    'do = "put", card = { is = "spell" }, to = ["hand", "pool", "deck", "aether", "discard"]',
    'do = "draw", wizard = "player", count = [1, 4], place = ["hand", "pool"]',
    'do = "discard", wizard = "player", cards = { count = [0, 2] }, place = ["hand", "pool"]',
    'do = "discard", wizard = "player", '
    'cards = { count = 2, what = { is = "creature" } }, place = "deck"',
    'do = "take", cards = { what = { is = "creature" } }, '
    'place = ["discard", "hand", "pool"], to = "play"',
    'do = "take", cards = { count = 1 }, place = "discard", to = ["hand", "pool", "deck"]',
    'do = "pass", wizard = "player", count = [1, 3], place = "hand", '
    'to = ["pool", "deck", "aether"]',
    'do = "pass", count = [1, 3], place = "pool", to = ["hand", "deck"], where = "shuffled"',
    'do = "coin"',
    'do = "coin", card = { is = "creature" }, colour = ["gold", "light"]',
    'do = "random"',
    'do = "drain", wizard = "player", change = [-4, 4]',
    'do = "tower", wizard = "player"',
    'do = "modify", card = { is = "corporeal" }, what = ["power", "might"], '
    'change = [-3, 3], until = ["attack", "turn", "match"]',
    'do = "modify", wizard = "player", what = ["cast", "activate"], change = [-2, 2], '
    'until = "turn"',
    'do = "grant", card = { is = "creature" }, '
    'word = ["guardian", "ethereal", "ephemeral"], until = "turn"',
    'do = "lose", card = { is = "creature" }, word = ["guardian", "ethereal"], until = "turn"',
    'do = "allow", card = { is = "creature" }, '
    'what = ["overlay", "spot", "block", "unexpended", "rear"], until = "turn"',
    'do = "allow", wizard = "you", what = "attack", until = "turn"',
    'do = "forbid", card = { is = "creature" }, '
    'what = ["attack", "block", "target", "expend", "renew"], until = "turn"',
    'do = "reveal", wizard = "player", cards = { count = 1 }, place = ["hand", "pool", "deck"]',
    'do = "look", wizard = "player", count = 1, place = ["hand", "pool", "deck"]',
    'do = "shuffle", wizard = "player"',
    'do = "shuffle", deck = "draft"',
    'do = "mana", wizard = "opponent", count = 1',
)  # fmt: skip


def random_card(chance: Random, name: str) -> str:
    steps = list(dict.fromkeys(chance.choice(STEPS) for _ in range(chance.choice((1, 1, 2)))))
    if len(steps) == 2 and steps[0].split()[2] == steps[1].split()[2]:
        steps = steps[:1]  # which of the two a logged outcome is could not be told
    cost = chance.choice(("", '{ do = "mana", count = 1 }', '{ do = "expend", card = "self" }'))
    return card(name, does(*steps, cost=f"[{cost}]"))


SET_OFF = (
    "on cast",
    '{ on = "wounded", what = "self" }',
    '{ on = "enters", what = { is = "creature" }, seat = "you" }',
    '{ on = "turn begins", seat = "you" }',
    '{ on = "turn ends", seat = "you" }',
    '{ on = "casts", seat = "opponent" }',
    '{ on = "leaves", what = "self" }',
    '{ on = "attacks", what = "self" }',
    '{ on = "draws", seat = "opponent" }',
    '{ on = "wizard harmed", seat = "you" }',
)
NULL = card(
    "Null",
    does('do = "cancel"', cost='[{ do = "expend", card = "self" }]'),
    kind="implements",
)


def set_off_card(chance: Random, name: str) -> str:
    when, may = chance.choice(SET_OFF), chance.random() < 0.3
    return card(name, does(chance.choice(STEPS), when=when, may=may))


def position(chance: Random) -> Match:
    cards = [f"Rand{n}" for n in range(8)]
    match = turn(extra="\n".join(random_card(chance, name) for name in cards))
    match.unseen("ana", "hand", 1).unseen("bo", "pool", 6)
    for seat in ("ana", "bo"):
        match.tower(seat, "Keep3")
        for spot in ("F1", "F2", "F3", "S1"):
            match.put(seat, spot, cards.pop())
        match.put(seat, "F4", "C5", harm=1)
        match.put(seat, "F5", "Mist1", expended=True)
        match.put(seat, "J1", "Hat1")
    return match


def require_lawful(match: Match, counted: dict[str, int]) -> None:
    state = match.tw
    assert LAYOUT.counted(match.t) == counted
    for thing in state.zones.things.values():
        assert thing.wounds < WOUNDS, thing
        assert thing.harm >= 0
        assert all(count > 0 for count in thing.tokens.values())
    for seat, side in state.sides.items():
        assert side.lost or side.wounds < WOUNDS
        assert side.drain >= 0
        for spot, there in side.map.items():
            kinds = [match.t.catalog.cards[state.zones.things[each].name].kind for each in there]
            assert kinds.count("tower") <= (spot == "T"), (seat, spot, kinds)
        for place in ("hand", "pool"):
            for back in ("celestial", "orbital"):
                assert not state.zones.hidden.size(f"{seat}.{place}/{back}")


@pytest.mark.parametrize("seed", range(12))
def test_tw_1_6_whatever_texts_say_the_rules_of_three_and_five_and_the_cards_stay(seed: int):
    chance = Random(seed)
    match = position(chance)
    counted = LAYOUT.counted(match.t)
    for _ in range(12):
        if match.state.over:
            break
        offered = [o for o in GAME.options(match.t) if o.verb == "effect"]
        if not offered:
            break
        event = event_of(GAME, chance.choice(offered), chance)
        verdict = match.log(event).verdict
        assert not isinstance(verdict, Illegal), f"{write(event)}: {verdict}"
        require_lawful(match, counted)
    if not match.state.over:
        match.at("attack")
        spots = [("ana", f"F{n}") for n in range(1, 6)] + [("ana", "S2")]
        ids = [match.put(seat, spot, "C1") for seat, spot in spots]
        match.refuse(f"ana attack bo {' '.join(ids)}", "TW-1.5")


@pytest.mark.parametrize("seed", range(6))
def test_what_is_refused_at_its_last_outcome_leaves_nothing_behind(seed: int):
    chance = Random(1000 + seed)
    match = position(chance)
    for option in islice((o for o in GAME.options(match.t) if o.verb == "effect"), 8):
        line = write(event_of(GAME, option, chance))
        before = match.replay.digest()
        head, pays, tail = line.partition(" pays=")
        match._log(f"{head} drain:1:bo{pays}{tail}")
        assert match.replay.digest() == before or not isinstance(match.verdict, Illegal), line
        assert Counter(LAYOUT.counted(match.t)).total() > 0


@pytest.mark.parametrize("seed", range(5))
def test_random_matches_with_random_texts_come_to_an_end(seed: int):
    chance = Random(seed)
    names = [f"Rand{n}" for n in range(9)]
    made = [(random_card if n % 2 else set_off_card)(chance, each) for n, each in enumerate(names)]
    cards = catalog("\n".join([*made, NULL]))
    deck = {**DECK, **{f"C{n}": 1 for n in range(1, 9)}, **dict.fromkeys(names, 2), "Null": 1}
    del deck["C0"]
    made_of = opening(cards=cards, decks={"ana": deck, "bo": deck})
    replay = simulate(GAME, cards, made_of, chance)
    assert replay.state.over
    assert sum(LAYOUT.counted(replay.table).values()) == 2 * (sum(deck.values()) + len(TOWERS))
