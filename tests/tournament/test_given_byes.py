"""Byes that a head judge gives: asked for before a round, in full, half or none (TR-5.1)."""

from pathlib import Path

import pytest

from tests.cli.test_home import Home

FIVE = ("ana", "bo", "cy", "dee", "eva")


@pytest.fixture
def desk(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.ok("tournament", "new", "cup", "--by", "lena", "--rounds", 3)
    home.ok("tournament", "enter", "cup", *FIVE)
    return home


def points(desk: Home) -> dict[str, str]:
    places = desk.json("tournament", "standings", "cup")["places"]
    return {each["player"]: each["points"] for each in places}


@pytest.mark.rule("TR-5.1", "TR-5.9")
@pytest.mark.parametrize(
    ("byes", "counts"),
    [
        (("ana=half",), {"ana": "1"}),
        (("ana",), {"ana": "3"}),
        (("ana=zero", "bo=half"), {"ana": "0", "bo": "1"}),
        (("ana=full", "bo=full", "cy=zero"), {"ana": "3", "bo": "3", "cy": "0"}),
    ],
)
def test_tr_5_1_a_bye_is_given_with_a_reason_and_the_others_are_paired_as_ever(
    desk: Home, byes: tuple[str, ...], counts: dict[str, str]
) -> None:
    asked = [word for bye in byes for word in ("--bye", bye)]
    shown = desk.json("tournament", "propose", "cup", *asked, "--reason", "asked for it")
    said = desk.ok("tournament", "post", "cup", *asked, "--reason", "asked for it")
    assert all(f"bye: {bye.partition('=')[0]}" in said for bye in byes)
    (post,) = [line for line in desk.ok("export", "cup").splitlines() if " lena post 1 " in line]
    assert 'given=0:"asked for it"' in post
    assert [f"1:{a}:{b}" in post for _, a, b, *_ in map(dict.values, shown["pairings"][:1])] == [
        True
    ]
    found = points(desk)
    assert {player: found[player] for player in counts} == counts
    report = desk.ok("verify", "cup", "--pairings")
    assert "EXACT" in report and "round 1 has given byes: asked for it" in report


def test_a_bye_without_a_reason_or_of_somebody_who_does_not_play_is_refused(desk: Home) -> None:
    assert "needs a reason" in desk.error("tournament", "post", "cup", "--bye", "ana")
    for bye, why in (("ana=2", "PLAYER=half"), ("zoe", "zoe has no place in this round")):
        said = desk.error("tournament", "post", "cup", "--bye", bye, "--reason", "asked")
        assert why in said
    desk.ok("log", "cup", "lena appoint sam scorekeeper")
    asked = ("--bye", "ana", "--reason", "asked", "--by", "sam")
    assert "TR-5.9" in desk.run("tournament", "post", "cup", *asked).stderr


def test_a_name_alone_in_a_file_gets_an_id(desk: Home, tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    file.write_text("Zoë Müller\nfin\n", encoding="utf-8")
    desk.ok("tournament", "enter", "cup", "--file", file)
    places = desk.json("tournament", "standings", "cup")["places"]
    names = {each["player"]: each["name"] for each in places}
    assert names["zoe-muller"] == "Zoë Müller" and not names["fin"]
