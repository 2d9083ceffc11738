"""What a scorekeeper of Tower-WizWar types."""

from statistics import median

import pytest

from cli.reading.door import event_of
from events.notation import Malformed, write
from referee.games.registry import game_of
from referee.verdict import Illegal, Incomplete
from tests.games.tower_wizwar.effects import card, does, text
from tests.games.tower_wizwar.table import opened, turn
from tests.typist import before, keystrokes, typed

GAME = game_of("tower_wizwar")


def test_a_draw_a_draft_a_cast_an_attack_and_the_end_are_at_most_45_keystrokes():
    match = turn(phase="stabilise")
    match.tower("bo", "Keep3")
    match.t.state.zones.hidden.draw(1, "ana.hand/spell", "ana.deck/spell")
    line = "dr;fu 1 c1 c2;ca c2 f1 c3 c3;a b c;e"
    assert len(line) + len("\r") <= 45
    assert typed(match.replay, line) == [
        "ana draw",
        "ana full-draft 1 C1 C2",
        "ana cast C2 F1 C3 C3",
        "ana attack bo C2.1",
        "ana end",
    ]


def test_a_turn_with_an_orbital_and_a_celestial_takes_no_more_than_a_line_of_66_keystrokes():
    line = "fu 3 po dr;o w.1;ca ci f2;p h ch;a e c.1 s;a e p;d pool=2;e"
    assert len(line) + len("\r") <= 66
    assert typed(before("tower_wizwar/duel", 60), line) == [
        'lotte full-draft 3 Poker "Dry Lightning"',
        'lotte orbital "Wick Crown.1"',
        'lotte cast "Cinder Whelp" F2',
        'lotte play "Hairy Star" "Chimney Keep"',
        'lotte attack enzo "Cinder Whelp.1" "Soot Ranger.1"',
        'lotte attack enzo "Pyre Ox.1"',
        "lotte discard pool=2",
        "lotte end",
    ]


@pytest.mark.parametrize(("reading", "said"), [("numbers_allowed", True), ("named", False)])
def test_a_cast_that_leaves_its_mana_open_says_that_a_number_will_do(reading: str, said: bool):
    match = turn(phase="stabilise", choices={"TW-I 87": reading})
    match.play("ana full-draft 1 C1 C2")
    with pytest.raises(Malformed, match="cast leaves mana open: ") as raised:
        typed(match.replay, "ca c2 f1")
    assert raised.value.message.endswith(", or unnamed=2") is said


@pytest.mark.parametrize(("record", "turns", "most"), [("duel", 18, 94), ("retreat", 25, 84)])
def test_half_of_the_turns_of_a_match_are_within_so_many_keystrokes_with_all_their_backs(
    record: str, turns: int, most: int
):
    keys = keystrokes(f"tower_wizwar/{record}")
    assert len(keys) == turns
    assert median(keys) <= most


@pytest.mark.parametrize("backs", ["o s o s s", "o s o s s s", "s s s s"])
def test_a_set_that_cannot_be_is_read_as_it_was_drawn_and_asks_for_nothing(backs: str):
    full = {"s": "spell", "o": "orbital"}
    told = " ".join(full[back] for back in backs.split())
    replay = before("tower_wizwar/duel", 2)
    event = event_of(f"set {backs}", replay)
    assert event is not None and write(event, GAME.codec) == f"lotte set {told}"
    assert isinstance(replay.would(event), Illegal)


@pytest.mark.parametrize("backs", ["s s c s o", "s c s s s", "s o o c s"])
def test_any_set_with_a_card_that_is_no_spell_is_read_without_a_discard(backs: str):
    full = {"s": "spell", "c": "celestial", "o": "orbital"}
    told = " ".join(full[back] for back in backs.split())
    assert typed(before("tower_wizwar/duel", 2), f"set {backs}") == [f"lotte set {told}"]


def test_a_set_of_spells_only_asks_what_is_discarded_of_it():
    replay = before("tower_wizwar/duel", 2)
    event = event_of("set s s s s s", replay)
    assert event is not None
    verdict = replay.would(event)
    assert isinstance(verdict, Incomplete)
    assert verdict.message == "say the 3 cards that are discarded, or unnamed=3"


def test_a_celestial_that_was_left_out_is_filled_in_or_asked_for():
    """The tower that it plays stands in its place then, and is no card that somebody played."""
    match = turn(phase="movement").hold("ana", "Sun1", place="front")
    match.tower("ana", "Keep2")
    event = event_of("ana play Keep3", match.replay)
    assert event is not None and write(event, GAME.codec) == "ana play Sun1 Keep3"
    match = turn(phase="movement").hold("ana", "Sun1", "Sun2", place="front")
    match.tower("ana", "Keep2")
    with pytest.raises(Malformed, match="play leaves card open: Sun1, Sun2"):
        event_of("ana play Keep3", match.replay)
    match.refuse("ana play card=Keep3", "TW-13.1")


@pytest.mark.parametrize("line", ["ana full-draft 3 C1 C2 {backs}", "fu 3 c1 c2 {backs}"])
def test_the_backs_of_a_draft_need_no_name_of_their_field(line: str):
    """They are no cards that were discarded beyond the two."""
    match = turn(phase="stabilise")
    event = event_of(line.format(backs="orbital spell spell spell spell spell"), match.replay)
    assert event is not None
    told = "ana full-draft 3 C1 C2 backs=orbital,spell,spell,spell,spell,spell"
    assert write(event, GAME.codec) == told


def test_who_acts_is_the_one_who_can_where_a_line_does_not_say_it():
    """It is ana's turn, and the card is on bo's map."""
    cards = (card(name, does('do = "draw"')) for name in ("Told", "Other"))
    match = turn(extra="\n".join(cards))
    match.put("ana", "F1", "Told")
    match.put("bo", "F2", "Other")
    for name, seat in (("Told.1", "ana"), ("Other.1", "bo")):
        event = event_of(f"effect {name}", match.replay)
        assert event is not None and write(event, GAME.codec).startswith(f"{seat} effect {name}")


@pytest.mark.parametrize("line", ["set s s s s c", "tally hand=0"])
def test_who_acts_is_asked_where_nobody_is_offered_it_and_another_may(line: str):
    """It is still lotte's turn, who has drawn her set, and enzo's line would end it."""
    replay = before("tower_wizwar/duel", 6)
    with pytest.raises(Malformed, match="say first who does, such as: enzo"):
        event_of(line, replay)
    event = event_of(f"lotte {line}", replay)
    assert event is not None and isinstance(replay.would(event), Illegal)


def test_outcomes_of_a_text_alone_are_what_it_did_whoever_types_them():
    """Of such a card the options say only that something may pay for it."""
    match = text()
    for line in ("ana effect Text.1 wound::1:bo", "effect text wound::1:bo"):
        event = event_of(line, match.replay)
        assert event is not None
        assert write(event, GAME.codec) == "ana effect Text.1 wound::1:bo"


@pytest.mark.parametrize(
    ("line", "backs"),
    [
        ("ana set 2 celestial 2", "spell spell celestial spell spell"),
        ("set 4 orb", "spell spell spell spell orbital"),
        ("ana set backs=1,celestial,3", "spell celestial spell spell spell"),
    ],
)
def test_a_plain_number_stands_for_so_many_spells(line: str, backs: str) -> None:
    match = opened()
    event = event_of(line, match.replay)
    assert event is not None and write(event, GAME.codec) == f"ana set {backs}"
    with pytest.raises(Malformed, match="expected celestial or orbital or spell"):
        event_of("ana set 0", match.replay)
