"""A phone for tests: its queue as node runs it, what it has stored, and what its page was told."""

import json
from collections.abc import Sequence
from itertools import count
from typing import Any

from tests.venue.node import Node, node

Json = dict[str, Any]
HOUR = 3_600_000
_NUMBERS = count()


class Device:
    """The queue of a match, what it keeps, and what was told to the page."""

    def __init__(self, records: Sequence[Json] = (), kept: Json | None = None) -> None:
        self.node: Node = node()
        self.now = HOUR
        self.records = {record["id"]: record for record in records}
        self.kept = kept or {}
        self.told: list[tuple[str, Json]] = []
        self.sent: list[Json] = []
        self.waits: list[Json] = []
        self.shown: Json = {}
        self.order: list[str] = []
        self.name = f"phone {next(_NUMBERS)}"
        self.node.call("", "begin", self.name, "m1", list(self.records.values()), self.kept)

    def happens(self, kind: str, **more: object) -> "Device":
        """A happening, and its effects."""
        asked = {"type": kind, "now": self.now, "chance": 0.5, **more}
        effects = self.node.call("", "step", self.name, asked)
        self.order = [effect["do"] for effect in effects]
        for effect in effects:
            match effect["do"]:
                case "store":
                    for key in effect["drop"]:
                        del self.records[key]
                    self.records |= {record["id"]: record for record in effect["put"]}
                    self.kept = effect["kept"]
                case "tell":
                    self.told.append((effect["key"], effect["values"]))
                case "show":
                    self.shown = effect["shown"]
                case "send":
                    self.sent.append(effect)
                case "wait":
                    self.waits.append(effect)
        return self

    def tap(self, *names: str, expected: int = 5, if_legal: bool = True) -> "Device":
        """Taps, each of its own event."""
        for name in names:
            item = fresh(name, self.now, event={"type": "note", "by": "ana", "text": name})
            item |= {"line": f"says {name}", "if_legal": if_legal}
            self.happens("tap", items=[item], expected=expected)
        return self

    def undo(self, name: str = "undo", **more: object) -> "Device":
        """The newest is taken back."""
        return self.happens("undo", item=fresh(name, self.now), judge="ana", **more)

    def answered(self, status: int, after: float | None = None, **body: object) -> "Device":
        """The newest request is answered."""
        more = {} if after is None else {"after": after}
        n = self.sent[-1]["n"]
        return self.happens("answer", n=n, status=status, body=body or None, **more)

    def recorded(self, first: int, **more: object) -> "Device":
        """The newest request is answered: all of it is in the log."""
        pairs = [{"id": key, "seq": first + place} for place, key in enumerate(self.ids())]
        return self.answered(200, recorded=pairs, **more)

    def choose(self, choice: str, **more: object) -> "Device":
        """The question is answered."""
        return self.happens("choose", choice=choice, **more)

    def body(self) -> Json:
        """The newest request."""
        return json.loads(self.sent[-1]["body"])

    def ids(self) -> list[str]:
        """What it holds."""
        return [draft["id"] for draft in self.body()["drafts"]]

    @property
    def waiting(self) -> list[str]:
        """What waits."""
        return [item["id"] for item in self.shown["items"] if "seq" not in item]

    @property
    def dropped(self) -> list[str]:
        """What is kept for the judge."""
        return [item["id"] for item in self.shown["dropped"]]


def fresh(name: str, now: int, **more: object) -> Json:
    """What the page makes at a tap."""
    return {"id": name, "played_at": "p", "recorded_at": "r", "tapped": now, **more}
