"""A German page is German whole, or says what is not (VN-15.2, VN-19.10)."""

from pathlib import Path
from typing import Any

import pytest

from tests.venue.golden_event import CUP, EVERYBODY, MATCH, PLAYERS, Scene, event_text
from tests.venue.spoken import english, unspoken

NAMES = (
    *EVERYBODY,
    *PLAYERS,
    "fay Example all was that right? out of turn both remember Deck of city and canopy frost sand",
)
"""What people, decks and matches are called, and what people say."""
PAGES = (
    *("/desk", "/judge", f"/judge/{MATCH}", "/floor", "/me", "/show", "/watch", "/choose"),
    *("/r/1", "/r/2", "/r/9", "/t/none", f"/t/{MATCH}", f"/overlay/{MATCH}", "/nothing"),
    *("/desk/table/1", "/desk/table/2", "/floor/table/1", "/floor/table/2", "/check/ana"),
    *(f"/judge/{MATCH}/entries/{seq}" for seq in (0, 1, 14, 15, 16)),
    *(f"/judge/{MATCH}/{each}" for each in ("board/9", "struck/9", "card?name=Wolf", "rulings")),
)
LINES = """\
?|l|s|p|p 1|p ana|p zoe|x 1|x 9|x|1 2 0|1 2 0|1 3 0|9 2 1|7 x 1|1/1 2 1|in|in zoe|in all but|end|end 1
end 4711 3|j|j 1 a question|j 99 a|drop|drop zoe|repair|repair 1|repair 1 wrong|swap|swap ana=bo x|cut
close|missing|post|start|time|pause|resume|decide|decide 1 2|decide 1 1 0 seen|nonsense|enter|u
confirm all|confirm|confirm zoe|refuse zoe|call|extend 1 1 90 other|extend 9 9 90 other|publish pairings
reinstate zoe|infraction|ana attest 1 1 2 0|ana nonsense""".replace("\n", "|").split("|")
"""What is typed at the desk, most of it wrong in one way or the other."""


class German(Scene):
    """The event as it is shown to browsers that want German.

    Attributes:
        wrong: who was told what in English that does not say that it is.
    """

    asking = {"accept-language": "de-AT,en;q=0.5", "accept": "text/html"}

    def __init__(self) -> None:
        super().__init__()
        self.wrong: dict[str, str] = {}

    def ask(self, who: str, method: str, path: str, **sent: Any) -> Any:
        """What a device is answered; noted where some of it is English."""
        answer = super().ask(who, method, path, **sent)
        found = []
        if "json" not in answer.headers.get("content-type", ""):
            found = [] if path.startswith("/print") else unspoken(answer.text, "de", NAMES)
        elif answer.status_code >= 400 and "lang" not in (told := answer.json()):
            said = [told.get(each) or "" for each in ("hint", "what")]
            found = [each for each in said if english("de", each, NAMES)]
        for each in found:
            self.wrong.setdefault(each, f"{who} {method} {path} {sent or ''}")
        return answer

    def look(self, moment: str, *paths: str) -> None:
        """Everybody looks at all pages."""
        for path in dict.fromkeys([*paths, *PAGES]):
            for who in EVERYBODY:
                self.ask(who, "GET", path)
        for line in LINES:
            answer = self.ask("sam", "POST", "/desk/line", data={"text": line})
            if 'data-became="asked"' in answer.text:
                data = {"text": "n", "asked": line}
                self.ask("sam", "POST", "/desk/line", data=data)


def test_vn_15_2_a_german_event_says_nothing_in_english_without_saying_so() -> None:
    scene = German()
    event_text(scene)
    assert scene.wrong == {}
