"""The answers about games: rulebooks, events, catalogs, decks and random matches; the manual."""

from typing import Any, Literal

from msgspec import Struct

from cli.answers.answer import UNSET, Answer, UnsetType
from referee import rulebook
from referee.catalog_import import Changed, NewWord

Proofread = Literal["twice", "once", "unread"]
"""How often a card was held against print as it is now."""

# -- games -------------------------------------------------------------------------------------


class GameListed(Struct, frozen=True):
    """A game that can be played.

    Args:
        id: what it is asked for by.
        title: its full name.
        version: the version of its rules.
        players: the least and the most seats.
        rules: how many rules its book has.
        interpretations: how many interpretations.
        catalogs: the files of the shipped catalogs.
        decks: the shipped decks.
    """

    id: str
    title: str
    version: str
    players: tuple[int, int]
    rules: int
    interpretations: int
    catalogs: tuple[str, ...]
    decks: tuple[str, ...]


class Games(Answer, frozen=True, tag="referee/games/1"):
    """The games that can be played.

    Args:
        games: all of them.
    """

    games: tuple[GameListed, ...]


class RuleShown(Struct, frozen=True):
    """A rule.

    Args:
        id: the id that verdicts cite.
        title: a few words.
        statement: the rule in one sentence.
        marks: what the referee has to do with it.
        declared: whether the players declare what it rests on.
        standing: how far the referee answers for it.
    """

    id: str
    title: str
    statement: str
    marks: tuple[rulebook.Mark, ...]
    declared: bool
    standing: rulebook.Standing


class InterpretationShown(Struct, frozen=True):
    """A place where a rulebook is silent.

    Args:
        id: its id.
        question: what is open.
        options: the readings that there are.
        default: the reading of a new match that names none.
        supported: the readings that can be played.
        before: the reading of matches from before the question was asked; empty where that is
            the default.
    """

    id: str
    question: str
    options: tuple[str, ...]
    default: str
    supported: tuple[str, ...]
    before: str


class Rules(Answer, frozen=True, tag="referee/rules/2"):
    """A rulebook, or the part of it that was asked for.

    Args:
        game: the id of the game.
        version: the version of the rules.
        rules: the rules.
        interpretations: where they are silent.
        agreed: what the players agree on beforehand, each with the values that there are, the
            default first; ``*`` stands for any other.
        table_lists: the lists of cards that belong to the table, by name.
    """

    game: str
    version: str
    rules: tuple[RuleShown, ...]
    interpretations: tuple[InterpretationShown, ...]
    agreed: dict[str, tuple[str, ...]]
    table_lists: tuple[str, ...]


class EventDescribed(Struct, frozen=True):
    """How an event is written.

    Args:
        verb: its verb.
        who: what stands before the verb.
        usage: verb and fields.
        about: what it is for.
        outcomes: for the fields that hold outcomes, how these are written.
    """

    verb: str
    who: str
    usage: str
    about: str
    outcomes: dict[str, tuple[str, ...]] | UnsetType = UNSET


class Events(Answer, frozen=True, tag="referee/events/1"):
    """How the events of a game are written.

    Args:
        game: the id of the game.
        events: its own events, then those of all games.
    """

    game: str
    events: tuple[EventDescribed, ...]


# -- catalogs and decks ------------------------------------------------------------------------


class CatalogListed(Struct, frozen=True):
    """A catalog.

    Args:
        game: the id of its game.
        name: its name.
        hash: the hash that openings pin.
        where: whether it is shipped, or the log keeps it.
        matches: how many matches of the log pin it; null where it is shipped.
    """

    game: str
    name: str
    hash: str
    where: Literal["shipped", "log"]
    matches: int | None


class Catalogs(Answer, frozen=True, tag="referee/catalog-list/1"):
    """The catalogs that are shipped or kept in the log.

    Args:
        catalogs: all of them.
    """

    catalogs: tuple[CatalogListed, ...]


class EffectReadBack(Struct, frozen=True):
    """An effect of a card, read back from its data.

    Args:
        card: the card.
        effect: the name of the effect, where the card has several; else empty.
        how: whether all of its text is told, a part, or it is a text alone.
        told: what it does, in words made from its data.
        text: what it does, in the words of its author.
    """

    card: str
    effect: str
    how: Literal["told", "part", "alone"]
    told: str
    text: str


class CatalogChecked(Answer, frozen=True, tag="referee/catalog-check/1"):
    """What there is to say of a catalog file that can be read.

    Args:
        file: the file.
        game: the id of its game.
        name: its name.
        hash: its hash.
        faults: what is wrong with it; with any the catalog is not used.
        warnings: what is missing for its effects to be tried.
        effects: its effects, read back.
        examples: how many lines of the examples in the file were tried.
    """

    file: str
    game: str
    name: str
    hash: str
    faults: tuple[str, ...]
    warnings: tuple[str, ...]
    effects: tuple[EffectReadBack, ...]
    examples: int


