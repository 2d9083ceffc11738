"""What the answers of ``--json`` promise: the golden schema, and what would break it.

``tests/cli/answers.json`` is the promise. ``python -m tests.golden`` writes it anew, and refuses
where an answer would change under the number of its version: that number has to be raised first.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cli.answers.schema import document

GOLDEN = Path(__file__).parent / "cli" / "answers.json"


def promised() -> dict[str, Any]:
    """The schema as it was promised."""
    found: dict[str, Any] = json.loads(GOLDEN.read_text())
    return found


def broken(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Where answers differ from what was promised, under the same number.

    A field that is new breaks nothing, nor do other words; all else does.
    """
    old, new = _by_tag(before), _by_tag(after)
    return [
        f"{tag}{place}"
        for tag in old.keys() & new.keys()
        for place in _broken(old[tag], new[tag], before["$defs"], after["$defs"])
    ]


def _by_tag(schema: dict[str, Any]) -> dict[str, Any]:
    answers = (schema["$defs"][ref["$ref"].rpartition("/")[2]] for ref in schema["anyOf"])
    return {answer["properties"]["schema"]["enum"][0]: answer for answer in answers}


def _broken(old: Any, new: Any, was: Any, now: Any, place: str = "") -> Iterator[str]:
    if not (isinstance(old, dict) and isinstance(new, dict)):
        if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
            for index, (a, b) in enumerate(zip(old, new, strict=True)):
                yield from _broken(a, b, was, now, f"{place}.{index}")
        elif old != new:
            yield f"{place}: {old} became {new}"
        return
    old, new = _resolved(old, was), _resolved(new, now)
    for name in old.get("required", ()):
        if name not in new.get("required", ()):
            yield f"{place}.{name}: may be absent"
    for name, field in old.get("properties", {}).items():
        if name not in new.get("properties", {}):
            yield f"{place}.{name}: is gone"
        else:
            yield from _broken(field, new["properties"][name], was, now, f"{place}.{name}")
    for key in old.keys() - {"required", "properties", "title", "description"}:
        yield from _broken(old[key], new.get(key), was, now, f"{place}:{key}")


def _resolved(part: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = definitions[part["$ref"].rpartition("/")[2]] if "$ref" in part else part
    return found


def write_promise() -> list[str]:
    """Write the golden schema anew, if no promise is broken by it; else say which are."""
    found = document()
    faults = broken(promised(), found) if GOLDEN.exists() else []
    if not faults:
        GOLDEN.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    return faults
