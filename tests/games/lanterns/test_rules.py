"""The sixth game, rule by rule: what the guide to adding a game makes is a game like any other."""

from collections.abc import Mapping, Sequence

import pytest

from events.common import Deck
from events.notation import read
from lanterns.play import NightEnded
from referee.catalog import read_catalog
from referee.fact import CardsDrawn, FirstPlayer, MatchEnded
from referee.games.registry import UnknownGame, game_of
from referee.replay.compare import Divergence, course, parting
from referee.replay.simulate import Terms, opening
from referee.verdict import Incomplete, Legal
from tests.table import Match

GAME = game_of("lanterns")
CARDS = read_catalog(GAME.sample("catalog.toml").read_text(), GAME.catalog_type)
DECK: Deck = {"Glow": 2, "Ember": 2, "Lamp": 2, "Squall": 3, "Beacon": 1}
CALM: Deck = {"Glow": 3, "Ember": 3, "Lamp": 2, "Beacon": 2}


def opened(
    *decks: Deck, version: str | None = None, choices: Mapping[str, str] | None = None
) -> Match:
    """A match of two players, or as many as there are decks."""
    game = game_of("lanterns", version)
    dealt = [("test", deck) for deck in decks or (DECK, DECK)]
    terms = Terms(interpretations=choices or {})
    return Match(game, CARDS, opening(game, CARDS, dealt, terms=terms))


@pytest.mark.parametrize(
    ("deck", "compared"),
    [
        ({"Glow": 3}, {"have": 3}),
        ({**DECK, "Squall": 4, "Glow": 1}, {"have": 4, "name": "Squall"}),
        ({"Torch": 1, **DECK, "Glow": 1}, {"name": "Torch"}),
    ],
)
def test_la_1_1_a_deck_has_ten_lanterns_three_of_a_name(deck: Deck, compared: dict[str, str]):
    opened(DECK, deck).refused("LA-1.1", **compared)


def test_la_1_2_everybody_begins_with_three_cards():
    match = opened()
    assert match.one(FirstPlayer).seat == "ana"
    assert [fact.count for fact in match.all(CardsDrawn)] == [3, 3]
    assert match.state.players["bo"].cards.size("deck") == 7


def test_la_2_1_the_players_act_in_turn():
    opened().play("ana light Glow").refuse("ana light Glow", "LA-2.1", active="bo")


def test_la_2_2_a_lantern_is_as_bright_as_the_newest_one():
    match = opened().play("ana light Lamp; bo light Lamp")
    match.refuse("ana light Glow", "LA-2.2", have=1, least=3)


def test_la_2_3_a_pass_is_on_trust_and_what_is_shown_later_disproves_it():
    match = opened(CALM, CALM).play("ana light Ember; bo pass")
    assert match.trusted() == ("bo has no lantern that is bright enough",)
    match.play("ana pass").refuse("bo light Beacon", "LA-2.3", since=3)


def test_la_2_3_a_hand_that_cannot_be_without_a_bright_lantern_does_not_pass():
    opened().play("ana light Ember").refuse("bo pass", "LA-2.3", seat="bo")


def test_la_2_4_who_lights_a_lantern_draws():
    match = opened().play("ana light Glow")
    assert match.one(CardsDrawn) == CardsDrawn("ana", 1, "LA-2.4")


def test_la_2_5_a_storm_holds_everything_up():
    match = opened().play("ana light Squall")
    assert match.due("bo") == [("put away", "LA-2.5")]
    match.refuse("bo light Beacon", "LA-2.5", since=2)
    match.play("bo douse Glow").refuse("bo douse Glow", "LA-2.5", seat="bo")
    match.refuse("bo light Beacon at=ana", "LA-2.5", name="Beacon")


def test_la_2_5_of_several_opponents_one_is_named():
    match = opened(DECK, DECK, DECK)
    before = match.replay.digest()
    assert match.log(read("ana light Squall", GAME.codec)).verdict == Incomplete(
        "say whom it threatens", {"at": ("bo", "cy")}
    )
    assert match.replay.digest() == before
    match.replay.retract()
    match.play("ana light Squall at=cy")
    assert match.due("cy") == [("put away", "LA-2.5")]


@pytest.mark.parametrize("line", ["light Glow", "pass", "douse Glow"])
def test_ref_1_3_nobody_plays_who_has_no_seat(line: str):
    opened().refuse(f"cy {line}", "REF-1.3", seat="cy")


def test_ref_2_1_a_lantern_is_known_and_may_be_in_the_hand():
    match = opened(DECK, CALM)
    match.refuse("ana light Torch", "REF-2.1", name="Torch")
    match.play("ana light Squall").refuse("bo douse Squall", "REF-2.1", card="Squall")
    match.play("bo douse Glow")


