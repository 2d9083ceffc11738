"""The laws of the page of a table (VN-7, VN-15), each tried on the page as a phone shows it."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from cli.venue.view import (
    Button,
    Length,
    Line,
    Panel,
    Pick,
    Several,
    Throw,
    Turned,
    Typed,
    Value,
    View,
    Way,
    Whole,
    Words,
)
from tests.venue.browser.fake import STATIC, Table, shown, tap, values
from tests.venue.browser.phone import Phone

Opened = Callable[[Table], Phone]

PAIR = Throw("rolls", "both dice", dice=2, shape="throws", again=((1, 1), (2, 2)))
LAY = (tap("lay Wolf"), tap("lay Elk"))
ALL = (
    tap("rest", due=True, hint="one of three"),
    *LAY,
    tap("attack", PAIR),
    tap("move Ranger", Length("mm", "how far", most=300, usual=(300.0, 150.0))),
    tap("discard", Several("cards", "cards", values=values("Oak", "Ash"), counts=(2, 1), most=3)),
    tap("count", Whole("n", "how many", most=4)),
    tap("end", more=True),
)


def view(*buttons: Any, record: str = "", at: int = 20, **more: Any) -> View:
    found = shown(record or next(iter(RECORDS)), at)
    return replace(found, buttons=buttons, **more)


RECORDS = ("wondervale/clean", "legacy_of_conflict/rooftop", "grand_archive/final-1")


# -- VN-7.2: the screen ------------------------------------------------------------------------


@pytest.mark.parametrize("record", RECORDS)
def test_vn_7_2_nothing_is_wider_than_a_phone_and_the_board_is_at_most_a_quarter(
    opened: Opened, record: str
) -> None:
    phone = opened(Table(view(*ALL, record=record, at=60)))
    assert phone.run("return document.documentElement.scrollWidth") == 390
    assert phone.run("return document.documentElement.scrollHeight") == 844
    (board,) = phone.boxes("body > .board")
    assert board["height"] <= 844 / 4
    assert len(phone.all("body > .log li")) == 2


def test_vn_7_2_buttons_are_48_px_high_and_8_px_apart_also_those_of_each_step(
    opened: Opened,
) -> None:
    phone = opened(Table(view(*ALL, forced=(tap("draw 2"),), verbs=(tap("shout"),))))
    for name in ("", "attack", "move Ranger", "discard", "count", "judge"):
        if name:
            phone.tap(name)
        boxes = phone.boxes("main button, footer button")
        assert [box["name"] for box in boxes if box["height"] < 48] == [], name
        near = [
            (one["name"], other["name"])
            for at, one in enumerate(boxes)
            for other in boxes[at + 1 :]
            if max(one["left"], other["left"]) - min(one["right"], other["right"]) < 7.9
            and max(one["top"], other["top"]) - min(one["bottom"], other["bottom"]) < 7.9
        ]
        assert near == [], name
        if name:
            phone.tap("cancel")


def test_vn_7_2_the_first_button_is_nearest_to_the_thumb(opened: Opened) -> None:
    phone = opened(Table(view(*ALL)))
    boxes = phone.boxes("main .answers > button")
    assert boxes[0]["name"].startswith("rest")
    assert boxes[0]["top"] == max(box["top"] for box in boxes)


def test_vn_7_2_the_board_opens_on_a_tap_and_shows_all_of_it(opened: Opened) -> None:
    phone = opened(Table(view(*ALL, record="legacy_of_conflict/rooftop", at=60)))
    phone.all("body > .board")[0].click()
    sheet = phone.run("return document.querySelector('dialog[open]').innerText")
    shown_rows = [label for panel in phone.venue.table.view.board for label, _ in panel.rows]
    assert [label for label in shown_rows if label not in sheet] == []
    phone.tap("close")
    assert not phone.all("dialog[open]")


def test_what_is_known_of_hidden_cards_is_shown_behind_the_board_but_at_a_sealed_table(
    opened: Opened,
) -> None:
    told = Panel("ana.hand after entry 9: 2 cards, 1 known, 1 unseen", (("known", "Elk, since 4"),))
    phone = opened(Table(view(*ALL), unseen=(told,)))
    phone.all("body > .board")[0].click()
    phone.tap("what is known of hidden cards")
    phone.until(lambda: "Elk, since 4" in phone.text())
    assert told.title in phone.text()
    assert phone.small() == [] and phone.pale() == []
    phone.venue.table.down = True
    phone.tap("what is known of hidden cards")
    phone.until(lambda: "The venue cannot be reached" in phone.text())
    phone = opened(Table(replace(view(*ALL), sealed=True)))
    phone.all("body > .board")[0].click()
    assert "what is known of hidden cards" not in phone.names("dialog")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (1440, 900)])
def test_the_page_fits_a_phone_a_tablet_and_a_laptop_and_its_picture_is_kept(
    opened: Opened, tmp_path: Path, width: int, height: int
) -> None:
    phone = opened(Table(view(*ALL, record="legacy_of_conflict/rooftop", at=60)))
    for dark in (False, True):
        phone.size(width, height, dark=dark)
        assert phone.run("return document.documentElement.scrollWidth") == width
        assert phone.run("return document.documentElement.scrollHeight") == height
        picture = tmp_path / f"table-{width}-{'dark' if dark else 'light'}.png"
        assert phone.driver.save_screenshot(str(picture))


# -- VN-7.4: taps ------------------------------------------------------------------------------


def test_vn_7_4_a_complete_entry_is_one_tap(opened: Opened) -> None:
    phone = opened(Table(view(*ALL)))
    phone.tap("lay Wolf")
    assert phone.posted(1) == [{"type": "lay", "seat": "ana", "what": "lay Wolf"}]


def test_vn_7_4_a_single_value_is_not_asked(opened: Opened) -> None:
    step = Pick("card", "which", values=values("Wolf"))
    phone = opened(Table(view(tap("play", step))))
    phone.tap("play")
    assert phone.posted(1)[0]["card"] == "Wolf"


def test_vn_7_4_undo_stands_where_the_button_was_and_strikes_the_entry(opened: Opened) -> None:
    phone = opened(Table(view(*ALL)))
    (wolf,) = [box for box in phone.boxes() if box["name"] == "lay Wolf"]
    phone.tap("lay Wolf")
    phone.posted(1)
    phone.rest()
    (undo,) = phone.boxes(".undo")
    assert undo["left"] <= (wolf["left"] + wolf["right"]) / 2 <= undo["right"]
    assert undo["top"] <= (wolf["top"] + wolf["bottom"]) / 2 <= undo["bottom"]
    phone.tap("↶ undo lay Wolf")
    strike = phone.posted(2)[1]
    assert (strike["type"], strike["entry"]) == ("strike", 21)
    assert (strike["judge"], strike["authority"]) == ("lena", "scorekeeper")


def test_vn_7_4_a_pair_of_dice_is_one_tap_and_a_tie_goes_on_in_place(opened: Opened) -> None:
    phone = opened(Table(view(tap("attack", PAIR), *LAY)))
    phone.tap("attack")
    grid = phone.boxes(".dice button")
    assert len(grid) == 36
    assert phone.names(".dice")[8] == "own die 2, other die 3"
    phone.tap("own die 2, other die 2")
    phone.until(lambda: "2-2: again" in phone.text())
    assert len(phone.boxes(".dice button")) == 36
    phone.tap("own die 3, other die 6")
    assert phone.posted(1)[0]["rolls"] == [[2, 2], [3, 6]]


def test_vn_7_4_usual_measures_are_one_tap_and_others_are_typed_on_a_pad(opened: Opened) -> None:
    phone = opened(Table(view(tap("move", Length("mm", most=300, usual=(300.0, 150.0))), *LAY)))
    phone.tap("move", "150 mm")
    phone.tap("move", "1", "2", ".", "5", "enter")
    assert [event["mm"] for event in phone.posted(2)] == [150, 12.5]
    phone.tap("move", "9", "9", "9")
    assert not phone.button("enter").is_enabled()


def test_vn_7_4_cards_are_chips_and_the_most_is_sent_by_itself(opened: Opened) -> None:
    cards = Several("cards", "cards", values=values("Oak", "Ash"), counts=(2, 1), most=3)
    phone = opened(Table(view(tap("discard", cards), *LAY)))
    phone.tap("discard", "Ash", "Oak", "remove Ash", "Oak", "Ash")
    assert phone.posted(1)[0]["cards"] == ["Oak", "Oak", "Ash"]
    phone.tap("discard", "Oak", "done")
    assert phone.posted(2)[1]["cards"] == ["Oak"]


def test_vn_7_4_what_is_optional_stands_beside_and_never_holds_up(opened: Opened) -> None:
    beside = Pick("with", optional=True, values=(Value("both hands", True),))
    note = Words("note", "note", optional=True)
    phone = opened(Table(view(tap("attack", PAIR, beside, note), *LAY)))
    phone.tap("attack", "own die 1, other die 2")
    phone.tap("attack", "both hands", "own die 1, other die 2")
    assert phone.posted(2)[0].keys() == {"type", "seat", "what", "rolls"}
    assert phone.posted(2)[1]["with"] is True


def test_vn_7_4_what_ends_a_turn_early_is_under_more(opened: Opened) -> None:
    phone = opened(Table(view(*ALL)))
    assert "end" not in phone.names()
    phone.tap("more", "end")
    assert phone.posted(1)[0]["type"] == "end"


def test_a_menu_shows_what_it_opens_and_a_way_back(opened: Opened) -> None:
    phone = opened(Table(view(tap("move", opens=(tap("move Wolf"), tap("move Elk"))), *LAY)))
    phone.tap("move")
    assert phone.names("main") == ["move Wolf", "move Elk"]
    phone.tap("cancel", "move", "move Elk")
    assert phone.posted(1)[0]["what"] == "move Elk"


def test_where_one_button_is_all_there_is_what_it_asks_is_shown_at_once(opened: Opened) -> None:
    phone = opened(Table(view(tap("attack", PAIR), tap("end", more=True))))
    assert len(phone.boxes(".dice button")) == 36
    assert phone.names("footer") == ["undo", "more", "judge"]
    phone.tap("own die 2, other die 2")
    phone.until(lambda: "2-2: again" in phone.text())
    phone.tap("cancel", "own die 1, other die 3")
    assert phone.posted(1)[0]["rolls"] == [[1, 3]]
    phone.tap("↶ undo attack 1-3")
    assert phone.posted(2)[1]["type"] == "strike"


def test_what_may_be_left_for_later_has_a_button_for_that(opened: Opened) -> None:
    phone = opened(Table(view(tap("attack", replace(PAIR, later=True)), *LAY)))
    phone.tap("attack", "later")
    assert "rolls" not in phone.posted(1)[0]


def test_a_half_made_entry_stays_while_its_button_does(opened: Opened) -> None:
    phone = opened(Table(view(*ALL)))
    phone.tap("move Ranger", "1")
    phone.venue.table.write("0190b3a0-0000-7000-8000-000000000003", {"type": "note", "what": "x"})
    phone.until(lambda: "note x" in phone.text())
    phone.tap("2", "enter")
    assert phone.posted(2)[1]["mm"] == 12
    phone.tap("attack")
    phone.venue.table.view = replace(phone.venue.table.view, buttons=LAY)
    phone.venue.table.write("0190b3a0-0000-7000-8000-000000000004", {"type": "note", "what": "y"})
    phone.until(lambda: "lay Wolf" in phone.names())


def test_names_of_a_shared_list_are_found_by_some_letters(opened: Opened) -> None:
    names = tuple(f"Card {number}" for number in range(40))
    named = Pick("card", "which", among="cards")
    several = Several("cards", "which", among="cards", least=1, most=3)
    verbs = (tap("play", named), tap("bury", several))
    phone = opened(Table(view(*LAY, verbs=verbs, lists={"cards": names})))
    phone.tap("other", "play")
    phone.all("input[type=search]")[0].send_keys("d 17")
    assert phone.names("main .answers") == ["Card 17"]
    phone.tap("Card 17", "other", "bury", "Card 3", "Card 3", "done")
    assert [event.get("card") or event["cards"] for event in phone.posted(2)] == [
        "Card 17",
        ["Card 3", "Card 3"],
    ]


def test_throws_go_on_until_somebody_says_that_they_are_done(opened: Opened) -> None:
    phone = opened(Table(view(tap("fight", replace(PAIR, again=(), open=True)), *LAY)))
    phone.tap("fight", "own die 1, other die 2", "own die 3, other die 4", "done")
    assert phone.posted(1)[0]["rolls"] == [[1, 2], [3, 4]]


def test_what_only_the_notation_says_is_read_by_the_server(opened: Opened) -> None:
    phone = opened(Table(view(tap("say", Typed("words", "what", such_as="a b")), *LAY)))
    phone.tap("say")
    phone.all("input.typed")[0].send_keys("one two")
    phone.tap("enter")
    assert phone.posted(1)[0]["words"] == ["one", "two"]


def test_a_line_with_many_ways_is_tapped_choice_by_choice(opened: Opened) -> None:
    named = Pick("", "whom", values=tuple(Value(each, each) for each in ("Elk", "Owl")))
    way = Way("", typed=(Typed("words", "what", such_as="a b"),))
    phone = opened(Table(view(tap("say", way), *LAY), way=(named, replace(named, title="where"))))
    phone.tap("say", "Owl", "Elk")
    assert phone.posted(1)[0]["words"] == ["Owl", "Elk"]
    asked = phone.venue.table.bodies["/api/matches/m1/way"]
    assert [each["answers"] for each in asked] == [[], ["Owl"], ["Owl", "Elk"]]


# -- VN-7.5, VN-4.2 ----------------------------------------------------------------------------


def test_vn_7_5_a_forced_step_goes_with_the_next_tap_or_alone(opened: Opened) -> None:
    phone = opened(Table(view(*LAY, forced=(tap("draw 2"), tap("wake")))))
    assert phone.venue.table.posted == []
    phone.tap("draw 2")
    assert [event["what"] for event in phone.posted(1)] == ["draw 2"]
    phone.venue.table.view = replace(phone.venue.table.view, forced=(tap("wake"),))
    phone.open().tap("lay Elk")
    assert [event["what"] for event in phone.posted(3)] == ["draw 2", "wake", "lay Elk"]
    times = {
        (draft["played_at"], draft["recorded_at"])
        for body in phone.venue.table.requests
        for draft in body["drafts"]
        if draft["event"]["what"] in ("wake", "lay Elk")
    }
    assert len(times) == 1  # by which it is known what was filled in (VN-17.17)


@pytest.mark.parametrize(("lang", "named"), [("en", "tell the hand"), ("de", "behaltene Hand")])
def test_ref_2_2_the_own_hand_is_told_card_by_card_and_then_asked_for_no_more(
    opened: Opened, lang: str, named: str
) -> None:
    step = Several("cards", values=values("Oak", "Ash"), counts=(2, 1), least=3, most=3)
    hand = Button("kept-hand", {"type": "kept-hand", "seat": "mira"}, (step,), seat="mira")
    forced = (tap("draw 2"),)
    phone = opened(Table(view(*LAY, forced=forced, hand=hand, sits="mira"), lang=lang))
    phone.tap(named)
    assert phone.run("return document.querySelector('.answers button').lang") == "en"  # a card
    phone.tap("Oak", "Ash", "Oak")
    told = {"type": "kept-hand", "seat": "mira", "cards": ["Oak", "Ash", "Oak"]}
    assert phone.posted(1) == [told]  # nothing else goes with it
    phone.until(lambda: not any(name.startswith(named) for name in phone.names("main")))


def test_vn_4_2_what_is_illegal_is_asked_about_and_posted_as_played(opened: Opened) -> None:
    table = Table(view(*LAY, tap("jump")), illegal=frozenset({"jump"}))
    phone = opened(table)
    phone.tap("jump")
    phone.until(lambda: "Mistyped or really played?" in phone.text())
    alert = phone.run("return document.querySelector('[role=alert]').textContent")
    assert "really played?" in alert
    assert "AB-1.2" in phone.text()
    phone.tap("mistyped")
    phone.until(lambda: "lay Wolf" in phone.text())
    assert table.posted == []
    phone.tap("jump", "really played")
    assert [event["type"] for event in phone.posted(1)] == ["jump"]
    assert table.requests[-1]["if_legal"] is False


def test_vn_6_3_other_opens_the_verbs(opened: Opened) -> None:
    phone = opened(Table(view(*LAY, forced=(tap("draw 2"),), verbs=(tap("cheat"),))))
    phone.tap("other", "cheat")
    assert [event["type"] for event in phone.posted(1)] == ["cheat"]


def test_vn_6_2_a_sealed_page_shows_verbs_alone_and_says_recorded(opened: Opened) -> None:
    line = Line(20, "x", "ana lay Wolf", by="lena")
    own = (Panel("registered", (("Wolf", "3"),)),)
    kept = {"owed": (), "board": (), "active": "", "turn": 0}
    verbs = (tap("lay"), tap("attack"))
    phone = opened(Table(view(verbs=verbs, sealed=True, entries=(line,), own=own, **kept)))
    assert "registered" in phone.text() and "turn" not in phone.text()
    assert phone.names("main") == ["lay", "attack"]
    assert "recorded" in phone.text() and "legal" not in phone.text()
    phone.tap("lay")
    phone.posted(1)
    assert phone.venue.table.requests[-1]["if_legal"] is False


# -- VN-7.7 to VN-7.9 --------------------------------------------------------------------------


def test_vn_7_7_a_second_tap_at_once_hits_nothing_that_moved(opened: Opened) -> None:
    phone = opened(Table(view(*LAY, tap("end"))))
    (box,) = [each for each in phone.boxes() if each["name"] == "lay Wolf"]
    x, y = (box["left"] + box["right"]) / 2, (box["top"] + box["bottom"]) / 2
    seen = """const [x, y] = arguments;
        window.free = [];
        const wide = innerWidth / 6 - 1;
        const look = () => {
          for (const at of [x - wide, x, x + wide])
            window.free.push(document.elementFromPoint(Math.max(at, 0), y)?.closest('button'));
        };
        new MutationObserver(() => { look(); setTimeout(look, 200); })
          .observe(document.querySelector('main'), {childList: true});"""
    phone.run(seen, x, y)
    phone.rest()
    phone.tap_at(x, y)
    phone.tap_at(x, y)
    assert len(phone.posted(1)) == 1
    phone.until(lambda: phone.run("return window.free.length") >= 6)
    phone.rest()
    free = phone.run("return window.free.map((each) => each?.innerText ?? '')")
    assert free and set(free) == {""}
    phone.rest()
    assert [event["type"] for event in phone.venue.table.posted] == ["lay"]


def test_vn_7_8_a_judge_is_called_offline_too_and_shown_as_waiting(opened: Opened) -> None:
    table = Table(view(*LAY, mine=("ana",)))
    phone = opened(table)
    table.down = True
    phone.tap("judge", "a disagreement")
    phone.until(lambda: "judge called" in phone.names())
    phone.until(lambda: "offline, 1 waiting" in phone.text())
    assert "Offline: not checked yet." in phone.text()
    table.down = False
    phone.run("dispatchEvent(new Event('online'))")
    call = {"type": "call-judge", "seat": "ana", "about": "a disagreement"}
    assert phone.posted(1) == [call]


def test_vn_7_9_names_are_shown_and_ids_are_logged(opened: Opened) -> None:
    named = replace(view(*LAY), seats=(*view().seats[:1], replace(view().seats[1], name="Bo B.")))
    phone = opened(Table(named))
    assert "Bo B." in phone.text()
    phone.tap("lay Wolf")
    assert phone.posted(1)[0]["seat"] == "ana"


# -- VN-10: two recorders ----------------------------------------------------------------------


def test_vn_10_1_who_watches_takes_over_with_one_tap_and_may_agree(opened: Opened) -> None:
    table = Table(view(*LAY, recording=False, recorder="Bo", sits="ana", ended=18))
    phone = opened(table)
    assert "Bo records" in phone.text() and "lay Wolf" not in phone.text()
    phone.tap("agree with all up to entry 18")
    assert phone.posted(1) == [{"type": "confirm", "seat": "ana", "entry": 18}]
    phone.tap("take over")
    phone.button("lay Wolf")
    assert "/api/matches/m1/recorder" in table.bodies


@pytest.mark.parametrize("over", ["", "Bo won"])
@pytest.mark.parametrize("verb", ["post", "game"])
def test_vn_5_2_a_round_that_is_posted_and_a_game_that_is_opened_at_the_table_take_the_device_along(
    opened: Opened, verb: str, over: str
) -> None:
    table = Table(view(*LAY, over=over, mine=("ana",), table=4), page={"stream": "cup"})
    phone = opened(table)
    news = {"topic": "tournament/cup", "n": 9, "verb": verb}
    table.news += [{**news, "verb": "note"}, {**news, "verb": "game", "table": 5}]
    table.news.append({**news, "table": 4})
    if verb == "post" or over:
        phone.until(lambda: phone.run("return location.pathname") == "/here")
    else:
        phone.until(lambda: not table.news)
        assert phone.run("return location.pathname") == "/t/m1"


def test_vn_10_2_the_first_difference_is_shown_with_three_choices(opened: Opened) -> None:
    table = Table(view(*LAY))
    phone = opened(table)
    table.down = True
    phone.tap("lay Wolf")
    table.write("0190b3a0-0000-7000-8000-000000000001", {"type": "lay", "what": "theirs"})
    table.down = False
    phone.run("dispatchEvent(new Event('online'))")
    phone.until(lambda: "recorded twice" in phone.text())
    assert "Number 21" in phone.text()
    choices = {"drop mine", "add mine after theirs", "call a judge"}
    assert choices <= set(phone.names("main"))
    phone.tap("add mine after theirs")
    assert phone.posted(2)[1]["what"] == "lay Wolf"


def test_vn_19_8_what_was_on_offer_takes_no_tap_until_what_is_comes(opened: Opened) -> None:
    table = Table(view(tap("lay Wolf"), tap("lay Elk")))
    phone = opened(table)
    before = table.view
    table.write("0190b3a0-0000-7000-8000-000000000001", {"type": "lay", "what": "theirs"})
    table.posted.clear()
    table.view = replace(table.view, buttons=(), behind=True)
    phone.until(lambda: phone.all(".taps.stale"))
    assert "lay Wolf" in phone.names(), "the page keeps still"
    phone.tap("lay Wolf")
    assert table.posted == [] == table.requests
    at = before.at + 1
    table.view = replace(table.view, buttons=(tap("rest"),), behind=False)
    table.news.append({"topic": "match/m1", "n": at, "offers": at})
    phone.until(lambda: "rest" in phone.names())
    phone.tap("rest")
    assert phone.posted(1)[0]["type"] == "rest"


def test_vn_19_8_what_is_written_is_shown_until_the_view_has_it(opened: Opened) -> None:
    table = Table(view(*LAY))
    phone = opened(table)
    phone.tap("lay Wolf")
    phone.posted(1)
    phone.until(lambda: "all sent" in phone.text())
    assert [each for each in phone.text().splitlines() if "lay Wolf" in each]
    phone.until(lambda: "undo lay Wolf" in " ".join(phone.names()))


def test_vn_19_10_after_a_tap_nothing_has_the_focus_and_the_page_stays_where_it_is(
    opened: Opened,
) -> None:
    many = values(*(f"Card {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    steps = Several("cards", "cards", values=many, counts=(2,) * 26, least=1, most=4)
    phone = opened(Table(view(tap("discard", steps), *LAY)))
    phone.tap("discard")
    where = "return [document.querySelector('.taps').scrollTop, scrollY]"
    focus = "return document.activeElement.tagName"
    phone.run("document.querySelector('.taps').scrollTop = -300")
    before = phone.run(where)
    for name in ("Card M", "Card N"):
        box = next(each for each in phone.boxes(".answers button") if each["name"].startswith(name))
        phone.rest()
        phone.tap_at(box["left"] + 20, box["top"] + 20)
        phone.until(lambda n=name: f"remove {n}" in phone.names())
        after = phone.run(where)
        assert all(abs(x - y) <= 8 for x, y in zip(before, after, strict=True)), (before, after)
        assert phone.run(focus) == "BODY"
    phone.tap("done")
    phone.posted(1)
    assert phone.run(focus) == "BODY"


def test_vn_19_10_long_lists_have_letters_and_every_step_a_way_back(opened: Opened) -> None:
    cards = tuple(f"Card {letter}" for letter in "ABCDEFGHIJKLMNOPQRST")
    menu = tap("lay ...", opens=tuple(tap(f"lay {card}") for card in cards))
    turned = tap("turn", Turned("cards", "cards", offers=(cards, cards), mark="-"))
    phone = opened(Table(view(menu, turned, *LAY)))
    for name, last in (("lay", "lay Card T"), ("turn", "Card T")):
        phone.tap(name)
        field = phone.until(lambda: phone.all("input[type=search]"))[0]
        field.send_keys("d t")
        seen = [each for each in phone.names(".answers") if "Card" in each]
        assert seen == [last]
        phone.tap("back")
        phone.until(lambda: "lay Wolf" in phone.names())


def test_vn_19_10_entries_are_told_in_names_and_words(opened: Opened) -> None:
    table = Table(view(*LAY), people={"p-4711": "Kim Example"})
    ana = table.view.seats[0]
    lines = (
        Line(19, "x1", f'{ana.seat} lay "Sky Fox" tribes=aegaryn ahead=no', "legal"),
        Line(20, "x2", "p-4711 strike 17 authority=scorekeeper", "legal"),
    )
    table.view = replace(table.view, entries=lines)
    text = opened(table).text()
    assert f"{ana.name}: lay Sky Fox, tribes aegaryn, not ahead" in text
    assert "Kim Example: strike 17, authority scorekeeper" in text
    assert "p-4711" not in text and "=" not in text


def test_vn_8_2_what_another_device_logs_appears(opened: Opened) -> None:
    table = Table(view(*LAY))
    phone = opened(table)
    table.write("0190b3a0-0000-7000-8000-000000000002", {"type": "lay", "what": "by another"})
    phone.until(lambda: "by another" in phone.text())


# -- VN-15 -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_vn_15_1_contrast_is_at_least_4_5(opened: Opened, dark: bool) -> None:
    lines = (
        Line(19, "a", "ana lay Wolf", "on trust", why="the hand"),
        Line(20, "b", "bo lay Elk", "illegal", "AB-1.1", "not in turn"),
    )
    phone = opened(Table(view(*ALL, tap("jump"), forced=(tap("draw"),), entries=lines)))
    phone.venue.table.illegal = frozenset({"jump"})
    phone.size(dark=dark)
    assert phone.pale() == []
    for name in ("attack", "discard", "move Ranger"):
        phone.tap(name)
        assert phone.pale() == []
        phone.tap("cancel")
    phone.tap("jump")
    phone.button("mistyped")
    assert phone.pale() == []


def test_vn_15_1_all_is_reached_by_keyboard_alone(opened: Opened) -> None:
    phone = opened(Table(view(tap("attack", PAIR), *LAY)))

    def press(key: str, times: int = 1) -> str:
        ActionChains(phone.driver).send_keys(*[key] * times).perform()
        active = phone.run(
            "const e = document.activeElement; return e.getAttribute('aria-label') ?? e.innerText"
        )
        return str(active)

    seen = [press(Keys.TAB) for _ in range(6)]
    assert seen == [
        "open the board and the log",
        "attack …",
        "lay Wolf",
        "lay Elk",
        "undo",
        "judge",
    ]
    phone.button("attack").send_keys(Keys.ENTER)
    phone.until(lambda: phone.all(".dice button"))
    assert press(Keys.TAB, 7) == "own die 2, other die 2"
    press(Keys.SPACE)
    phone.until(lambda: "2-2: again" in phone.text())
    press(Keys.ESCAPE)
    assert "lay Wolf" in phone.names()
    phone.button("lay Wolf").send_keys(Keys.ENTER)
    phone.posted(1)


def test_vn_15_1_a_page_enlarged_to_200_percent_loses_nothing(opened: Opened) -> None:
    phone = opened(Table(view(*ALL, tap("attack", PAIR))))
    phone.size(195, 422)
    assert phone.run("return document.documentElement.scrollWidth") == 195
    phone.tap("lay Wolf")
    phone.posted(1)
    phone.tap("attack")
    assert phone.run("return document.documentElement.scrollWidth") == 195
    phone.tap("own die 6, other die 6")
    phone.posted(2)


def test_vn_15_1_entries_are_read_out_politely_and_refusals_at_once(opened: Opened) -> None:
    phone = opened(Table(view(*ALL)))
    assert phone.run("return document.querySelector('body > .log').ariaLive") == "polite"
    assert len(phone.all("body > [role=alert]")) == 1
    named = "return [...document.querySelectorAll('button')].filter((each) => \
        !(each.getAttribute('aria-label') ?? each.innerText).trim()).length"
    assert phone.run(named) == 0


def test_vn_15_2_the_page_speaks_german_where_it_is_asked_to(opened: Opened) -> None:
    phone = opened(Table(view(*ALL), lang="de"))
    assert phone.run("return document.documentElement.lang") == "de"
    assert {"mehr", "Judge", "lay Wolf"} <= set(phone.names())
    assert "alles gesendet" in phone.text()


def test_vn_15_2_every_catalog_has_every_text_that_is_shown(opened: Opened) -> None:
    phone = opened(Table(view()))
    keys = phone.driver.execute_async_script(
        """const done = arguments[0];
        Promise.all(['en', 'de'].map((lang) => import(`/static/texts/${lang}.js`)))
            .then((all) => done(all.map((each) => Object.keys(each.default).sort())))"""
    )
    assert keys[0] == keys[1]
    scripts = "".join(
        (STATIC / f"{name}.js").read_text(encoding="utf-8") for name in ("table", "draw", "queue")
    )
    shown_keys = set(re.findall(r"\bt\.(\w+)", scripts))
    shown_keys |= set(re.findall(r'"((?:queue|told)\.\w+)"', scripts))
    assert shown_keys - set(keys[0]) == set()


# -- VN-5.8 ------------------------------------------------------------------------------------


def test_vn_5_8_html_in_names_and_remarks_is_text(opened: Opened) -> None:
    evil = "<img src=x onerror=\"document.title='gone'\"><b>x</b>"
    line = Line(20, "a", evil, "on trust", why=evil)
    seat = replace(view().seats[0], name=evil, score=evil)
    phone = opened(Table(view(tap(evil), entries=(line,), seats=(seat, view().seats[1]))))
    phone.all("body > .board")[0].click()
    assert phone.run("return document.querySelectorAll('img, b b').length") == 0
    assert phone.run("return document.title") == "Table 4"
    assert evil in phone.text()
    assert phone.complaints() == []
