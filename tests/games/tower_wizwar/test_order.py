"""Where an entry breaks several rules, the refusal cites the one that the page puts first."""

from tests.games.tower_wizwar.asking import asks
from tests.games.tower_wizwar.table import DECK, Match, turn


def without(*names: str) -> dict[str, int]:
    """A deck without these cards."""
    deck = {name: count for name, count in DECK.items() if name not in names}
    deck["C1"] += sum(DECK.values()) - sum(deck.values())
    return deck


def casting(**more: object) -> Match:
    return turn(decks={"ana": without("Tool1", "C2", "C3")}, **more)


def test_a_name_that_there_is_not_comes_before_the_time_and_the_time_before_what_is_due():
    match = casting(phase="movement").hold("ana", "Hat1", place="front")
    match.put("ana", "J1", "Hat2")
    match.refuse("ana cast Nobody F1", "TW-2.10")
    match.refuse("ana cast Tool1 T", "TW-12.1")
    match.refuse("ana attack bo C0.1", "TW-11.13")


def test_what_is_due_comes_before_the_spot_and_the_spot_before_the_mana():
    match = casting()
    match.put("ana", "J1", "Hat2")
    match.refuse("ana cast C3 T unnamed=1", "TW-11.9")
    match.play("ana orbital")
    match.refuse("ana cast C3 T unnamed=1", "TW-5.3")
    match.refuse("ana cast C3 F1 unnamed=1", "TW-4.8")
    match.refuse("ana cast C3 F1 unnamed=3", "TW-12.4")


def test_mana_that_the_pool_does_not_hold_comes_before_the_card():
    match = casting()
    match.tw.zones.hidden.draw(5, "ana.pool/spell", "ana.deck/spell")
    match.refuse("ana cast C3 F1", "TW-4.8", made=1)


def test_the_tower_comes_before_the_celestial_that_calls_for_it():
    deck = without("Sun1")
    del deck["C1"]
    deck |= {"C1": DECK["C1"], "Sun2": 2}
    match = turn(phase="movement", decks={"ana": deck}).unseen("ana", "front", 1, "celestial")
    match.refuse("ana play Sun1 Keep4", "TW-14.2")
    match.refuse("ana play Sun1 Keep2", "TW-13.3")


def test_the_number_of_a_draft_comes_before_its_split_and_that_before_the_unseen_cards():
    match = turn(phase="draft")
    match.tw.zones.hidden.draw(6, "ana.deck/celestial", "ana.unseen/celestial")
    said = "ana full-draft 4 unnamed=2 backs="
    match.refuse(f"{said}celestial,spell,spell,spell,spell", "TW-1.4", have=4)
    match.refuse(f"{said}celestial,spell,spell,spell,spell,spell", "TW-11.8", have=4)
    match.refuse(
        "ana full-draft 3 unnamed=2 backs=celestial,spell,spell,spell,spell,spell", "TW-9.4"
    )


def test_of_moves_the_front_comes_first_then_the_card_the_spot_and_the_number():
    match = turn(phase="movement").hold("ana", "Hat1", place="front")
    match.put("bo", "F1", "C2")
    match.put("ana", "F1", "C3")
    match.put("ana", "F2", "C4")
    match.refuse("ana move C2.1 T", "TW-11.13")
    match.play("ana play Hat1 J1")
    match.refuse("ana move C2.1 T", "TW-5.11")
    match.play("ana move C3.1 F3; ana move C3.1 F4; ana move C3.1 F5")
    match.refuse("ana move C3.1 T", "TW-5.3")
    match.refuse("ana move C3.1 F2", "TW-11.14")
    match.refuse("ana move C3.1 F1", "TW-11.15")


def test_what_takes_away_too_few_comes_before_what_goes_to_the_pool():
    match = turn(phase="stabilise").unseen("ana", "hand", 5)
    match.refuse("ana discard unnamed=2 pool=4", "TW-11.2", have=6)
    match.refuse("ana discard unnamed=1 pool=4", "TW-11.3", have=4)


def test_nothing_is_asked_for_in_vain():
    match = turn().hold("ana", "C1")
    assert asks(match, "ana cast C1 F1") == {"mana": ()}