def test_la_2_6_in_1_1_no_lantern_upon_its_own_name():
    assert isinstance(opened().play("ana light Lamp; bo light Lamp").verdict, Legal)
    opened(version="1.1").play("ana light Lamp").refuse("bo light Lamp", "LA-2.6", name="Lamp")


def test_la_2_7_the_newest_lantern_wins_the_night():
    match = opened(CALM, CALM).play("ana light Beacon; bo pass; ana pass")
    assert match.one(NightEnded) == NightEnded("ana", 1, "LA-2.7")
    assert [player.points for player in match.state.players.values()] == [1, 0]


def test_la_3_1_three_nights_are_a_match_and_the_most_points_win():
    match = opened(CALM, CALM).play(
        """
        ana light Beacon; bo pass; ana pass
        bo light Lamp; ana light Lamp; bo pass; ana pass
        bo light Ember; ana pass; bo pass
        """
    )
    assert match.one(MatchEnded) == MatchEnded(("ana",), "won", "three nights", "LA-3.1")
    assert [player.points for player in match.state.players.values()] == [3, 1]


@pytest.mark.parametrize(("reading", "winners"), [("shared", ("ana", "bo", "cy")), ("draw", ())])
def test_la_i_1_several_with_the_most_points(reading: str, winners: Sequence[str]):
    match = opened(CALM, CALM, CALM, choices={"LA-I 1": reading}).play(
        """
        ana light Beacon; bo pass; cy pass; ana pass
        bo light Lamp; cy pass; ana pass; bo pass
        cy light Ember; ana pass; bo pass; cy pass
        """
    )
    assert match.one(MatchEnded).winners == winners


def test_one_package_plays_two_editions_that_part_at_an_entry():
    match = opened().play("ana light Lamp; bo light Lamp")
    other = game_of("lanterns", "1.1")
    assert (other.version, other.versions) == ("1.1", ("1.1", "1.0"))
    assert "LA-2.6" in other.rulebook.rules
    assert "LA-2.6" not in GAME.rulebook.rules
    found = parting(*(course(game, CARDS, match.replay.events, {}) for game in (GAME, other)))
    assert isinstance(found, Divergence)
    assert (found.seq, found.before) == (3, Legal())
    with pytest.raises(UnknownGame, match=r"unknown rules version '2.0'; known: 1.0, 1.1"):
        game_of("lanterns", "2.0")


# -- what a judge may repair (REF-3.5) -----------------------------------------------------------


def test_a_table_is_set_up_anew():
    match = opened().play("ana light Squall")
    match.play(
        "jo adjust night:table:2 move:ana/Glow:hand>table move:bo/Ember:hand>table "
        "move:bo/Glow:hand>away draw:bo:2 points:ana:4 turn:bo:6"
    )
    state = match.state
    assert (state.nights, state.lit, state.by) == (1, ["Glow", "Ember"], "bo")
    assert (state.turn, state.active, state.due) == (6, "bo", [])
    assert (state.players["bo"].away, state.players["bo"].cards.size("hand")) == (["Glow"], 3)
    match.play("bo light Lamp")
    assert state.players["ana"].points == 4


def test_a_lantern_that_was_put_away_is_taken_up_again_or_lit():
    match = opened().play("jo adjust move:ana/Glow:hand>away move:ana/Lamp:hand>away")
    match.play("jo adjust move:ana/Glow:away>hand move:ana/Lamp:away>table")
    player = match.state.players["ana"]
    assert (player.away, match.state.lit, player.cards.known("hand")) == ([], ["Lamp"], {"Glow": 1})


def test_whoever_has_passed_may_light_again_in_a_turn_or_a_night_that_is_set_anew():
    for change in ("turn:bo:2", "night:table:1"):
        match = opened().play(f"ana light Beacon; bo pass; jo adjust {change}")
        assert match.state.passes == 0


@pytest.mark.parametrize(
    ("change", "legal"),
    [
        ("points:cy:1", "one of ana, bo"),
        ("points:ana:-1", "0 to 999"),
        ("draw:ana:8", "-3 to 7"),
        ("draw:ana:-4", "-3 to 7"),
        ("draw:cy:1", "one of ana, bo"),
        ("move:cy/Glow:hand>away", "one of ana, bo"),
        (
            "move:ana/Glow:table>hand",
            "one of hand>table, hand>away, away>hand, away>table",
        ),
        ("move:ana/Glow:away>hand", ""),
        ("move:ana/Torch:hand>away", ""),
        ("night:ana:2", "table"),
        ("night:table:4", "1 to 3"),
        ("night:table:0", "1 to 3"),
        ("turn:cy:2", "one of ana, bo"),
        ("turn:ana:0", "1 to 999"),
    ],
)
def test_what_cannot_be_on_the_table_is_no_repair(change: str, legal: str):
    assert opened().refuse(f"jo adjust {change}", "REF-3.5").legal == legal
