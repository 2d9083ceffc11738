"""The half-made entry of a table page: the choices of a line that the server asks for (VN-7.4)."""

from typing import Any

from tests.venue.node import node

EVENT = {"type": "resolve", "seat": "ana", "source": "Guide"}
TYPED = {"ask": "typed", "field": "did", "optional": True}
BUTTON = {"label": "resolve Guide", "event": EVENT, "seat": "ana",
          "steps": [{"ask": "way", "field": "", "typed": [TYPED], "later": True}]}  # fmt: skip
YES = {"ask": "pick", "field": "", "title": "banish?",
       "values": [{"text": "yes", "value": True}, {"text": "no", "value": False}]}  # fmt: skip
ONE = {**YES, "title": "level card", "values": [{"text": "Elk", "value": "Elk"}]}
WHICH = {"ask": "several", "field": "", "title": "banish cards", "least": 1, "most": 2,
         "values": [{"text": "Owl", "value": "Owl"}, {"text": "Fox", "value": "Fox"}]}  # fmt: skip


def call(name: str, *args: object) -> Any:
    return node().call("steps", name, *args)


def asked(half: Any) -> Any:
    return call("asked", half)["field"]


def test_each_choice_is_asked_by_what_the_server_says_and_the_fields_make_the_event() -> None:
    half = call("begin", BUTTON)
    assert call("onTheWay", half) and call("chosen", half) == []
    half = call("walked", half, {"step": YES})
    assert not call("onTheWay", half) and asked(half) == "~000"
    assert call("asked", half)["later"]
    half = call("walked", call("answered", half, True, "yes"), {"step": WHICH})
    assert not call("asked", half)["later"]
    half = call("done", call("added", half, WHICH["values"][0]))
    assert call("onTheWay", half) and call("chosen", half) == [True, ["Owl"]]
    assert call("eventOf", half) == EVENT
    half = call("walked", half, {"fields": {"did": [{"do": "banish"}]}})
    assert call("whole", half)
    assert call("eventOf", half) == {**EVENT, "did": [{"do": "banish"}]}
    assert call("lineOf", half) == "resolve Guide yes Owl"


def test_a_choice_with_one_answer_is_not_asked_and_goes_back_with_the_one_before() -> None:
    half = call("walked", call("begin", BUTTON), {"step": YES})
    half = call("walked", call("answered", half, True, "yes"), {"step": ONE})
    assert call("onTheWay", half) and call("chosen", half) == [True, "Elk"]
    half = call("back", half)
    assert call("chosen", half) == [] and asked(half) == "~000"
    half = call("walked", call("answered", half, False, "no"), {"step": WHICH})
    assert call("chosen", half) == [False] and asked(half) == "~001"


def test_what_is_left_for_later_is_told_and_what_is_not_asked_is_typed() -> None:
    half = call("walked", call("begin", BUTTON), {"step": YES})
    assert call("chosen", call("answered", half, None, "")) == [None]
    half = call("inTyping", call("answered", half, True, "yes"))
    assert half["button"]["steps"] == [TYPED] and half["said"] == []
    assert call("eventOf", half) == EVENT