class CardCovered(Struct, frozen=True):
    """How far the texts of a card are told.

    Args:
        card: the card.
        copies: how many there are in the deck; 1 without a deck.
        how: whether all is told, a part, a text alone, or it has no text.
    """

    card: str
    copies: int
    how: Literal["told", "part", "alone", "plain"]


class CatalogCovered(Answer, frozen=True, tag="referee/catalog-coverage/1"):
    """How much of the texts of its cards a catalog tells, copies counted.

    Args:
        game: the id of the game.
        catalog: the name of the catalog.
        deck: the name of the deck whose cards are counted; empty for all of the catalog.
        told: how many cards are told in full.
        part: how many in part.
        alone: how many have a text alone.
        plain: how many have no text.
        cards: the same card by card.
        effects: how many effects are told in full, in part, and as a text alone.
        proofread: how many cards that are told in full or in part were held against print as they
            are now, by two readers, by one, and by none.
    """

    game: str
    catalog: str
    deck: str
    told: int
    part: int
    alone: int
    plain: int
    cards: tuple[CardCovered, ...]
    effects: dict[str, int]
    proofread: dict[Proofread, int]


class CatalogShown(Answer, frozen=True, tag="referee/catalog-show/1"):
    """A catalog with all that it holds.

    Args:
        hash: its hash.
        game: the id of its game.
        name: its name.
        catalog: all its fields; which they are is the game's.
    """

    hash: str
    game: str
    name: str
    catalog: dict[str, Any]


class UsageCovered(Answer, frozen=True, tag="referee/catalog-coverage-usage/1"):
    """How much of what people play a catalog tells, in copies and in lists.

    Args:
        game: the id of the game.
        catalog: the name of the catalog.
        told: how many copies are of cards told in full.
        part: how many of cards told in part.
        alone: how many of cards of a text alone.
        plain: how many of cards without text.
        lists: how many whole lists there are; 0 where copies alone are counted.
        lists_told: how many of them hold no card that is told in part or by a text alone.
        proofread: how many copies of cards told in full or in part were held against print as they
            are now, by two readers, by one, and by none.
    """

    game: str
    catalog: str
    told: int
    part: int
    alone: int
    plain: int
    lists: int
    lists_told: int
    proofread: dict[Proofread, int]


class CardRead(Struct, frozen=True):
    """A card, what is printed on it and what the catalog tells of it.

    Args:
        card: the card.
        set: the first set that it was printed in.
        printed: the printed text, without marks of layout; empty where no file has it.
        rulings: the publisher's rulings on it.
        facts: what else the catalog says of it, as words.
        effects: its effects, read back.
        first: what the first reader found; empty where there was none, as of all below.
        first_on: the day.
        second: what the second reader found.
        second_on: the day.
        proofread: how often it was read as it is now.
    """

    card: str
    set: str
    printed: str
    rulings: tuple[str, ...]
    facts: str
    effects: tuple[EffectReadBack, ...]
    first: str
    first_on: str
    second: str
    second_on: str
    proofread: Proofread


class CatalogRead(Answer, frozen=True, tag="referee/catalog-read/1"):
    """Cards of a catalog beside what is printed on them.

    Args:
        game: the id of the game.
        catalog: the name of the catalog.
        cards: the cards.
        left: how many more there are that were asked for and are not listed.
    """

    game: str
    catalog: str
    cards: tuple[CardRead, ...]
    left: int


class ReadersFound(Answer, frozen=True, tag="referee/catalog-readers/1"):
    """What a reader found was taken into the table beside a catalog.

    Args:
        file: the table.
        game: the id of the game.
        catalog: the name of the catalog.
        first: how many cards were read for the first time.
        second: how many for the second time.
        proofread: how many cards were read twice, once and not at all, now.
    """

    file: str
    game: str
    catalog: str
    first: int
    second: int
    proofread: dict[Proofread, int]


class CardToTell(Struct, frozen=True):
    """A card that people play and that is not told in full.

    Args:
        card: the card.
        how: whether a part of it is told, or it is a text alone.
        copies: how many copies of it are played.
        lists: in how many lists it is.
        after: the share of all copies that would be told once this and all before it are.
    """

    card: str
    how: Literal["part", "alone"]
    copies: int
    lists: int
    after: float


class CardsToTell(Answer, frozen=True, tag="referee/catalog-next/1"):
    """Which cards a catalog has to tell next, the most played first.

    Args:
        game: the id of the game.
        catalog: the name of the catalog.
        left: how many cards are not told in full, those not listed included.
        cards: the cards.
    """

    game: str
    catalog: str
    left: int
    cards: tuple[CardToTell, ...]


class CatalogAdded(Answer, frozen=True, tag="referee/catalog-add/1"):
    """A catalog that the log keeps now.

    Args:
        hash: its hash.
        name: its name.
        game: the id of its game.
    """

    hash: str
    name: str
    game: str


