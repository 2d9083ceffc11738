"""Catalogs made of the answers of the publisher's card interface, which a venue downloads itself.

Every form of an answer is read: a card, a list of cards, a page of a search, a list of pages; the
cards of each year. A text is read for its keywords and known again by its hash, and is not kept.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from events.bounds import MOST_DEFINED, TooMuch, require_size
from referee.catalog import CatalogError
from referee.catalog_import import Changed, Imported, NewWord, Printed, difference
from referee.games.grand_archive.catalog import (
    BASIC,
    EXALTED,
    LASTING,
    NORM,
    OBJECTS,
    Card,
    Cards,
    Format,
    Home,
    Ways,
)
from referee.games.grand_archive.printed import (
    hash_of,
    is_plain,
    keyword_of,
    keywords_of,
    shape_of,
    unknown_keywords,
)
from referee.games.grand_archive.printed import plain as bare
from referee.parts.effects.examples import how_far

SUPERTYPES = ("regalia", "unique", "token")
FORMATS: Mapping[str, Format] = {
    "STANDARD": "standard",
    "DRAFT": "limited",
    "PANTHEON": "pantheon",
}
OWN = ("effects", "text", "back")
"""What two cards are not compared by: what people wrote, by what a text is known; the other face
is compared by itself."""
X = -1
"""How a cost of X is written as a number."""

_DAY = re.compile(r"\d{4}-\d\d-\d\d")

Words = list[str] | None


class Priced(Struct):
    """A cost, as answers have it since 2026; its value is a text."""

    type: str
    value: str | int | None = None


class Limit(Struct):
    """The most copies in a format."""

    limit: int | None = None


class CardSet(Struct):
    """A set of cards, by its short name."""

    prefix: str = ""


class Printing(Struct):
    """An edition of a card; the other face is a card in it."""

    set: CardSet | None = None
    orientation: str | None = None
    other_orientations: list[Any] | None = None


class Answered(Struct):
    """A card as the interface answers it; what a catalog does not need is passed over."""

    name: str
    types: list[str]
    subtypes: Words = None
    classes: Words = None
    element: str | None = None
    elements: Words = None
    cost: Priced | None = None
    cost_memory: int | None = None
    cost_reserve: int | None = None
    level: int | None = None
    power: int | None = None
    attack: int | None = None
    life: int | None = None
    durability: int | None = None
    speed: bool | str | None = None
    effect: str | None = None
    effect_raw: str | None = None
    rule: list[dict[str, Any]] | None = None
    legality: dict[str, Limit | None] | None = None
    last_update: str | None = None
    uuid: str | None = None
    editions: list[Printing] | None = None


def imported(
    files: Mapping[str, str], old: Cards, name: str = "", others: bool = False
) -> Imported[Cards]:
    """A catalog of all cards of some files, held against the one before.

    Args:
        files: their texts, by their names.
        old: the catalog before; effects that people wrote are taken from it.
        name: what the new one is called; without it, as the old one with the day of the answers.
        others: whether the cards of the old one that the files do not have are in it too.

    Raises:
        CatalogError: a file is no answer of the interface; says where and what was expected.
        TooMuch: there is more than can be taken in.
    """
    answers, doubts = _answers(files)
    if len(answers) > MOST_DEFINED:
        what = f"{len(answers):,} cards; at most {MOST_DEFINED:,}"
        raise TooMuch(", ".join(files), what)
    days = (_DAY.match(each.last_update or "") for _, each in answers)
    dated = max((day[0] for day in days if day is not None), default="")
    made = _joined(answers, doubts)
    kept = _Kept(old)
    found = {name: kept.card(card) for name, card in made.items()}
    if others:
        dated = max(dated, old.dated)
        found = {card.name: card for card in old.cards} | found
    cards = tuple(found[name] for name in sorted(found))
    base = re.sub(r"-\d{4}-\d\d-\d\d$", "", old.name)
    catalog = structs.replace(
        old,
        name=name or (f"{base}-{dated}" if dated else f"{base}-imported"),
        origin=f"Answers of the publisher's card interface{f', of {dated}' if dated else ''}.",
        dated=dated,
        partial=True,
        cards=cards,
        bans=_bans(old, cards, dated),
    )
    catalog = kept.fitting(catalog, doubts)
    if faults := catalog.faults():
        raise CatalogError("\n".join(f"{', '.join(files)}: {fault}" for fault in faults))
    texts = {
        _straight(each.name): each.effect_raw or each.effect or "" for _, each in _newest(answers)
    }
    return _compared(old, catalog, kept, texts, doubts)


def _compared(
    old: Cards, catalog: Cards, kept: "_Kept", texts: Mapping[str, str], doubts: Sequence[str]
) -> Imported[Cards]:
    """A catalog with what is other in it than in the one before."""
    cards = catalog.cards
    before = {card.name: card for card in old.cards}
    names = {card.name for card in cards}
    added = tuple(card.name for card in cards if card.name not in before)
    keywords_alone = tuple(name for name in added if catalog.by_name[name].plain)
    return Imported(
        catalog,
        added,
        tuple(name for name in before if name not in names),
        tuple(
            c for card in cards if card.name in before for c in _changes(before[card.name], card)
        ),
        tuple(kept.same),
        tuple(kept.unread),
        tuple(kept.dropped),
        tuple(doubts),
        tuple(_new_words(old, catalog, texts)),
        keywords_alone,
        tuple(_alike(catalog, texts, [name for name in added if name not in keywords_alone])),
    )


def printed_texts(files: Mapping[str, str]) -> Mapping[str, Printed]:
    """What is printed on the cards of some files, and on their other faces.

    Raises:
        CatalogError: a file is no answer of the interface; says where and what was expected.
    """
    found: dict[str, Printed] = {}
    for place, each in _newest(_answers(files)[0]):
        for face in (each, *(other for _, other in _faces(each, place))):
            text = face.effect_raw or face.effect or ""
            sets = [printing.set.prefix for printing in each.editions or () if printing.set]
            found.setdefault(
                name := _straight(face.name),
                Printed(name, bare(text), hash_of(text), sets[0] if sets else "", _rulings(face)),
            )
    return found


def _rulings(each: Answered) -> tuple[str, ...]:
    said = (str(ruling.get("description") or "") for ruling in each.rule or ())
    return tuple(bare(ruling) for ruling in said if ruling)


# -- files -------------------------------------------------------------------------------------


def _answers(files: Mapping[str, str]) -> tuple[list[tuple[str, Answered]], list[str]]:
    """The cards of some files, each with its place, and what is in doubt of them."""
    answers: list[tuple[str, Answered]] = []
    doubts: list[str] = []
    for file, text in files.items():
        whole = _decoded(text, file)
        answers += [(place, _answered(plain, place)) for place, plain in _cards(whole, file)]
        doubts += _pages(whole, file)
    if not answers:
        raise CatalogError(f"{', '.join(files)}: no card in it")
    return answers, doubts


def _decoded(text: str, file: str) -> Any:
    require_size(text, file)
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise CatalogError(f"{file}: {error}; expected JSON of the card interface") from None


def _cards(value: Any, place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The cards of an answer, each with its place: of a card, a page, a list of either."""
    if isinstance(value, list):
        for at, each in enumerate(value):
            yield from _cards(each, f"{place}[{at}]")
    elif isinstance(value, dict) and isinstance(value.get("data"), list):
        for at, each in enumerate(value["data"]):
            yield from _card(each, f"{place}.data[{at}]")
    else:
        yield from _card(value, place)


