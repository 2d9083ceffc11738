"""What the queue of a device does at each answer and each happening (VN-4.1, 4.2, 5.6, 9, 10)."""

import json
from typing import Any

import pytest

from tests.venue.phones import HOUR, Device, fresh

Json = dict[str, Any]


def theirs(seq: int, text: str, key: str = "") -> Json:
    """An entry of the other recorder."""
    event = {"type": "note", "by": "bo", "text": text}
    return {"seq": seq, "id": key or f"theirs-{seq}", "event": event, "line": f"bo says {text}"}


# -- VN-9.1, 9.2: stored first, then shown and sent ---------------------------------------------


def test_a_tap_is_stored_then_shown_then_sent():
    device = Device().tap("a")
    assert device.order == ["store", "show", "send"]
    assert device.records["a"]["sent"]
    assert device.shown["items"][0]["status"] == "sending"
    assert (device.shown["mark"], device.shown["waiting"]) == ("waiting", 1)


def test_what_is_answered_is_removed_and_shown_as_sent():
    device = Device().tap("a").recorded(6)
    assert (device.records, device.shown["mark"], device.shown["waiting"]) == ({}, "sent", 0)


def test_a_reload_sends_the_same_bytes_again_and_known_is_success():
    before = Device().tap("a", "b").happens("failed", n=1)
    after = Device(before.records.values(), before.kept).happens("resume")
    assert after.ids() == ["a", "b"]
    assert before.sent[0]["body"][:60] == after.sent[0]["body"][:60]
    after.answered(200, recorded=[{"id": "a", "seq": 6, "known": True},
                                  {"id": "b", "seq": 7, "known": True}])  # fmt: skip
    assert after.records == {}


# -- VN-9.3: in order, batches of 20, one request in flight --------------------------------------


def test_sixty_taps_go_in_batches_of_twenty_in_order_with_the_number_they_expect():
    device = Device().happens("offline").tap(*[f"t{n}" for n in range(60)])
    assert device.sent == []
    device.happens("online").happens("tick", turn=device.waits[-1]["turn"])
    seen, expected = [], []
    for first in (6, 26, 46):
        seen.append(device.ids())
        expected.append(device.body()["expected"])
        device.recorded(first)
    assert [len(ids) for ids in seen] == [20, 20, 20]
    assert [name for ids in seen for name in ids] == [f"t{n}" for n in range(60)]
    assert expected == [5, 25, 45]


def test_a_batch_keeps_below_the_most_that_a_body_may_have():
    device = Device().happens("offline").tap(*[f"{n}" + "x" * 9_000 for n in range(8)])
    device.happens("resume")
    assert 1 < len(device.ids()) < 8
    assert len(device.sent[-1]["body"]) < 64 * 1024


def test_one_request_is_under_way_at_a_time():
    device = Device().tap("a", "b", "c")
    assert (len(device.sent), device.ids()) == (1, ["a"])
    device.recorded(6)
    assert (device.ids(), device.body()["expected"]) == (["b", "c"], 6)


def test_an_answer_to_a_request_that_was_given_up_changes_nothing():
    device = Device().tap("a").happens("failed", n=1)
    device.happens("answer", n=1, status=200, body={"recorded": [{"id": "a", "seq": 6}]})
    assert device.waiting == ["a"]


def test_it_tries_again_after_longer_and_longer_and_at_once_when_the_network_is_back():
    device = Device().tap("a")
    for _ in range(8):
        device.happens("failed", n=device.sent[-1]["n"])
        device.happens("tick", turn=device.waits[-1]["turn"])
    waits = [wait["ms"] for wait in device.waits]
    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (375, 7500)
    device.happens("failed", n=device.sent[-1]["n"]).happens("online")
    assert device.waits[-1]["ms"] == 0


def test_chance_spreads_those_who_come_back_together():
    spread = set()
    for chance in (0, 0.5, 1):
        device = Device().happens("offline").tap(*[f"t{n}" for n in range(60)])
        spread.add(device.happens("online", chance=chance).waits[-1]["ms"])
    assert spread == {0, 1000, 2000}


