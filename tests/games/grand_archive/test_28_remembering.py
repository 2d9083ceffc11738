"""What an object bears of what became of it, where a judge has brought it onto the table or a
position was declared: nobody is held to what nobody has said (GA-28.6)."""

from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.triggers import set_off
from referee.parts.lasting_changes import begin
from referee.verdict import Legal, OnTrust
from tests.games.grand_archive import test_effects_played as played
from tests.games.grand_archive.table import Match

DECK = dict.fromkeys(
    (
        *("Fireball", "Gray Wolf", "Ordinary Bear", "Clean Cut", "Slime King", "Dewy Slime"),
        *("Storm Slime", "Red Slime", "Angel Attendant", "Nia, Mistveiled Scout"),
        *("Stifling Gyre", "Golden Pawn", "Arcane Blast", "Frostbind", "Giant Tortoise"),
        "Andronika, Eternal Herald",
    ),
    4,
)
MATERIAL = (
    *("Spirit of Fire", "Spirit of Water", "Training Sword", "Prismatic Edge"),
    *("Quicksilver Grail", "Coronal of Rejuvenation", "Scarlet Tassel", "Beastsoul Visage"),
    "Silvie, Earth's Tune",
)


def main(*brought: str, by: str = "material") -> Match:
    """A main phase in which a judge has brought these onto the field."""
    match = played.main("Spirit of Fire", deck=DECK, material=MATERIAL)
    begin(match.t, "", "ana", "permit", "element norm", None)
    match.unseen("ana", "hand", 4)
    for name in brought:
        match.play(f'jo adjust "move:ana/{name}:{by}>field"')
    return match


def trusts(match: Match, repair: str) -> bool:
    """Whether it rests on what that repair would say."""
    found = match.verdict
    return isinstance(found, OnTrust) and any(repair in each for each in found.assumptions)


def grail(*more: str) -> Match:
    match = main("Quicksilver Grail")
    match.play(f"jo adjust unseen:ana/material>facedown:1 {' '.join(more)}")
    return match.play('ana ability "Quicksilver Grail.1"')


POURED = 'ana resolve play:"Training Sword":facedown:materialize'


def test_ga_28_6_a_grail_that_a_judge_has_brought_may_have_banished_what_it_plays() -> None:
    match = grail().play(POURED)
    assert trusts(match, '"mark:Quicksilver Grail.1/facedown:yes"')
    assert match.play("ana resolve").thing("Training Sword.1").place == "field"
    assert match.size("ana", "facedown") == 0


def test_ga_28_6_what_a_grail_has_banished_can_be_said_with_it() -> None:
    match = grail('"mark:Quicksilver Grail.1/facedown:yes"').play(POURED)
    assert isinstance(match.verdict, Legal)


def test_ga_28_6_a_grail_need_not_have_banished_anything() -> None:
    match = grail().play("ana resolve none")
    assert match.size("ana", "facedown") == 1
    grail().refuse('ana resolve play:"Gray Wolf":facedown:activate', "GA-1.6")


def test_ref_5_4_a_grail_of_a_declared_position_may_have_banished_what_it_plays() -> None:
    match = main().play("ana record life")
    lies = '"move:ana/Quicksilver Grail:material>field" unseen:ana/material>facedown:1'
    position = f'"level:ana:Spirit of Fire" "level:bo:Spirit of Water" {lies}'
    match.play(f"ana record full {position}; bo record full {position}")
    match.play('ana step main; ana ability "Quicksilver Grail.1"').play(POURED)
    assert trusts(match, '"mark:Quicksilver Grail.1/facedown:yes"')


def test_ga_28_6_what_was_banished_by_what_a_judge_has_brought_may_be_taken_back() -> None:
    match = main("Slime King", by="deck").level("ana", "Silvie, Earth's Tune")
    match.lay("ana", "banishment", "Dewy Slime", "Red Slime")
    match.play('jo adjust "stat:Slime King.1/life:0"; ana resolve fetch:"Dewy Slime"+"Red Slime"')
    assert trusts(match, '"mark:Slime King.1/banished CARD:yes"')
    assert {"Dewy Slime.1", "Red Slime.1"} <= match.ga.zones.things.keys()


