"""What people answer when an effect is made: words, numbers, things, cards, as tables say them."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from events.error import RefereeError
from events.notation.words import nearest
from referee.parts.effects.vocabulary import Vocabulary

_PER = ("turn", "game", "entry")
_RANGE = re.compile(r"(-?\d{1,4})(?:\s*(?:-|to)\s*(-?\d{1,4}))?")
_WHOSE = ("you", "opponent", "ally", "any")
_NO = ("", "no", "n", "false")
_YES = ("yes", "y", "true")


class Unfit(RefereeError, ValueError):
    """An answer that does not fit its question; says why."""


@dataclass(frozen=True)
class Answers:
    """Reads answers with the words of a game; each function raises Unfit."""

    vocabulary: Vocabulary
    words: Collection[str]

    def pick(self, answer: str) -> Any:
        """Cards: ``2``, ``0-2 mage by holder``."""
        words, _, by = answer.partition(" by ")
        count, rest = self.counted(words)
        pick: dict[str, Any] = {} if count == 1 else {"count": count}
        if rest:
            pick["what"] = self.select(rest)
        if by:
            pick["by"] = require_known(
                by, ("you", "opponent", "holder", "chance"), "nobody is named"
            )
        return pick or None

    def counted(self, answer: str) -> tuple[Any, str]:
        """How many, where an answer begins with it, else 1; and the rest of it."""
        found = _RANGE.match(answer)
        if found is None:
            return 1, answer
        return self.count(found[0]), answer[found.end() :].strip()

    def count(self, answer: str) -> Any:
        """A number, its bounds, ``X`` or a named number."""
        if found := _RANGE.fullmatch(answer):
            least, most = int(found[1]), int(found[2] or found[1])
            if least > most:
                raise Unfit(f"{least} to {most} is no bounds: the least comes first")
            return [least, most] if found[2] else least
        if answer.casefold() == "x":
            return "X"
        return require_known(answer, self.vocabulary.numbers, "expected a number, not")

    def select(self, answer: str) -> dict[str, Any]:
        """Things or cards: ``other monster not tower of opponent in hand``."""
        found: dict[str, Any] = {}
        left = answer.split()
        if not left:
            raise Unfit("expected words that it has, such as " + listed(sorted(self.words)))
        while left:
            word = left.pop(0)
            if word == "of" and left:
                found["of"] = require_known(left.pop(0), _WHOSE, "nobody is named")
            elif word == "in" and left:
                places = self.vocabulary.places
                found["in"] = require_known(left.pop(0), places, "no place is named")
            elif word == "other":
                found["other"] = True
            elif word == "not" and left:
                found.setdefault("not", []).append(self._word(left.pop(0), left))
            elif word == "or" and left and (found.get("is") or "any" in found):
                if "any" not in found:
                    found["any"] = [found["is"].pop()]
                found["any"].append(self._word(left.pop(0), left))
            else:
                found.setdefault("is", []).append(self._word(word, left))
        return {
            key: value[0] if isinstance(value, list) and len(value) == 1 else value
            for key, value in found.items()
            if value != []
        }

    def _word(self, word: str, left: list[str]) -> str:
        """A word, or several that are one."""
        for more in range(min(len(left), 3), -1, -1):
            joined = " ".join([word, *left[:more]])
            if joined in self.words:
                del left[:more]
                return joined
        return require_known(word, self.words, "nothing has the word")


def yes(answer: str) -> bool:
    """Whether an answer is yes; none is no."""
    if answer.casefold() not in (*_NO, *_YES):
        raise Unfit(f"expected yes or no, not {answer}")
    return answer.casefold() in _YES


def uses(answer: str) -> dict[str, Any]:
    """How often, and in what time: ``1 a turn``."""
    if not answer:
        return {}
    found = re.fullmatch(r"(\d+)(?:\s+(?:a |an |per )?(\w+))?", answer)
    if found is None or int(found[1]) < 1:
        raise Unfit(f"expected how often and in what, such as 1 a turn, not {answer}")
    per = require_known(found[2] or "turn", _PER, "nothing is named")
    return {"uses": int(found[1])} | ({} if per == "turn" else {"per": per})


def require_known(answer: str, known: Collection[str], otherwise: str) -> str:
    """An answer that is among what is known; any, where nothing is.

    Raises:
        Unfit: it is not; names the nearest.
    """
    if answer and (answer in known or not known):
        return answer
    close = nearest(answer, known) if answer else []
    meant = f"did you mean {close[0]}?" if close else f"there are {listed(sorted(known))}"
    raise Unfit(f"{otherwise} {answer or 'nothing'}; {meant}")


def listed(known: Sequence[str], most: int = 8) -> str:
    """What there is, not all where it is much."""
    return ", ".join(known[:most]) + (", …" if len(known) > most else "")