def test_the_wait_of_an_earlier_turn_is_over_without_effect():
    device = Device().tap("a").happens("failed", n=1)
    device.happens("online").happens("tick", turn=device.waits[0]["turn"])
    assert len(device.sent) == 1


# -- VN-4.1: every error ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "after", "least", "key"),
    [(429, 3, 3000, "queue.slow"), (503, 2, 2000, "queue.busy"), (507, None, 10_000, "queue.full")],
)
def test_where_the_server_says_later_it_is_later(
    status: int, after: float | None, least: int, key: str
):
    device = Device().tap("a").answered(status, after, error="later", hint="")
    assert least <= device.waits[-1]["ms"] <= least + 1000
    assert (device.shown["key"], device.shown["mark"], device.waiting) == (key, "waiting", ["a"])
    device.tap("b").happens("online")
    assert len(device.sent) == 1
    device.happens("tick", turn=device.waits[-1]["turn"])
    assert device.ids() == ["a", "b"]


@pytest.mark.parametrize(
    ("status", "error", "kind"),
    [
        (400, "not json", "malformed"),
        (401, "unauthorised", "session"),
        (403, "forbidden", "forbidden"),
        (404, "unknown", "unknown"),
        (409, "conflict", "conflict"),
        (413, "too large", "large"),
        (422, "not well-formed", "malformed"),
        (422, "incomplete", "incomplete"),
        (500, "fault", "fault"),
    ],
)
def test_an_error_stops_the_queue_with_its_question(status: int, error: str, kind: str):
    device = Device().tap("a").answered(status, error=error, hint="so", choices=["x"])
    question = device.shown["question"]
    assert (question["kind"], question["key"]) == (kind, f"ask.{kind}")
    assert question["hint"] == "so"
    assert device.shown["mark"] == "refused"
    device.tap("b").happens("online").happens("resume" if kind != "session" else "offline")
    assert len(device.sent) == 1
    assert device.waiting == ["a", "b"]


def test_a_device_that_is_bound_anew_goes_on():
    device = Device().tap("a").answered(401, error="unauthorised", hint="")
    assert device.happens("resume").ids() == ["a"]
    assert device.shown["question"] is None


@pytest.mark.parametrize("status", [200, 404, 502])
def test_an_answer_that_is_not_of_this_server_counts_as_none(status: int):
    """Such as the page with which a guest network asks for a password."""
    device = Device().tap("a").answered(status)
    assert (device.waiting, device.shown["key"]) == (["a"], "queue.offline")


def test_of_several_the_one_that_is_not_well_formed_is_found_and_shown():
    device = Device().happens("offline").tap("a", "b", "c").happens("resume")
    device.answered(422, error="not well-formed", field="text", hint="at most 3")
    assert device.ids() == ["a"]
    device.recorded(6).answered(422, error="not well-formed", field="text", hint="at most 3")
    question = device.shown["question"]
    assert (question["id"], question["field"], question["hint"]) == ("b", "text", "at most 3")
    device.choose("drop")
    assert (device.ids(), device.body()["expected"], device.dropped) == (["c"], 6, ["b"])


def test_what_lacks_a_choice_is_asked_for_it_and_goes_in_its_place_under_a_new_id():
    device = Device().tap("a", "b").answered(422, error="incomplete", hint="", choices=["x", "y"])
    assert device.shown["question"]["options"] == ["x", "y"]
    event = {"type": "note", "by": "ana", "text": "a, x"}
    device.choose("mend", item=fresh("a2", device.now, event=event, line="a, x"))
    assert device.ids() == ["a2", "b"]
    assert device.body()["drafts"][0]["event"] == event


# -- VN-4.2: mistyped, or really played? --------------------------------------------------------