def test_ga_28_6_what_a_judge_has_brought_plays_what_it_may_have_banished() -> None:
    match = main("Coronal of Rejuvenation").lay("ana", "banishment", "Fireball")
    match.play('ana ability "Coronal of Rejuvenation.1"')
    match.play("ana resolve play:Fireball:banishment:activate::bo.champion")
    assert trusts(match, '"mark:Coronal of Rejuvenation.1/banished CARD:yes"')
    match = main("Coronal of Rejuvenation").lay("ana", "banishment", "Fireball", "Clean Cut")
    match.play('jo adjust "mark:Coronal of Rejuvenation.1/banished Clean Cut:1"')
    match.play('ana ability "Coronal of Rejuvenation.1"')
    match.refuse("ana resolve play:Fireball:banishment:activate", "GA-1.6")


def test_ga_23_10_what_a_judge_has_brought_may_have_named_a_card() -> None:
    match = main("Nia, Mistveiled Scout", by="deck").hold("ana", "Gray Wolf")
    match.play('ana activate "Gray Wolf" reserved=3')
    assert match.size("ana", "memory") == 3
    assert trusts(match, "Nia, Mistveiled Scout.1")
    match = main("Nia, Mistveiled Scout", by="deck").hold("ana", "Gray Wolf")
    match.play('jo adjust "mark:Nia, Mistveiled Scout.1/named Fireball:yes"')
    match.refuse('ana activate "Gray Wolf" reserved=3', "GA-8.9")


def test_ga_16_10_what_a_judge_has_brought_may_listen_for_a_card_that_it_has_named() -> None:
    match = main("Stifling Gyre", by="deck")
    slime = match.put("bo", "Dewy Slime")
    set_off(match.t, match.thing(slime), "on enter")
    handles.follows(match.t)
    match.play('ana trigger "Stifling Gyre.1"; ana resolve')
    assert not match.ga.waiting.stack
    match = main("Stifling Gyre", by="deck")
    match.play('jo adjust "mark:Stifling Gyre.1/named Gray Wolf:yes"')
    match.refuse('ana trigger "Stifling Gyre.1"', "GA-16.10")


def test_ga_28_6_what_a_judge_has_brought_may_be_imbued() -> None:
    match = main("Andronika, Eternal Herald", by="deck")
    match.play('ana attack "Andronika, Eternal Herald.1" bo.champion damage=2')
    assert trusts(match, "Andronika, Eternal Herald.1")
    assert match.champion("bo").damage == 2


def test_ga_24_23_what_a_judge_has_brought_may_be_linked() -> None:
    match = main("Scarlet Tassel")
    sword = match.put("ana", "Training Sword")
    match.play(f'ana ability "Scarlet Tassel.1"; ana resolve grant:"{sword}":omnishroud')
    assert trusts(match, '"link:Scarlet Tassel.1:OBJECT"')
    match = main("Scarlet Tassel")
    edge = match.put("ana", "Prismatic Edge")
    match.play(f'jo adjust "link:Scarlet Tassel.1:{edge}"; ana ability "Scarlet Tassel.1"')
    match.refuse('ana resolve grant:"ana.champion":omnishroud', "GA-1.6")


def test_ga_24_23_an_object_may_be_stronger_by_a_link_that_nobody_has_said() -> None:
    match = main("Beastsoul Visage")
    wolf = match.put("ana", "Gray Wolf")
    match.play(f'ana attack "{wolf}" bo.champion damage=4')
    assert trusts(match, "Beastsoul Visage.1")
    assert match.champion("bo").damage == 4


def test_ga_28_6_a_ruling_folds_again_what_rests_on_a_repair() -> None:
    match = main().play('jo adjust "move:ana/Quicksilver Grail:material>field"')
    assert match.t.repaired == {match.seq}
    apart = match.replay._fold.apart()
    assert apart.table.repaired == match.t.repaired
    refused = 'jo adjust "move:ana/Scarlet Tassel:material>field" mark:nobody/imbued:yes'
    before = match.t.repaired
    match.refuse(refused, "REF-3.5")
    assert match.t.repaired == before
