"""What is offered of effects is accepted, and read back from its line as it was made."""

from random import Random

from events.notation import read, write
from referee.replay.simulate import event_of
from referee.verdict import Legal, OnTrust
from tests.games.tower_wizwar.effects import card, does
from tests.games.tower_wizwar.table import GAME, Match, opened, turn

CARDS = {
    "F1": card("Bolt", does(
        'do = "damage", card = "victim", amount = 3', cost='[{ do = "mana", count = 1 }, '
        '{ do = "expend", card = "self" }]', aims='{ victim = { what = { is = "creature" } } }')),
    "F2": card("Coiner", does('do = "coin"'), does('do = "tower"', name='"tower"')),
    "F3": card("Mover", does('do = "move", card = { is = "creature" }')),
    "F4": card("Taker", does('do = "take", place = "discard", to = "play", '
                             'cards = { what = { is = "creature" } }')),
    "F5": card("Drawer", does('do = "draw", count = 2',
                              'do = "discard", cards = { count = [0, 2] }')),
    "S1": card("Healer", does('do = "wound", card = { is = "wounded" }, change = -1',
                              'do = "allow", card = "self", what = "rear", until = "turn"')),
    "S2": card("Taxer", does('do = "mana", wizard = "opponent", count = 2')),
    "S3": card("Wheel", does('do = "random"', 'do = "harm", wizard = "opponent", change = 1, '
                             'if = { last = "random", least = 4 }')),
}  # fmt: skip


def position() -> Match:
    match = turn(extra="\n".join(CARDS.values())).unseen("ana", "hand", 1).give("ana", drain=4)
    names = ("Bolt", "Coiner", "Mover", "Taker", "Drawer", "Healer", "Taxer", "Wheel")
    for spot, name in zip(CARDS, names, strict=True):
        match.put("ana", spot, name)
    match.put("bo", "F1", "C3", wounds=1)
    match.put("bo", "F2", "C4")
    match.tw.zones.piles["ana.discard"] = ["C3", "C4"]
    return match


def test_every_effect_that_is_offered_is_accepted_as_it_is_written():
    chance = Random(7)
    offered = [o for o in GAME.options(position().t) if o.verb == "effect"]
    assert len(offered) == len(CARDS) + 1
    for option in offered:
        for _ in range(4):
            event = event_of(GAME, option, chance)
            line = write(event)
            assert read(line, GAME.codec) == event, line
            verdict = position().log(event).verdict
            assert isinstance(verdict, Legal | OnTrust), f"{line}: {verdict}"


def test_tw_20_4_what_goes_unseen_is_offered_with_its_spellbooks_where_these_are_kept():
    passer = card("Passer", does('do = "pass", count = 2, place = "hand", to = "pool"'))
    match = opened(backs="spellbooks", extra=passer).at("cast")
    match.put("ana", "F1", "Passer")
    hidden = match.tw.zones.hidden
    for book, count in (("White", 2), ("Blue", 1)):
        hidden.draw(count, f"ana.deck/{book}", f"ana.hand/{book}")
    (option,) = [o for o in GAME.options(match.t) if o.verb == "effect"]
    match.play(write(event_of(GAME, option, Random(7))))
    assert [hidden.size(f"ana.pool/{book}") for book in ("White", "Blue")] == [2, 0]


def test_no_card_is_offered_a_spot_that_the_orbital_under_it_may_not_have():
    match = turn(phase="movement")
    for spot, name in (("J1", "Hat1"), ("J1", "C2"), ("F1", "C3")):
        match.put("ana", spot, name)
    offered = {(o.verb, next(iter(o.fields["card"].names()))) for o in GAME.options(match.t)
               if o.verb in ("move", "exchange")}  # fmt: skip
    assert ("move", "C3.1") in offered
    assert not any(verb == "exchange" for verb, _ in offered)
    match.refuse("ana exchange C2.1 C3.1", "TW-11.14", spot="F1")


def test_tw_11_22_where_what_waits_ends_the_match_something_lets_it_take_effect():
    doom = card("Doom", does('do = "wound", wizard = "opponent", change = 1'))
    veto = card("Veto", does('do = "cancel", what = "effect"'))
    extra = f"{doom}\n{veto}"
    match = turn(extra=extra)
    match.put("ana", "F1", "Doom")
    match.put("bo", "F1", "Veto")
    match.give("bo", wounds=2)
    match.play("ana effect Doom.1")
    assert not match.state.over
    offered = [each for each in match.game.options(match.t) if each.weight]
    assert "end" in [each.verb for each in offered]
    match.play("ana end")
    assert match.state.over == "last standing"


def test_tw_19_2_the_effect_of_a_tower_under_a_ritual_is_not_offered():
    hits = does('do = "harm", wizard = "opponent", change = 1')
    match = turn(extra=card("Hot Keep", hits, kind="towers")).unseen("ana", "hand", 1)
    match.put("ana", "T", "Hot Keep")
    assert "effect" in {option.verb for option in GAME.options(match.t)}
    match.put("ana", "T", "Rite1")
    assert "effect" not in {option.verb for option in GAME.options(match.t)}
    match.refuse('ana effect "Hot Keep"', "TW-19.2", thing="Hot Keep.1")