class WordOfEffects(Struct, frozen=True):
    """A word of the language in which catalogs tell effects.

    Args:
        chapter: which table it is a field of, or which words it is one of.
        word: as it is written.
        says: what it means.
        parts: of an outcome, its parts, each with what it is.
        card: a card that has it; empty where none of the catalog does.
        line: the smallest table of that card in which it stands.
    """

    chapter: str
    word: str
    says: str
    parts: tuple[str, ...]
    card: str
    line: dict[str, Any]


class Recipe(Struct, frozen=True):
    """How texts of a pattern are told.

    Args:
        text: the pattern.
        card: a card that has it.
        effect: how the catalog tells it.
    """

    text: str
    card: str
    effect: dict[str, Any]


class NotationShown(Answer, frozen=True, tag="referee/catalog-notation/1"):
    """The language in which the catalogs of a game tell effects.

    Args:
        game: the id of the game.
        catalog: the name of the catalog whose cards show it.
        words: its words, chapter by chapter.
        recipes: how texts of a pattern are told.
    """

    game: str
    catalog: str
    words: tuple[WordOfEffects, ...]
    recipes: tuple[Recipe, ...]


class CatalogImported(Answer, frozen=True, tag="referee/catalog-import/1"):
    """A catalog that was made of what a publisher hands out.

    Args:
        file: where it was written.
        hash: its hash.
        game: the id of its game.
        name: its name.
        before: the name of the catalog that it is held against.
        added: the cards that the one before does not have.
        gone: those that it has and the new one does not.
        changed: what is printed otherwise.
        kept: the cards whose effects were kept: their text is the same.
        unread: those whose effects were kept though the text of before is not known.
        dropped: those whose effects were left out: their text is another.
        doubts: what the files do not say for certain.
        words: what the rules of the game know nothing of.
        plain: the new cards that keywords tell.
        alike: the new cards of which each line is like one on a card that is told in full.
    """

    file: str
    hash: str
    game: str
    name: str
    before: str
    added: tuple[str, ...]
    gone: tuple[str, ...]
    changed: tuple[Changed, ...]
    kept: tuple[str, ...]
    unread: tuple[str, ...]
    dropped: tuple[str, ...]
    doubts: tuple[str, ...]
    words: tuple[NewWord, ...]
    plain: tuple[str, ...]
    alike: tuple[str, ...]


class DeckFault(Struct, frozen=True):
    """A rule that a deck breaks.

    Args:
        rule: its id.
        message: why.
        legal: what would be legal.
        facts: the facts compared.
    """

    rule: str
    message: str
    legal: str
    facts: dict[str, int | str]


class DeckChecked(Answer, frozen=True, tag="referee/deck-check/1"):
    """A deck, held against the rules of its game.

    Args:
        deck: its name.
        game: the id of the game.
        catalog: the name of the catalog.
        cards: how many cards it has.
        lists: how much stands in each of its other lists.
        faults: the rules that it breaks.
        on_trust: what is not known of the day that was asked about, and was not checked.
    """

    deck: str
    game: str
    catalog: str
    cards: int
    lists: dict[str, int]
    faults: tuple[DeckFault, ...]
    on_trust: tuple[str, ...]


# -- random matches ----------------------------------------------------------------------------


class Simulated(Answer, frozen=True, tag="referee/simulate/1"):
    """How random matches went.

    Args:
        game: the id of the game.
        seed: what chance began with.
        matches: how many were played.
        entries: how many entries they have.
        entries_per_match: the least, the middle and the most.
        turns_per_match: the least, the middle and the most.
        winners: how often each side won.
        endings: how often they ended so.
        illegal: how many entries were illegal.
        rulings: how many were rulings.
        faults: by number, the matches that could not go on and are left out, each with the reason.
        entries_per_second: how fast they were played; null where that cannot be told.
        seconds: how long it took.
    """

    game: str
    seed: int
    matches: int
    entries: int
    entries_per_match: tuple[int, int, int]
    turns_per_match: tuple[int, int, int]
    winners: dict[str, int]
    endings: dict[str, int]
    illegal: int
    rulings: int
    faults: dict[int, str]
    entries_per_second: int | None
    seconds: float


# -- the manual --------------------------------------------------------------------------------


class TopicListed(Struct, frozen=True):
    """A page of the manual.

    Args:
        topic: what it is asked for by.
        title: its title.
        about: what it is about, in one sentence.
        path: where it lies, as seen from the folder that has the rooms.
    """

    topic: str
    title: str
    about: str
    path: str


class Topics(Answer, frozen=True, tag="referee/topics/1"):
    """What there are pages about.

    Args:
        topics: all of them.
    """

    topics: tuple[TopicListed, ...]


class TopicShown(Answer, frozen=True, tag="referee/topic/1"):
    """A page.

    Args:
        page: which one.
        text: the whole of it, in Markdown.
    """

    page: TopicListed
    text: str