def _card(value: Any, place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if not isinstance(value, dict) or "name" not in value or "types" not in value:
        expected = "expected a card with name and types, a page with data, or a list of them"
        raise CatalogError(f"{place}: {expected}")
    yield place, value


def _pages(value: Any, file: str) -> Iterator[str]:
    """What the pages of a file say of pages that are not in it."""
    pages = [each for each in (value if isinstance(value, list) else [value])]
    pages = [each for each in pages if isinstance(each, dict) and "data" in each]
    total = max((each.get("total_pages") or 0 for each in pages), default=0)
    if isinstance(total, int) and total > len(pages):
        yield f"{file}: it holds {len(pages)} of {total} pages"
    elif pages and pages[-1].get("has_more") is True:
        yield f"{file}: more pages follow its last"


def _answered(plain: dict[str, Any], place: str) -> Answered:
    try:
        return msgspec.convert(plain, Answered)
    except msgspec.ValidationError as error:
        fault, _, inner = str(error).partition(" - at `$")
        named = f" ({plain['name']})" if isinstance(plain["name"], str) else ""
        raise CatalogError(f"{place}{inner.removesuffix('`')}: {fault}{named}") from None


# -- cards -------------------------------------------------------------------------------------


def _joined(answers: list[tuple[str, Answered]], doubts: list[str]) -> dict[str, Card]:
    """The cards by name; several of one name are one card, of what all of them say."""
    made: dict[str, Card] = {}
    backs: dict[str, str] = {}
    several: dict[str, set[str]] = {}
    for place, each in _newest(answers):
        card = card_of(each, place)
        if _is_back(each):
            backs.setdefault(card.name, place)
            continue
        first = made.setdefault(card.name, card)
        if differ := [change.field for change in difference(first, card, OWN)]:
            several.setdefault(card.name, set()).update(differ)
            defaults = {field.name: field.default for field in structs.fields(Card)}
            made[card.name] = structs.replace(first, **{field: defaults[field] for field in differ})
    for name, fields in several.items():
        doubts.append(f"{name}: several cards of this name differ in {', '.join(sorted(fields))}")
    fronts = {card.back.name for card in made.values() if card.back is not None}
    for name, place in backs.items():
        if name not in fronts and name not in made:
            doubts.append(f"{place}: {name} is an other face of which the front is missing")
    return made


def _newest(answers: list[tuple[str, Answered]]) -> list[tuple[str, Answered]]:
    """The answers without what was answered of the same card before."""
    newest: dict[str, tuple[str, Answered]] = {}
    for at, (place, each) in enumerate(answers):
        key = each.uuid or str(at)
        if key not in newest or (each.last_update or "") >= (newest[key][1].last_update or ""):
            newest[key] = place, each
    return list(newest.values())


def _is_back(each: Answered) -> bool:
    """Whether all that was printed of it is an other face."""
    sides = [printing.orientation for printing in each.editions or ()]
    return bool(sides) and all(side == "back" for side in sides)


def card_of(each: Answered, place: str, face: bool = False) -> Card:
    """A card of an answer.

    Args:
        each: the answer.
        place: where it stands, for errors.
        face: whether it is the other face of another.

    Raises:
        CatalogError: what it says does not go together.
    """
    printed = _lower(each.types)
    classes, elements = _lower(each.classes), _lower(each.elements)
    element = (each.element or (elements[0] if elements else NORM)).lower()
    text = each.effect_raw or each.effect or ""
    keywords = list(keywords_of(text))
    facts: dict[str, Any] = {
        "name": _straight(each.name),
        "types": [word for word in printed if word not in SUPERTYPES],
        "supertypes": [word for word in printed if word in SUPERTYPES],
        "classes": classes,
        "subtypes": [word for word in _lower(each.subtypes) if word not in classes],
        "element": element,
        "elements": elements or [element],
        **_cost(each, place),
        "level": each.level,
        "power": each.attack if each.power is None else each.power,
        "life": each.life,
        "durability": each.durability,
        "speed": _speed(each.speed, place),
        "keywords": list(dict.fromkeys(keyword.printed for keyword in keywords)),
        "conditions": _conditions([(each.printed, each.way) for each in keywords]),
        "named": {keyword_of(each.printed)[0]: each.named for each in keywords if each.named},
        "requires": next((each.lineage for each in keywords if each.lineage), ""),
        "limits": {
            FORMATS[format]: said.limit
            for format, said in (each.legality or {}).items()
            if format in FORMATS and said is not None and said.limit is not None
        },
        "plain": is_plain(text),
        "text": hash_of(text),
    }
    facts["deck"] = "none" if face else _home(facts)
    if not face and (back := _back(each, place)) is not None:
        facts["back"] = back
    try:
        return msgspec.convert(facts, Card)
    except msgspec.ValidationError as error:
        raise CatalogError(f"{place}: {error} ({each.name})") from None


def _lower(words: Words) -> list[str]:
    return [word.lower() for word in words or ()]


def _straight(name: str) -> str:
    return " ".join(name.replace("\u2019", "'").replace("\u2018", "'").split())


def _cost(each: Answered, place: str) -> dict[str, int | str]:
    """What it costs; the newest form of three is asked first."""
    if each.cost is not None and each.cost.type in ("reserve", "memory"):
        value = str(each.cost.value)
        if value.upper() == "X":
            return {each.cost.type: "X"}
        if value.isascii() and value.isdecimal():
            return {each.cost.type: int(value)}
        raise CatalogError(f"{place}.cost.value: {value}; expected a number or X ({each.name})")
    if each.cost is not None and each.cost.type == "none":
        return {}
    for word, number in (("memory", each.cost_memory), ("reserve", each.cost_reserve)):
        if number is not None:
            return {word: "X" if number == X else number}
    return {}


def _speed(said: bool | str | None, place: str) -> str | None:
    if isinstance(said, bool):
        return "fast" if said else "slow"
    if said is None or said.lower() in ("fast", "slow"):
        return said.lower() if said else None
    raise CatalogError(f"{place}.speed: {said}; expected true, false, null, fast or slow")


def _conditions(found: list[tuple[str, tuple[str, ...]]]) -> dict[str, Ways]:
    """For a keyword that stands nowhere without conditions, the ways to it."""
    ways: dict[str, list[tuple[str, ...]]] = {}
    for printed, way in found:
        ways.setdefault(printed, []).append(way)
    return {printed: tuple(each) for printed, each in ways.items() if all(each)}


def _home(facts: Mapping[str, Any]) -> Home:
    if "token" in facts["supertypes"] or not LASTING.isdisjoint(facts["types"]):
        return "none"
    of_material = "champion" in facts["types"] or "regalia" in facts["supertypes"]
    return "material" if of_material or "memory" in facts else "main"


def _back(each: Answered, place: str) -> Card | None:
    for where, face in _faces(each, place):
        card = card_of(face, where, face=True)
        if card.name != _straight(each.name):
            return card
    return None


def _faces(each: Answered, place: str) -> Iterator[tuple[str, Answered]]:
    """The other faces that are printed with a card, each with its place."""
    for at, printing in enumerate(each.editions or ()):
        for other in printing.other_orientations or ():
            inner = f"{place}.editions[{at}].other_orientations[0]"
            for where, plain in _card(other, inner):
                yield where, _answered(plain, where)


# -- what was before ---------------------------------------------------------------------------


class _Kept:
    """The effects of the catalog before, given to the same cards."""

    def __init__(self, old: Cards) -> None:
        self._old = old.by_name
        self.same: list[str] = []
        self.unread: list[str] = []
        self.dropped: list[str] = []

    def card(self, card: Card) -> Card:
        """The card with the effects that it had, where its text is still the same."""
        if card.back is not None:
            card = structs.replace(card, back=self.card(card.back))
        before = self._old.get(card.name)
        if before is None or not before.effects:
            return card
        if before.text and before.text != card.text:
            self.dropped.append(card.name)
            return card
        (self.same if before.text else self.unread).append(card.name)
        return structs.replace(card, effects=before.effects)

    def fitting(self, catalog: Cards, doubts: list[str]) -> Cards:
        """A catalog without the effects that do not fit its cards any more, such as those that
        name a card that is gone; what does not fit is told."""
        wrong = {}
        for fault in catalog.faults():
            card, _, _ = fault.partition(", effect ")
            if card in self.same or card in self.unread:
                wrong[card] = fault
        if not wrong:
            return catalog
        doubts += wrong.values()
        self.same = [name for name in self.same if name not in wrong]
        self.unread = [name for name in self.unread if name not in wrong]
        self.dropped += wrong
        return structs.replace(
            catalog, cards=tuple(_without_effects(card, wrong) for card in catalog.cards)
        )


def _without_effects(card: Card, wrong: Collection[str]) -> Card:
    if card.back is not None and card.back.name in wrong:
        card = structs.replace(card, back=structs.replace(card.back, effects=()))
    return structs.replace(card, effects=()) if card.name in wrong else card


def _changes(before: Card, after: Card) -> Iterator[Changed]:
    yield from difference(before, after, OWN)
    if before.back is not None and after.back is not None and before.back.name == after.back.name:
        yield from difference(before.back, after.back, OWN)
    elif before.back is not None or after.back is not None:
        names = [msgspec.json.encode(c.back and c.back.name).decode() for c in (before, after)]
        yield Changed(after.name, "back", *names)
    if before.text and before.text != after.text:
        yield Changed(after.name, "text", f'"{before.text}"', f'"{after.text}"')


# -- what a new set brings ---------------------------------------------------------------------

KINDS = OBJECTS | LASTING | {"action", "attack", *SUPERTYPES}
"""The types and supertypes that the rules speak of (section 14)."""
_MEANS = {
    "type": "no rule speaks of this type: such a card stays on the field only where it has "
    "another type that does",
    "element": "it has to be enabled like any other (GA-12.5); no other rule speaks of it",
    "keyword": "nothing is done of it; what it does is on trust until the card's effects tell it",
}
"""What an unknown word of each kind means for play."""


def _new_words(old: Cards, new: Cards, texts: Mapping[str, str]) -> Iterator[NewWord]:
    """The words on cards that neither the rules know nor the catalog before has."""
    known = {
        "type": KINDS.union(*((*card.types, *card.supertypes) for card in old.cards)),
        "element": {NORM, *BASIC, EXALTED, *(each for card in old.cards for each in card.elements)},
        "keyword": set[str](),
    }
    found: dict[tuple[str, str], list[str]] = {}
    for card in new.cards:
        printed = {
            "type": card.types,
            "element": card.elements,
            "keyword": tuple(unknown_keywords(texts.get(card.name, ""))),
        }
        for kind, words in printed.items():
            for word in dict.fromkeys(words):
                if word not in known[kind]:
                    found.setdefault((kind, word), []).append(card.name)
    for (kind, word), cards in sorted(found.items(), key=lambda each: (each[0][0], -len(each[1]))):
        yield NewWord(kind, word, tuple(cards), _MEANS[kind])


def _alike(catalog: Cards, texts: Mapping[str, str], new: Iterable[str]) -> Iterator[str]:
    """Of new cards those of which each line is like one on a card of the same files that is told
    in full, so that a recipe tells it."""
    shapes = {
        shape
        for card in catalog.cards
        if how_far(card.effects) == "told"
        for shape in _shapes(card.name, texts)
    }
    for name in new:
        lines = list(_shapes(name, texts))
        if lines and not catalog.by_name[name].effects and shapes.issuperset(lines):
            yield name


def _shapes(name: str, texts: Mapping[str, str]) -> Iterator[str]:
    """What each line of a card is like, but for those of keywords alone."""
    for line in bare(texts.get(name, "")).splitlines():
        if line and not is_plain(line):
            yield shape_of(line, name)


def _bans(old: Cards, cards: tuple[Card, ...], dated: str) -> dict[Format, dict[str, str]]:
    """The names that a format bans: those that are limited to none in it alone."""
    found: dict[Format, dict[str, str]] = {}
    for card in cards:
        for format in FORMATS.values():
            if card.limits == {format: 0} and card.deck != "none":
                day = old.bans.get(format, {}).get(card.name, dated)
                if day:
                    found.setdefault(format, {})[card.name] = day
    return found