def illegal(device: Device, name: str, **more: object) -> Device:
    """The newest request is answered: that one is against a rule."""
    said = {"id": name, "rule": "R-1", "why": "no", "legal": "yes"}
    return device.answered(200, recorded=[], illegal=said, **more)


def test_an_illegal_one_is_asked_about_with_rule_reason_and_what_is_legal():
    device = illegal(Device().tap("a"), "a")
    question = device.shown["question"]
    assert (question["kind"], question["choices"]) == ("illegal", ["mistyped", "played"])
    assert (question["rule"], question["why"], question["legal"]) == ("R-1", "no", "yes")
    assert device.shown["items"][0]["status"] == "refused"


def test_one_that_may_not_have_been_meant_is_asked_about_and_sent_as_it_is_where_it_was():
    device = Device().tap("a", "b")
    device.answered(200, recorded=[], unmeant={"id": "a", "why": "this ends bo's turn"})
    question = device.shown["question"]
    assert (question["kind"], question["choices"]) == ("unmeant", ["mistyped", "meant"])
    assert question["why"] == "this ends bo's turn"
    device.choose("meant")
    assert (device.ids(), device.body()["if_legal"]) == (["a"], False)
    device.recorded(6)
    assert (device.ids(), device.body()["if_legal"]) == (["b"], True)


def test_mistyped_takes_it_out_and_what_waits_moves_up():
    device = illegal(Device().tap("a", "b"), "a").choose("mistyped")
    assert (device.ids(), device.body()["expected"]) == (["b"], 5)
    assert device.records.keys() == {"b"}


def test_played_sends_the_same_bytes_alone_without_if_legal():
    device = illegal(Device().tap("a", "b"), "a").choose("played")
    assert (device.ids(), device.body()["if_legal"]) == (["a"], False)
    first, second = (json.loads(sent["body"])["drafts"] for sent in device.sent)
    assert first == second
    device.recorded(6)
    assert (device.ids(), device.body()["if_legal"]) == (["b"], True)


def test_where_hints_are_not_allowed_nothing_is_asked():
    assert Device().tap("a", if_legal=False).body()["if_legal"] is False


def test_a_legal_part_of_a_batch_is_written_and_only_the_rest_waits():
    device = Device().happens("offline").tap("a", "b", "c").happens("resume")
    said = {"id": "b", "rule": "R-1", "why": "", "legal": ""}
    device.answered(200, recorded=[{"id": "a", "seq": 6}], illegal=said)
    assert (device.waiting, device.shown["question"]["id"]) == (["b", "c"], "b")


# -- undo (VN-7.4 c) ----------------------------------------------------------------------------


def test_undo_of_what_was_never_sent_takes_it_out():
    device = Device().happens("offline").tap("a").undo()
    assert (device.records, device.told[-1]) == ({}, ("told.undone", {"line": "says a"}))
    assert device.happens("resume").sent == []


def test_undo_of_what_is_under_way_waits_for_its_number_and_strikes_it():
    device = Device().tap("a").undo()
    assert [item["undone"] for item in device.shown["items"]] == [True, False]
    device.recorded(6)
    strike = {"type": "strike", "judge": "ana", "entry": 6, "authority": "scorekeeper"}
    assert device.body()["drafts"][0]["event"] == strike
    assert device.body()["expected"] == 6


def test_undo_of_what_was_sent_without_an_answer_does_not_take_it_out():
    device = Device().tap("a").happens("failed", n=1).undo()
    assert device.waiting == ["a", "undo"]
    device.happens("resume")
    assert device.ids() == ["a"]


def test_undo_of_what_is_then_refused_leaves_nothing():
    device = illegal(Device().tap("a").undo(), "a")
    assert (device.records, device.shown["question"]) == ({}, None)


def test_undo_after_all_is_sent_strikes_the_newest_then_the_one_before():
    device = Device().tap("a").recorded(6).tap("b").recorded(7).undo("u1").recorded(8).undo("u2")
    events = [json.loads(sent["body"])["drafts"][0]["event"] for sent in device.sent]
    assert [event.get("entry") for event in events] == [None, None, 7, 6]
    device.recorded(9).undo("u3")
    assert len(device.sent) == 4


