"""The answers of the commands that work on one match."""

from msgspec import Struct, field

from cli.answers.answer import (
    UNSET,
    Answer,
    AnyChoice,
    AnyFact,
    AnyPad,
    AnyState,
    UnsetType,
)
from cli.answers.entries import (
    Change,
    EntryDoubted,
    EntryLogged,
    EntryNow,
    EntryOutcome,
    EntryReplayed,
    Standing,
)
from cli.answers.position import Positioned
from referee.fact import Ending
from referee.replay.compare import Difference
from referee.replay.learned import Learned
from storage.season.penalties import Penalised

# -- recording ---------------------------------------------------------------------------------


class Opened(Positioned, frozen=True, tag="referee/new/1"):
    """A match was opened.

    Args:
        match: the match.
        entries: its opening.
    """

    match: str
    entries: tuple[EntryOutcome, ...]


class NotOpened(Answer, frozen=True, tag="referee/new-refused/1"):
    """An opening breaks a rule; nothing was written.

    Args:
        match: null: there is none.
        refused: why.
    """

    match: None
    refused: Standing


class Recorded(Positioned, frozen=True, tag="referee/log/1"):
    """Entries were logged.

    Args:
        match: the match.
        entries: each with its verdict.
        not_logged: the lines behind one that breaks a rule, which were left out.
    """

    match: str
    entries: tuple[EntryOutcome, ...]
    not_logged: tuple[str, ...]


class Checked(Answer, frozen=True, tag="referee/check/1"):
    """What the rules make of lines, of which nothing was written.

    Args:
        match: the match.
        entries: each line as the entry that it would be.
    """

    match: str
    entries: tuple[EntryOutcome, ...]


class MatchChecked(Answer, frozen=True, tag="referee/check-match/1"):
    """The entries of a match that are in force and not legal.

    Args:
        match: the match.
        entries: how many entries it has.
        not_legal: those that are on trust or illegal.
        digests_differ: those whose noted digest the replay does not come to.
    """

    match: str
    entries: int
    not_legal: tuple[EntryDoubted, ...]
    digests_differ: tuple[int, ...]


# -- ruling ------------------------------------------------------------------------------------


class Ruled(Positioned, frozen=True, tag="referee/rule/1"):
    """A ruling was made.

    Args:
        match: the match.
        entries: the ruling, and the end of the call that it answers.
        changed: how the board changed, in words.
    """

    match: str
    entries: tuple[EntryOutcome, ...]
    changed: tuple[str, ...]


class Outcome(Struct, frozen=True):
    """How a match ended.

    Args:
        how: in what way.
        result: with what result.
        winners: the sides that won.
    """

    how: str
    result: Ending
    winners: tuple[str, ...]


class Cause(Struct, frozen=True):
    """Why several entries would be refused at once.

    Args:
        root: the first of them.
        following: the others, which are refused because of it, or of what is missing before it.
        rule: the rule that the first breaks.
        message: why it is refused, in words.
        forgotten: the steps that are missing before it, as lines; empty where none is.
        after: the entry behind which they belong; null where none is missing.
        due: what was owed there, in words; empty where nothing was.
        gone: the entries that would not be in force, where it is by their absence alone.
    """

    root: int
    following: tuple[int, ...]
    rule: str
    message: str
    forgotten: tuple[str, ...]
    after: int | None
    due: str
    gone: tuple[int, ...]


class WouldBe(Standing, frozen=True):
    """What a ruling or another reading would do to a match; nothing was written.

    Args:
        match: the match.
        changes: the entries whose standing would change.
        causes: which of those that are refused then are so because of one, the most first; not
            looked into where several rulings are proposed.
        result_before: how the match ended so far; null while it is on.
        result_after: the same then.
        changed: how the board would differ, in words.
        differences: how the state would differ.
    """

    match: str
    changes: tuple[Change, ...]
    causes: tuple[Cause, ...]
    result_before: Outcome | None
    result_after: Outcome | None
    changed: tuple[str, ...]
    differences: tuple[Difference, ...]


class WhatIf(WouldBe, frozen=True, tag_field="schema", tag="referee/what-if/1"):
    """What a ruling would do; nothing was written.

    Args:
        line: the ruling as a line of notation.
        learned: of a rewind, what players have learned since, and keep.
    """

    line: str
    learned: tuple[Learned, ...]


# -- looking -----------------------------------------------------------------------------------


class BoardPanel(Struct, frozen=True):
    """A part of the board.

    Args:
        title: what it is of, such as a seat.
        rows: each with its label and its text.
    """

    title: str
    rows: tuple[tuple[str, str], ...]


