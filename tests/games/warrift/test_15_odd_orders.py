"""What tables do in odd orders: several hands in one line, trades amid effects, late refills."""

from tests.games.warrift.effects import card, does, told
from tests.games.warrift.table import Match, mid

EACH = does(
    'do = "discard", each = "opponent", player = "it", cards = { count = 1, by = "holder" }'
)
KEEP = card("Keep", kind="strongholds", words=("forcefield",))
LODGE = card(
    "Lodge",
    does('do = "damage", monster = { is = "monster" }, amount = 1', when="used", uses=1),
    kind="strongholds",
    garrison=1,
)


def test_wr_15_3_three_opponents_discard_in_one_line_in_any_order():
    match = told(EACH, players=4).play("ana play Rite")
    four = "discard:Gmage:di discard:Nmage:bo discard:Wmage:cy discard:Amage:ana"
    match.refuse(f"ana effect Rite {four}", "WR-15.3")
    match.refuse("ana effect Rite discard:Gmage:cy discard:Nmage:bo discard:Wmage:di", "WR-2.7")
    match.play("ana effect Rite discard:Gmage:di discard:Nmage:bo discard:Wmage:cy")
    piles = match.wr.zones.piles
    assert [piles[f"{seat}.discard"] for seat in ("bo", "cy", "di")] == [
        ["Nmage"],
        ["Wmage"],
        ["Gmage"],
    ]


def kept(players: int) -> Match:
    """In bo's mid step; ana is under a Forcefield, and bo has played Rite."""
    match = mid(players, f"{KEEP}\n{card('Rite', EACH, cls='necromancer')}").hold("bo", "Rite")
    match.pile("offers", "Keep", *["Hut1"] * 5)
    return match.play("ana gain Keep Hut1 forcefield:ana; ana step end; bo play Rite")


def test_wr_14_20_whom_a_forcefield_protects_is_left_out_of_the_line():
    match = kept(3)
    match.refuse("bo effect Rite discard:Amage:ana discard:Wmage:cy", "WR-14.20")
    match.play("bo effect Rite discard:Wmage:cy; bo step end; ana tally hand=5; cy tally hand=4")


def test_wr_15_2_nothing_is_awaited_where_the_only_opponent_is_protected():
    kept(2).play("bo play Nmage; bo step end")


def test_wr_14_20_who_permits_is_part_of_the_line_again():
    match = kept(3)
    match.refuse("cy permit", "WR-14.20")
    match.play("ana permit")
    (offered,) = [each for each in match.game.options(match.t) if each.verb == "effect"]
    assert {each.player for each in offered.fields["did"].such} == {"ana", "cy"}
    match.play("bo effect Rite discard:Amage:ana discard:Wmage:cy")


def test_wr_15_9_strongholds_that_are_swapped_take_their_uses_along():
    match = mid(2, LODGE)
    match.put("ana", "Lodge")
    match.put("bo", "Lodge")
    match.put("", "Ogre")
    match.play("ana effect Lodge damage:Ogre; ana trade bo gives=Lodge.1 takes=Lodge.2")
    match.play("ana effect Lodge damage:Ogre")
    match.refuse("ana effect Lodge damage:Ogre", "WR-15.9")
    match.play("ana trade bo gives=Lodge.2 takes=Lodge.1")
    match.refuse("ana effect Lodge damage:Ogre", "WR-15.9")
    assert match.thing("Ogre.1").damage == 2


def test_wr_11_4_a_stronghold_with_a_garrison_and_a_card_are_traded_at_once():
    match = mid(2, LODGE)
    match.put("ana", "Lodge")
    match.play("ana store Lodge Amage; ana trade bo gives=Lodge.1,Awarrior takes=Nmage")
    match.refuse("ana take Lodge Amage", "WR-2.4")
    match.refuse("bo take Lodge Amage", "WR-10.8")
    match.play("ana tally hand=4; ana step end; bo take Lodge Amage; bo play Amage; bo step end")
    assert match.wr.zones.piles["ana.discard"] == ["Amage"]


def test_wr_9_3_a_hire_is_paid_with_a_card_of_another_class_that_was_traded():
    match = mid().play("bo trade ana gives=Nmage")
    match.refuse("ana hire Hand1 Nwarrior flipped=Hut1", "WR-2.7")
    match.play("ana hire Hand1 Nmage flipped=Hut1")
    assert match.wr.zones.piles["bo.discard"] == ["Nmage"]


def test_wr_9_7_what_a_mercenary_does_is_logged_before_the_refill_or_after_it():
    killer = card("Killer", does('do = "kill", monster = { is = "monster" }'), kind="mercenaries")
    lines = ["ana effect Killer kill:Rat.1", "ana refill Hut1 of=support"]
    for first, second in (lines, lines[::-1]):
        match = mid(2, killer).pile("offers", "Killer", *["Hut1"] * 5)
        match.put("", "Rat", "Rat")
        match.play("ana hire Killer Amage")
        assert {each.verb for each in match.game.options(match.t)} >= {"effect", "refill"}
        match.play(f"{first}; {second}; ana step end")
        assert match.wr.sides["ana"].points == 1


REGENT = """
[[class_cards]]
name = "Regent"
cls = "arbiter"
tier = 4
cost = 6
attack = 6

[[class_cards.effects]]
when = "played"
aims = { prey = { what = { is = "monster" } } }
steps = [
    { do = "consume", cards = { count = [0, 3] }, place = "discard" },
    { do = "damage", monster = "prey", amount = { last = "consume", plus = 1 } },
]
"""


def test_wr_15_3_what_there_is_nothing_to_aim_at_for_may_be_missing():
    match = mid(2, REGENT).hold("ana", "Regent").pile("ana.discard", "A2", "A3")
    match.play("ana play Regent; ana effect Regent.1 consume:A2")
    assert match.wr.zones.piles["necropolis"] == ["A2"]
    match.play("ana step end")


def test_wr_15_3_where_there_is_a_monster_it_is_aimed_at():
    match = mid(2, REGENT).hold("ana", "Regent").pile("ana.discard", "A2", "A3")
    match.put("", "Rat", "Ogre")
    match.play("ana play Regent; ana effect Regent.1 Ogre.1 consume:A2")
    assert match.thing("Ogre.1").damage == 2
