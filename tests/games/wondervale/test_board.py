"""The match as people read it, and the names that may stand in a line."""

from referee.game import Panel
from referee.games.wondervale.view import called, names, traits
from tests.games.wondervale.table import CARDS, GAME, Has, opened, position

ANA = Has(
    battle="Frostling+Frostguard [Aegaryn*2 Juryn] -10",
    bench="Duneling flat; Starling",
    bank="Abyssal*2",
    hidden="Juryn*4",
    hand=2,
    known="Frostling*2 Juryn",
)
BO = Has(
    battle="Waveling+Waveguard",
    discard="Juryn*2 Aegaryn",
    defeat_pile="Starling*2 Starguard",
    defeated=2,
    health=110,
    hidden="Juryn",
    hand=1,
)


def test_the_board_shows_what_lies_open_and_counts_what_does_not():
    assert GAME.board(position(ana=ANA, bo=BO).t) == [
        Panel("Match", (("now", "turn 5, ana, deposit step"),)),
        Panel(
            "ana",
            (
                ("Champion", "250 health, units defeated 0"),
                ("hand", "5, known: Frostling x2, Juryn"),
                ("deck", "2"),
                ("bank", "Abyssal x2"),
                (
                    "battle",
                    "Frostguard (Frostling) 100/110 health, power 50, +2/+3 [Aegaryn x2, Juryn]",
                ),
                ("bench", "Duneling 50/50 health, power 30, +1/+2, horizontal"),
                ("bench", "Starling 50/50 health, power 30, +1/+2"),
                ("discard", "empty"),
                ("defeated", "none"),
            ),
        ),
        Panel(
            "bo",
            (
                ("Champion", "110 health, units defeated 2"),
                ("hand", "1"),
                ("deck", "0"),
                ("bank", "empty"),
                ("battle", "Waveguard (Waveling) 90/90 health, power 50, +2/+3"),
                ("discard", "Aegaryn, Juryn x2"),
                ("defeated", "Starguard, Starling x2"),
            ),
        ),
    ]


def test_the_board_says_that_the_match_is_set_up_and_that_it_is_over():
    first, ana, _ = GAME.board(opened().t)
    assert first.rows == (("now", "setup"),)
    assert ana.rows == (
        ("Champion", "health not set, units defeated 0"),
        ("hand", "0"),
        ("deck", "60"),
        ("bank", "empty"),
        ("battle", "open"),
        ("discard", "empty"),
        ("defeated", "none"),
    )
    match = position(ana=Has(battle="Frostling"), bo=Has(health=30)).play("ana direct-attack")
    now = GAME.board(match.t)[0].rows
    assert now == (("now", "over: Champion at 0 health, ana wins"),)
    match = opened().play("ana agree-result ana sharing=bo")
    assert GAME.board(match.t)[0].rows == (("now", "over: agreed result, ana and bo win"),)


def test_every_card_unit_place_and_offer_may_be_named():
    cards = {*CARDS.character, *CARDS.tribe_of}
    match = position(ana=Has(battle="Frostling", bench="Frostling"), bo=Has(battle="Waveling -40"))
    places = {"bank", "hand", "deck", "discard"}
    assert set(names(match.t)) == {*cards, "Frostling.2", "ana", "bo", *places}
    match.play("ana attack 6-1; ana pick Juryn")
    assert "Waveling" in names(match.t)
    assert names(match.t) == sorted(names(match.t))


def test_wv_6_9_a_unit_is_called_by_its_topmost_card_too():
    ana = Has(battle="Frostling+Frostguard", bench="Duneling; Frostling+Frostguard")
    match = position(ana=ana, bo=Has(battle="Waveling+Waveguard"))
    assert called(match.t) == {
        "Duneling": ["Duneling"],
        "Frostguard": ["Frostling", "Frostling.2"],
        "Waveguard": ["Waveling"],
    }


def test_statistics_group_cards_by_their_kind_level_and_tribe():
    found = traits(CARDS)
    assert found.keys() == CARDS.names
    assert found["Frostguard"] == {"kind": "character", "level": "guardian", "tribe": "aegaryn"}
    assert found["Tundra Banner"] == {"kind": "tribe card", "tribe": "aegaryn"}