def test_undo_is_possible_after_a_reload():
    before = Device().tap("a").recorded(6)
    after = Device(before.records.values(), before.kept).undo()
    assert after.body()["drafts"][0]["event"]["entry"] == 6


def test_a_strike_that_is_refused_is_no_question_of_mistyped():
    device = illegal(Device().tap("a").recorded(6).undo(), "undo")
    assert device.shown["question"]["choices"] == ["drop", "judge"]
    device.choose("drop")
    assert (device.records, device.dropped) == ({}, [])


# -- VN-9.5 -------------------------------------------------------------------------------------


def test_what_waited_for_a_day_is_shown_and_not_sent_by_itself():
    before = Device().happens("offline").tap("a", "b")
    after = Device(before.records.values(), before.kept)
    after.now += 25 * HOUR
    after.happens("resume").happens("online").happens("tick", turn=1)
    assert after.sent == []
    question = after.shown["question"]
    assert (question["kind"], question["count"], after.waiting) == ("old", 2, ["a", "b"])
    assert after.choose("send").ids() == ["a", "b"]


def test_what_waited_for_a_day_and_was_in_the_log_all_along_is_asked_about_no_more():
    before = Device().tap("a")
    after = Device(before.records.values(), before.kept)
    after.now += 25 * HOUR
    after.happens("resume").tap("b")
    assert (after.shown["question"]["kind"], after.waiting) == ("old", ["a", "b"])
    entries = [{"id": "a", "seq": 6}]
    after.happens("seen", view={"at": 6, "entries": entries})
    assert (after.shown["question"], after.ids()) == (None, ["b"])


def test_what_waits_when_the_match_is_over_is_shown_and_not_sent_by_itself():
    device = Device().tap("a", "b").recorded(6, at=6, over="ana wins")
    assert (len(device.sent), device.shown["question"]["kind"]) == (1, "over")
    device.choose("drop")
    assert (device.shown["mark"], device.dropped) == ("sent", ["b"])


def test_what_is_tapped_after_the_end_and_the_undo_of_the_end_are_sent():
    device = Device().tap("a").undo().recorded(6, at=6, over="ana wins")
    assert device.ids() == ["undo"]
    assert device.recorded(7).tap("c").ids() == ["c"]


def test_a_match_that_a_judge_opened_again_goes_on():
    device = Device().tap("a", "b").recorded(6, at=6, over="ana wins")
    device.happens("seen", view={"at": 7, "over": ""})
    assert device.ids() == ["b"]


def test_what_a_view_shows_as_written_waits_no_longer():
    device = Device().tap("a", "b").happens("failed", n=1)
    device.happens("seen", view={"at": 6, "entries": [{"id": "a", "seq": 6}]})
    assert (device.waiting, device.body()["expected"]) == (["b"], 6)


# -- VN-10: two recorders -----------------------------------------------------------------------


def behind(device: Device, *entries: Json) -> Device:
    """The newest request is answered: the match went on."""
    return device.answered(409, error="stale", hint="", last=entries[-1]["seq"], entries=entries)


def offline(*names: str) -> Device:
    """A device that recorded alone, and is back."""
    return Device().happens("offline").tap(*names).happens("resume")


def test_what_both_recorded_is_taken_as_the_same_with_a_note():
    device = behind(offline("a", "b", "c"), theirs(6, "a"), theirs(7, "b"))
    assert ("told.both", {"numbers": [6, 7]}) in device.told
    assert (device.ids(), device.body()["expected"]) == (["c"], 7)


