"""What is known of a hidden place such as a hand: since when, what is possible, what is not."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from cli.answers.judge_questions import (
    CardGone,
    CardKnown,
    CardPossible,
    CardsCame,
    CardsDenied,
    HiddenExplained,
)
from cli.reading.matches import Source
from cli.screen import render
from referee.english import spans
from referee.replay.replay import Replay
from referee.replay.unseen import Accounted, accounted, all_accounted

_INDENT = 17
_SURE = 0.99


def hidden_answer(asked: Source, replay: Replay, name: str, *, exact: bool) -> HiddenExplained:
    """What is known of a hidden place.

    Args:
        asked: the match.
        replay: the match as it stands, or as it stood.
        name: the place.
        exact: whether who asks may be told chances, and what the rules keep from the players.

    Raises:
        LookupError: there is no such place.
    """
    return _answer(asked, replay, accounted(replay, name), exact=exact)


def hidden_answers(asked: Source, replay: Replay, *, exact: bool) -> list[HiddenExplained]:
    """The same of every hidden place in which cards lie."""
    found = all_accounted(replay)
    return [_answer(asked, replay, each, exact=exact) for each in found if each.place.size()]


def _answer(asked: Source, replay: Replay, found: Accounted, *, exact: bool) -> HiddenExplained:
    place = found.place
    shown = exact or not place.secret
    certain, chances = (place.certain(), place.chances() if exact else {}) if shown else ([], {})
    possible = place.possible() if shown else {}
    return HiddenExplained(
        match=asked.match.id,
        place=place.name,
        at=len(replay.events),
        size=place.size(),
        unseen=place.unseen(),
        withheld=not shown,
        known=tuple(CardKnown(c, tuple(s)) for c, s in sorted(found.since.items()) if shown),
        on_top=tuple(place.on_top() if shown else ()),
        at_bottom=tuple(place.at_bottom() if shown else ()),
        came=tuple(CardsCame(seq, count) for seq, count in found.came),
        possible=tuple(
            CardPossible(
                card,
                most,
                card in certain,
                float(chances[card]) if card in chances else None,
            )
            for card, most in possible.items()
        ),
        impossible=tuple(CardGone(card, since) for card, since in found.gone.items() if shown),
        denied=tuple(
            CardsDenied(seq, tuple(names)) for seq, names in place.claims().items() if shown
        ),
        widened=place.account.widened,
        uncounted=exact and not chances and not possible.keys() <= set(certain),
    )


def without_lists(found: HiddenExplained) -> HiddenExplained:
    """The same without what it says of a list that whoever reads it may not see: what is known to
    lie there, and by which entries the rest came."""
    return replace(found, withheld=True, possible=(), impossible=(), denied=(), uncounted=False)


def hidden_lines(asked: Source, found: HiddenExplained) -> Iterator[str]:
    """The same for the screen."""
    for line in render.wrapped(hidden_title(found), 0, 2):
        yield render.paint(line, "strong")
    for title, text in hidden_rows(asked, found, "; for a judge, -j NAME"):
        first, *more = render.wrapped(text, _INDENT)
        yield f"  {render.paint(f'{title:<{_INDENT - 4}}', 'quiet')}  {first.lstrip()}"
        yield from more


def hidden_title(found: HiddenExplained) -> str:
    """Which place, when, and how many cards lie there."""
    return f"{found.place} after entry {found.at}: {hidden_count(found)}"


def hidden_rows(asked: Source, found: HiddenExplained, hint: str = "") -> Iterator[tuple[str, str]]:
    """What is known of a hidden place, each with the word for it; what the rules keep from players
    with a hint at who is told."""
    if found.withheld:
        yield "withheld", f"kept from players by the rules{hint}"
    for each in found.known:
        copies = f" x{len(each.since)}" if len(each.since) > 1 else ""
        since = _entries(each.since)
        line = f": {asked.line(each.since[0])}" if len(set(each.since)) == 1 < each.since[0] else ""
        yield "known", f"{each.card}{copies}, since {since}{line}"
    yield from _listed("on top", found.on_top)
    yield from _listed("at the bottom", found.at_bottom)
    for came in found.came[:1]:
        line = f": {asked.line(came.entry)}" if came.entry > 1 else ""
        yield "newest", f"{render.counted(came.count, 'card')}, by {_entries((came.entry,))}{line}"
    if found.came[1:]:
        yield "older", f"came by {_entries([came.entry for came in found.came[1:]])}"
    certain = [each for each in found.possible if each.certain]
    yield from _listed("certain", [_most(each) for each in certain], "one each at least: ")
    possible = [each for each in found.possible if not each.certain]
    yield from _listed("possible", [_most(each) for each in possible])
    if any(each.chance is not None for each in possible):
        yield "chances", "that one of the unseen cards is that, if all are dealt by chance"
    if found.uncounted:
        yield "chances", "not told: counting alone does not tell them here"
    gone: dict[int, list[str]] = {}
    for lost in found.impossible if found.size else ():
        gone.setdefault(lost.since, []).append(lost.card)
    for seq, cards in sorted(gone.items()):
        yield "impossible", f"{', '.join(cards)}, since {_entries((seq,))}"
    for said in found.denied:
        yield "denied", f"{', '.join(said.cards)}, by {_entries((said.entry,))}"
    if found.widened:
        why = "the account had to forget something: less may be possible than is listed"
        yield "not exact", why


def hidden_count(found: HiddenExplained) -> str:
    """How many cards lie there, and how many of them are known."""
    count = render.counted(found.size, "card")
    if found.withheld or not found.size:
        return count
    return f"{count}, {found.size - found.unseen} known, {found.unseen} unseen"


def _most(each: CardPossible) -> str:
    most = f" up to {each.most}" if each.most > 1 else ""
    return f"{each.card}{most}{_chance(each)}"


def _chance(each: CardPossible) -> str:
    """How likely a card is, where that is told: never that it is certain or impossible."""
    if each.chance is None or each.certain:
        return ""
    if each.chance > _SURE:
        return f" over {_SURE:.0%}"
    return f" {each.chance:.0%}" if each.chance >= 1 - _SURE else f" under {1 - _SURE:.0%}"


def _entries(seqs: Sequence[int]) -> str:
    several = len(set(seqs)) > 1
    return f"{'entries' if several else 'entry'} {spans(set(seqs))}"


def _listed(title: str, items: Sequence[str], before: str = "") -> Iterator[tuple[str, str]]:
    if items:
        yield title, before + ", ".join(items)
