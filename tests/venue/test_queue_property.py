"""The queue against a server written down from VN-2.2, 3.2, 4.1 to 4.3 and 9.3 alone: whatever is
lost, repeated, delayed or refused, each tap is in the log once and in order (VN-16.4)."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from tests.tiers import examples
from tests.venue.node import node

Json = dict[str, Any]
DAY = 86_400_000


class Server:
    """A match at the venue: what it answers to a post, and its log."""

    def __init__(self) -> None:
        self.log: list[Json] = [{"seq": 1, "id": "opening", "event": {}, "line": ""}]

    @property
    def ids(self) -> dict[str, Json]:
        """The entries by their ids."""
        return {entry["id"]: entry for entry in self.log}

    def write(self, key: str, event: Json) -> Json:
        """Log an entry."""
        entry = {"seq": len(self.log) + 1, "id": key, "event": event, "line": json.dumps(event)}
        self.log.append(entry)
        return entry

    def view(self) -> Json:
        """What a page is told."""
        over = any(entry["event"].get("type") == "end" for entry in self.log)
        last = [{"seq": entry["seq"], "id": entry["id"]} for entry in self.log[-3:]]
        return {"at": len(self.log), "over": "over" if over else "", "entries": last}

    def post(self, text: str) -> tuple[int, Json]:
        """The answer to a request."""
        asked = json.loads(text)
        drafts, expected, ids = asked["drafts"], asked["expected"], self.ids
        known = [ids[draft["id"]] for draft in drafts if draft["id"] in ids]
        new = [draft for draft in drafts if draft["id"] not in ids]
        for draft in drafts:
            if draft["id"] in ids and ids[draft["id"]]["event"] != draft["event"]:
                return 409, {"error": "conflict", "hint": ""}
        ordered = drafts[: len(known)] == [d for d in drafts if d["id"] in ids]
        later = [entry for entry in known if entry["seq"] > expected]
        if new and (not ordered or len(self.log) != expected + len(later)):
            since = self.log[expected:]
            return 409, {"error": "stale", "last": len(self.log), "entries": since}
        for draft in new:
            event = draft["event"]
            if event["type"] == "malformed":
                return 422, {"error": "not well-formed", "field": "type", "hint": ""}
            if event["type"] == "incomplete":
                return 422, {"error": "incomplete", "choices": ["a"], "hint": ""}
            struck = self.log[event["entry"] - 1]["id"] if event["type"] == "strike" else ""
            if struck.startswith("other"):
                return 403, {"error": "forbidden", "hint": ""}
        recorded = [{"id": entry["id"], "seq": entry["seq"], "known": True} for entry in known]
        illegal = {}
        for draft in new:
            if asked["if_legal"] and draft["event"]["type"] == "illegal":
                said = {"id": draft["id"], "rule": "R-1", "why": "", "legal": ""}
                illegal = {"illegal": said}
                break
            entry = self.write(draft["id"], draft["event"])
            recorded.append({"id": entry["id"], "seq": entry["seq"], "known": False})
        view = self.view()
        return 200, {"recorded": recorded, "at": view["at"], "over": view["over"], **illegal}


REFUSALS = {429: "slow down", 503: "busy", 507: "no room"}
LAST_WORDS = {
    "illegal": "played",
    "different": "after",
    "old": "send",
    "over": "send",
    "fault": "again",
    "malformed": "drop",
    "incomplete": "drop",
    "forbidden": "drop",
}


class Table(RuleBasedStateMachine):
    """A device at a table, its owner, the network, and another recorder."""

    @initialize()
    def open(self) -> None:
        """The page is opened for the first time."""
        self.node = node()
        self.server = Server()
        self.records: dict[str, Json] = {}
        self.kept: Json = {}
        self.at = 1
        self.now = 0
        self.made = 0
        self.tapped: list[str] = []
        self.undone: set[str] = set()
        self.given_up: set[str] = set()
        self.unsure: set[str] = set()
        self.left: set[str] = set()
        self.bytes: dict[str, Json] = {}
        self.late: list[str] = []
        self.start()

    def start(self) -> None:
        """The page is opened from what is stored."""
        self.pending: list[Callable[[], None]] = []
        self.flight: Json | None = None
        self.turn: int | None = None
        self.question: Json | None = None
        self.node.call("", "begin", "it", "m", list(self.records.values()), self.kept)
        self.happens("resume")

    # -- the page: effects are carried out one after the other ---------------------------------

    def happens(self, kind: str, meant: Callable[[], None] | None = None, **more: object) -> None:
        """Something happens; what was meant by it holds from when it is stored."""
        self.now += 1
        asked = {"type": kind, "now": self.now, "chance": 0.5, **more}
        effects = self.node.call("", "step", "it", asked)
        for effect in effects:
            if effect["do"] == "store":
                self.pending.append(partial(self.do_store, effect, meant))
            else:
                self.pending.append(partial(getattr(self, f"do_{effect['do']}"), effect))

    def run(self) -> None:
        """Carry out what is to be done."""
        while self.pending:
            self.pending.pop(0)()

    def do_store(self, effect: Json, meant: Callable[[], None] | None) -> None:
        """One transaction of the store."""
        if meant:
            meant()
        for key in effect["drop"]:
            del self.records[key]
        self.records |= {record["id"]: record for record in effect["put"]}
        self.kept = effect["kept"]

    def do_show(self, effect: Json) -> None:
        """Nothing is shown as written that is not stored."""
        shown = effect["shown"]
        waiting = [item for item in shown["items"] if "seq" not in item]
        assert {item["id"] for item in waiting} <= self.records.keys()
        assert shown["mark"] == ("sent" if not waiting else shown["mark"])
        self.question = shown["question"]

    def do_heard(self, effect: Json) -> None:
        """The page knows how far the match is, and will ask for a view."""
        assert effect["at"] <= len(self.server.log)

    def do_tell(self, effect: Json) -> None:
        """Something is said."""

    def do_wait(self, effect: Json) -> None:
        """A timer."""
        assert effect["ms"] <= 20_000
        self.turn = effect["turn"]

    def do_send(self, effect: Json) -> None:
        """A request leaves: one at a time, stored as sent, its drafts as ever."""
        assert self.flight is None
        drafts = json.loads(effect["body"])["drafts"]
        assert 0 < len(drafts) <= 20
        for draft in drafts:
            assert self.records[draft["id"]]["sent"]
            assert self.bytes.setdefault(draft["id"], draft) == draft
        self.flight = effect

    # -- the owner ------------------------------------------------------------------------------

    def fresh(self, event: Json | None = None) -> Json:
        """What the page adds to a tap: id and times."""
        self.made += 1
        item = {"id": f"own-{self.made}", "played_at": "p", "recorded_at": "r", "tapped": self.now}
        return {**item, "event": event, "line": str(event), "if_legal": True}

    @rule(kinds=st.lists(st.sampled_from(["do", "do", "do", "illegal", "malformed", "incomplete"]),
                         min_size=1, max_size=2))  # fmt: skip
    def tap(self, kinds: list[str]) -> None:
        """Somebody taps, with a forced step before it or without."""
        self.run()
        items = [self.fresh({"type": kind, "n": self.made + 1}) for kind in kinds]
        keys = [item["id"] for item in items]
        self.happens("tap", lambda: self.tapped.extend(keys), items=items, expected=self.at)

    @rule()
    def many(self) -> None:
        """More taps than go in one request."""
        for _ in range(23):
            self.tap(["do"])

    @rule()
    def end(self) -> None:
        """The match ends."""
        self.run()
        item = self.fresh({"type": "end"})
        self.happens("tap", lambda: self.tapped.append(item["id"]), items=[item], expected=self.at)

    @rule()
    def undo(self) -> None:
        """The newest is taken back."""
        self.run()
        left = [key for key in self.tapped if key not in self.undone | self.given_up]
        written = {each["id"] for each in self.kept.get("written", ())}
        left = [key for key in left if key in written or key in self.records]
        meant = (lambda: self.undone.add(left[-1])) if left else None
        self.happens("undo", meant, item=self.fresh(), judge="ana", expected=self.at)

    @precondition(lambda self: self.question or self.pending)
    @rule(pick=st.integers(0, 3))
    def choose(self, pick: int) -> None:
        """A question is answered."""
        self.run()
        if self.question:
            self.answered(self.question["choices"][pick % len(self.question["choices"])])

    def answered(self, choice: str) -> None:
        """The question is answered so."""
        question = self.question
        assert question
        waiting = [key for key, record in self.records.items() if not record.get("why")]
        gone = [question["id"]] if "id" in question else []
        if choice == "drop-all" or (choice == "judge" and question["kind"] == "different"):
            gone = waiting
        elif question["kind"] in ("old", "over"):
            gone = [key for key in waiting if self.is_held(self.records[key])]
        if choice in ("played", "after", "again", "send"):
            gone = []
        more: Json = {}
        if choice in ("judge", "mend"):
            more = {"item": self.fresh({"type": "do", "n": self.made + 1}), "seat": "a"}

        struck = [self.records[key] for key in gone if self.takes_back(self.records[key])]
        again = {r.get("of") or self.server.log[r["event"]["entry"] - 1]["id"] for r in struck}
        sent = {key for key in gone if self.records[key]["sent"]}

        def meant() -> None:
            self.given_up.update(gone)
            self.unsure.update(sent)
            self.left.update(again)
            if more:
                place = self.tapped.index(question["id"])
                self.tapped.insert(place, more["item"]["id"])

        self.happens("choose", meant, choice=choice, **more)

    def takes_back(self, record: Json) -> bool:
        """Whether that is a strike."""
        return "of" in record or record["event"]["type"] == "strike"

    def is_held(self, record: Json) -> bool:
        """Whether that is not sent by itself: it is a day old, or the match is over."""
        if record["released"]:
            return False
        over = self.kept.get("over", False) and not self.takes_back(record)
        return over or self.now - record["tapped"] > DAY

    @rule(first=st.integers(0, 4))
    def crash(self, first: int) -> None:
        """The page is reloaded, with some of what was to be done not done."""
        for done in self.pending[:first]:
            done()
        if self.flight:
            self.late.append(self.flight["body"])
        self.start()

    @rule()
    def a_day_passes(self) -> None:
        """Nobody looks for a day."""
        self.run()
        self.now += 90_000_000

    # -- the network and the others -------------------------------------------------------------

    @precondition(lambda self: self.flight or self.pending)
    @rule(how=st.sampled_from(["well", "well", "well", "lost", "unanswered", "late",
                               429, 503, 507, 500, 502, "portal"]))  # fmt: skip
    def network(self, how: str | int) -> None:
        """What becomes of the request that is under way."""
        self.run()
        if not self.flight:
            return
        body, n = self.flight["body"], self.flight["n"]
        self.flight = None
        if how in ("unanswered", "well"):
            status, said = self.server.post(body)
        if how == "well":
            self.happens("answer", n=n, status=status, body=said)
        elif isinstance(how, int):
            error = REFUSALS.get(how)
            self.happens("answer", n=n, status=how, body=error and {"error": error}, after=3)
        elif how == "portal":
            self.happens("answer", n=n, status=200, body=None)
        else:
            if how == "late":
                self.late.append(body)
            self.happens("failed", n=n)

    @precondition(lambda self: self.late)
    @rule(place=st.integers(0, 9), again=st.booleans())
    def arrives_late(self, place: int, again: bool) -> None:
        """A request arrives that the device has long given up."""
        body = self.late[place % len(self.late)]
        if not again:
            self.late.remove(body)
        self.server.post(body)

    @precondition(lambda self: self.turn is not None or self.pending)
    @rule()
    def time_passes(self) -> None:
        """The wait is over."""
        self.run()
        if self.turn is not None:
            turn, self.turn = self.turn, None
            self.happens("tick", turn=turn)

    @rule(kind=st.sampled_from(["offline", "online", "resume"]))
    def connection(self, kind: str) -> None:
        """The device says what it thinks of the network."""
        self.run()
        self.happens(kind)

    @rule()
    def looks(self) -> None:
        """The page gets a view by itself."""
        self.run()
        view = self.server.view()
        self.at = view["at"]
        self.happens("seen", view=view)

    @rule(equal=st.booleans())
    def the_other_records(self, equal: bool) -> None:
        """The other device logs something: the same as waits here, or something else."""
        waiting = [r for r in self.records.values() if not r.get("why") and r.get("event")]
        event = {"type": "other", "n": len(self.server.log)}
        if equal and waiting and waiting[0]["event"]["type"] == "do":
            event = waiting[0]["event"]
        self.server.write(f"other-{len(self.server.log)}", event)

    # -- the end --------------------------------------------------------------------------------

    def teardown(self) -> None:
        """All is well again; then each tap is in the log once, in order, or was given up."""
        if not hasattr(self, "server"):
            return
        self.run()
        self.happens("online")
        for _ in range(400):
            self.run()
            if self.flight:
                self.network("well")
            elif self.question:
                self.answered(LAST_WORDS.get(self.question["kind"], "drop"))
            elif self.turn is not None:
                self.time_passes()
            else:
                break
        for body in self.late:
            self.server.post(body)
        self.holds()

    def holds(self) -> None:
        """What the log must look like at the end."""
        assert [r for r in self.records.values() if not r.get("why")] == []
        own = [entry for entry in self.server.log if entry["id"].startswith("own")]
        assert len({entry["id"] for entry in own}) == len(own)
        seq = {entry["id"]: entry["seq"] for entry in own}
        others = [  # what was given up and came all the same is like another's
            e["event"]
            for e in self.server.log
            if e["id"].startswith("other") or e["id"] in self.given_up
        ]
        struck = {e["event"]["entry"] for e in own if e["event"]["type"] == "strike"}
        kept = [key for key in self.tapped if key not in self.undone | self.given_up]
        events = {key: draft["event"] for key, draft in self.bytes.items()}
        for key in kept:
            if key in seq:
                assert seq[key] not in struck, f"{key} was struck"
            else:
                assert events[key] in others, f"{key} is lost"
        numbers = [seq[key] for key in kept if key in seq]
        assert numbers == sorted(numbers), "out of order"
        for key in self.given_up - self.unsure:
            assert key not in seq, f"{key} was given up, and is in the log"
        for key in self.undone - self.given_up - self.left:
            assert key not in seq or seq[key] in struck, f"{key} was taken back, and counts"


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=examples(30),
    stateful_step_count=40,
    suppress_health_check=list(HealthCheck),
)