class Shown(Positioned, frozen=True, tag="referee/show/1"):
    """Where a match stands, or stood.

    Args:
        match: the match.
        game: the id of its game.
        version: the version of the rules.
        at: the entry after which it is shown.
        entries: how many entries it has.
        board: the board, or the part of it that was asked for.
        state: all of the state that may be seen; its fields are the game's.
        digest: the digest of the whole state.
        touched: with a card asked for: the entries that touched it; false where they only may have.
    """

    match: str
    game: str
    version: str
    at: int
    entries: int
    board: tuple[BoardPanel, ...]
    state: AnyState
    digest: str
    touched: dict[int, bool] | UnsetType = UNSET


class OptionShown(Struct, frozen=True):
    """One kind of entry that would be accepted now.

    Args:
        seat: whose step it is.
        verb: the verb of the event.
        fields: what each field may hold; one that is absent keeps its default.
        rule: the rule that opens it.
        weight: how eagerly a random player takes it; 0 for what ends a match early.
        must: whether nothing else is accepted until somebody does this.
        hint: a few words for whoever chooses, such as the chance that it succeeds.
        label: what stands on its button.
        pads: for the fields that are thrown, measured or turned over, what to enter them with.
        such_as: one line that it allows.
    """

    seat: str
    verb: str
    fields: dict[str, AnyChoice]
    rule: str
    weight: int
    must: bool
    hint: str
    label: str
    pads: dict[str, AnyPad]
    such_as: str


class Options(Answer, frozen=True, tag="referee/options/1"):
    """What may be logged next.

    Args:
        match: the match.
        at: the entry after which.
        options: the kinds of entries, seat by seat.
    """

    match: str
    at: int
    options: tuple[OptionShown, ...]


class Diff(Answer, frozen=True, tag="referee/diff/1"):
    """How two moments of a match differ.

    Args:
        match: the match.
        from: the entry after which the first is.
        to: the entry after which the second is.
        changed: how the board differs, in words.
        differences: how the state differs.
        entries: the entries between them.
    """

    match: str
    from_: int = field(name="from")
    to: int
    changed: tuple[str, ...]
    differences: tuple[Difference, ...]
    entries: tuple[EntryLogged, ...]


# -- telling -----------------------------------------------------------------------------------


class PossibleShown(Struct, frozen=True):
    """What else might have been logged.

    Args:
        seat: by whom.
        verb: the verb of the event.
        rule: the rule that opened it.
        hint: a few words on it.
    """

    seat: str
    verb: str
    rule: str
    hint: str


class LaterEntry(Struct, frozen=True):
    """A ruling or remark on an entry.

    Args:
        seq: its number in the match.
        text: it in words, with what it did.
    """

    seq: int
    text: str


class RuleCited(Struct, frozen=True):
    """A rule that a verdict or a fact cites.

    Args:
        id: its id.
        title: a few words.
        statement: the rule in one sentence.
    """

    id: str
    title: str
    statement: str


class Explained(EntryNow, frozen=True, kw_only=True, tag_field="schema", tag="referee/explain/1"):
    """All that there is to say of an entry; its verdict and consequences are of its time.

    Args:
        match: the match.
        odds: how likely its outcome was beforehand, in words.
        consequences_now: what follows from it as it stands now.
        changes: the other entries whose standing it changed.
        changed: how it changed the board, in words.
        differences: how it changed the state.
        possible: what else might have been logged.
        earlier: for a penalty, those that the same person got before.
        later: rulings and remarks on it.
        rules: the rules that are cited.
    """

    match: str
    odds: tuple[str, ...]
    consequences_now: tuple[AnyFact, ...]
    changes: tuple[Change, ...]
    changed: tuple[str, ...]
    differences: tuple[Difference, ...]
    possible: tuple[PossibleShown, ...]
    earlier: tuple[Penalised, ...]
    later: tuple[LaterEntry, ...]
    rules: tuple[RuleCited, ...]


class Replayed(Answer, frozen=True, tag="referee/replay/1"):
    """A match, entry by entry.

    Args:
        match: the match.
        game: the id of its game.
        entries: all, or those that were asked for.
    """

    match: str
    game: str
    entries: tuple[EntryReplayed, ...]


class ReplayedUnder(WouldBe, frozen=True, tag_field="schema", tag="referee/replay-under/2"):
    """The same record under another edition; its verdict is that on the opening, and where this is
    illegal nothing else was compared.

    Args:
        under: the interpretations that were asked for.
        rules: the version of the rules.
    """

    under: dict[str, str]
    rules: str
