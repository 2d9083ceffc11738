"""What authors of a catalog are told of its effects: faults, each effect in words, its examples."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from events.notation.words import nearest
from referee.house import AnyTable
from referee.parts.effects.compiled import compile_effect
from referee.parts.effects.examples import Example, How, how_far, run_examples, without_examples
from referee.parts.effects.faults import faults
from referee.parts.effects.in_words import effect_in_words
from referee.parts.effects.planned import CompiledEffect
from referee.parts.effects.schema import Effect, effect_type
from referee.parts.effects.vocabulary import Vocabulary


@dataclass(frozen=True)
class Effects:
    """The effects of a game, for those who write its catalogs."""

    vocabulary: Vocabulary  # the words of its effects
    # all cards of a catalog by name, each with its effects; without a text, none
    cards: Callable[[Any], Mapping[str, Sequence[Effect]]]
    # all words that a card of a catalog may have: types, classes, keywords, states
    words: Callable[[Any], Collection[str]]
    # the table of an example, from a catalog and one line, such as ``ana: Ember Rite; table: Ogre,
    # Ogre``; says with a CatalogError what it cannot read
    lay: Callable[[Any, str], AnyTable]
    # all cards as they are played with, where a catalog need not tell what all of them do: with a
    # text alone for what it does not tell; without it, as ``cards``
    played: Callable[[Any], Mapping[str, Sequence[Effect]]] | None = None


@dataclass(frozen=True)
class ReadBack:
    """An effect read back: in words made from its data, beside the author's own."""

    card: str  # the card
    effect: str  # the name of its effect, where it has several
    how: How  # how far it is told
    told: str  # what it does, from its data
    text: str  # what it does in the author's words


@dataclass
class Judged:
    """What there is to say of the effects of a catalog."""

    faults: list[str] = field(default_factory=list)  # what is wrong, each with its place
    warnings: list[str] = field(default_factory=list)  # what is missing
    # all effects, in the order of the catalog
    effects: list[ReadBack] = field(default_factory=list)
    lines: int = 0  # how many lines of examples were tried


def judged(
    of: Effects,
    catalog: Any,
    examples: Sequence[Example],
    names: Callable[[AnyTable], Collection[str]],
    only: Collection[str] | None = None,
    elsewhere: Sequence[Example] = (),
) -> Judged:
    """What there is to say of the effects of a catalog; examples of faulty ones are not tried.

    Args:
        of: the effects of the game.
        catalog: the catalog.
        examples: those that stand beside it.
        names: what may be named on a table.
        only: the cards whose effects are spoken of; without them, all.
        elsewhere: examples in other files, which are not tried.
    """
    cards, words = of.cards(catalog), of.words(catalog)
    names_of_all = (of.played or of.cards)(catalog)
    found = Judged()
    left_out = set()
    found.faults += faults(cards, of.vocabulary, words, names_of_all)
    spoken_of = {card: cards[card] for card in cards if only is None or card in only}
    for card, effects in spoken_of.items():
        if found.faults and faults({card: effects}, of.vocabulary, words, names_of_all):
            left_out.add(card)
        found.effects += read_back(of, card, effects)
    for card in dict.fromkeys(example.card for example in examples):
        if card not in cards:
            left_out.add(card)
            close = nearest(card, cards)
            meant = f"; did you mean {close[0]}?" if close else ""
            found.faults.append(f"examples: no card is named {card}{meant}")
    made: dict[tuple[str, str], CompiledEffect | None] = {}

    def compiled_of(card: str, name: str) -> CompiledEffect | None:
        if (card, name) not in made:
            effect = next((each for each in cards.get(card, ()) if each.name == name), None)
            made[card, name] = compile_effect(effect, of.vocabulary, card) if effect else None
        return made[card, name]

    tried = [example for example in examples if example.card not in left_out]
    found.lines = sum(len(example.legal) + len(example.illegal) for example in tried)
    found.faults += run_examples(tried, compiled_of, lambda line: of.lay(catalog, line), names)
    found.warnings += without_examples(spoken_of, [*examples, *elsewhere])
    return found


def read_back(of: Effects, card: str, effects: Sequence[Effect]) -> Iterator[ReadBack]:
    """Each effect of a card in words made from its data, beside the author's own."""
    for effect in effects:
        in_words = effect_in_words(effect, of.vocabulary)
        yield ReadBack(card, effect.name, how_far([effect]), in_words, effect.text)


def example_tried(
    of: Effects,
    catalog: Any,
    effect: Mapping[str, Any],
    example: Mapping[str, Any],
    names: Callable[[AnyTable], Collection[str]],
) -> list[str]:
    """What is wrong with an example of an effect that the catalog does not have yet.

    Args:
        of: the effects of the game.
        catalog: the catalog.
        effect: the table of the effect.
        example: the table of the example.
        names: what may be named on a table.
    """
    one = msgspec.convert(example, Example)
    made = msgspec.convert(effect, effect_type(tuple(of.vocabulary.outcomes)))
    compiled = compile_effect(made, of.vocabulary, one.card)
    return run_examples(
        [one], lambda card, name: compiled, lambda line: of.lay(catalog, line), names
    )