def test_the_first_that_differs_is_named_with_both_versions():
    device = behind(offline("a", "b", "c"), theirs(6, "a"), theirs(7, "x"), theirs(8, "c"))
    question = device.shown["question"]
    assert (question["kind"], question["number"], question["id"]) == ("different", 7, "b")
    assert (question["theirs"]["line"], question["item"]["line"]) == ("bo says x", "says b")
    assert question["choices"] == ["drop", "after", "judge", "drop-all"]
    assert device.waiting == ["b", "c"]


def test_drop_mine_goes_on_behind_and_keeps_it_for_the_judge_until_the_result_is_in():
    device = behind(offline("a", "b", "c"), theirs(6, "a"), theirs(7, "x"), theirs(8, "c"))
    device.choose("drop")
    assert (device.ids(), device.body()["expected"], device.dropped) == (["c"], 7, ["b"])
    behind(device, theirs(8, "c"))
    assert (device.shown["mark"], device.dropped) == ("sent", ["b"])
    after = Device(device.records.values(), device.kept).happens("resume")
    assert after.dropped == ["b"]
    assert after.shown["dropped"][0]["theirs"]["line"] == "bo says x"
    assert after.happens("closed").dropped == []
    assert after.records == {}


def test_drop_mine_where_they_have_the_next_one_in_its_place_takes_that_as_the_same():
    device = behind(offline("a", "b"), theirs(6, "b"))
    device.choose("drop")
    assert device.body()["expected"] == 5
    behind(device, theirs(6, "b"))
    assert (device.shown["mark"], device.dropped) == ("sent", ["a"])


def test_add_mine_after_theirs_is_checked_again():
    device = illegal(offline("a", "b"), "a").choose("played")
    behind(device, theirs(6, "x"), theirs(7, "y")).choose("after")
    assert (device.ids(), device.body()["expected"]) == (["a", "b"], 7)
    assert device.body()["if_legal"] is True


def test_a_judge_is_called_with_both_versions_and_mine_are_kept():
    device = behind(offline("a", "b"), theirs(6, "x"))
    device.choose("judge", seat="ana", item=fresh("call", device.now))
    (draft,) = device.body()["drafts"]
    assert draft["event"]["type"] == "call-judge"
    assert draft["event"]["about"] == "number 6: theirs bo says x, ours says a"
    assert (device.body()["expected"], device.dropped) == (6, ["a", "b"])


def test_what_was_dropped_can_be_put_back_at_the_end():
    device = behind(offline("a"), theirs(6, "x")).choose("drop")
    device.happens("again", id="a", expected=6)
    assert (device.ids(), device.body()["expected"], device.dropped) == (["a"], 6, [])


def test_vn_11_4_who_records_is_asked_about_a_clock_that_is_off():
    device = Device().tap("a")
    (key,) = device.ids()
    device.answered(200, recorded=[{"id": key, "seq": 6, "clock": "entry 6 was recorded at …"}])
    assert ("told.clock", {}) in device.told
    device = Device().tap("a")
    device.recorded(6)
    assert ("told.clock", {}) not in device.told


def test_all_of_mine_can_be_dropped_at_once():
    device = behind(offline("a", "b", "c"), theirs(6, "x")).choose("drop-all")
    assert (device.shown["mark"], device.dropped) == ("sent", ["a", "b", "c"])


def test_own_entries_among_those_since_are_no_difference():
    """The answer to the first was lost, and the other went on: VN-10.5."""
    device = offline("a", "b")
    behind(device, theirs(6, "a", key="a"), theirs(7, "x"))
    assert not [key for key, _ in device.told if key == "told.both"]
    question = device.shown["question"]
    assert (question["number"], question["id"]) == (7, "b")


def test_a_strike_under_way_strikes_the_entry_that_the_other_recorded():
    device = Device().tap("a").undo()
    behind(device, theirs(6, "a"))
    assert device.body()["drafts"][0]["event"]["entry"] == 6


def test_the_clock_of_the_device_may_move_back():
    device = Device().tap("a")
    device.now -= 10 * HOUR
    device.tap("b").recorded(6)
    assert device.ids() == ["b"]
