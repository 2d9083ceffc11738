"""A penalty taken apart: its path, its count, the entries counted (TR-10.2, TR-10.5)."""

from collections.abc import Iterable

from cli.answers.explained import PenaltyExplained, ShiftShown, WithoutShown
from cli.failure import Failure, Status
from cli.reading.matches import Source
from cli.screen import render
from referee.tournament.explaining import penalty as taken
from referee.tournament.judging.penalties import Shift


def explain_given(asked: Source, seq: int, *, json: bool) -> Status:
    """Explain the penalty that an entry gives.

    Raises:
        Failure: that entry gives none that is in force.
    """
    replay = asked.replay()
    try:
        explained = taken.explain_penalty(replay.state, replay.table.catalog, seq)
    except LookupError as error:
        listed = ", ".join(f"p{each.seq}" for each in replay.state.infractions)
        hint = f"in force: {listed}" if listed else "no infraction is in force"
        raise Failure(f"{asked.match.id}: {error}", hint) from None
    if json:
        render.say_json(_answer(asked, explained))
        return Status.DONE
    found, standard = explained.found, explained.standard
    title = f" ({explained.title})" if explained.title else ""
    head = f"{found.player}, round {found.round}: {found.penalty} for {found.code}{title}"
    render.say(head, 0, 4, style="strong")
    render.say(f"given by {asked.person(found.by)} in entry {found.seq}", 2)
    if standard is None:
        render.say("the policy does not have this infraction", 2)
        return Status.DONE
    render.say(f"standard: {standard.in_words()} (TR-10.2)", 2)
    if found.penalty != standard.penalty:
        why = f": {found.deviation}" if found.deviation else ""
        render.say(f"another one was given{why} (TR-10.3)", 2)
    for entry, penalty in explained.without:
        same = penalty == standard.penalty
        render.say(
            f"without entry {entry} it would be {'the same' if same else penalty}: "
            f"{asked.line(entry)}",
            2,
        )
    for shift in explained.later:
        render.say(f"without this one, {shift_text(shift)}", 2)
    return Status.DONE


def shift_text(shift: Shift) -> str:
    """An infraction whose standard would be another, in words."""
    given = shift.given
    return (
        f"entry {given.seq} ({given.player}, {given.code}) would have the standard "
        f"{shift.now.penalty} instead of {shift.was.penalty}; it keeps its {given.penalty}"
    )


def shifts_shown(shifts: Iterable[Shift]) -> tuple[ShiftShown, ...]:
    """The same for machines."""
    return tuple(
        ShiftShown(
            each.given.seq,
            each.given.player,
            each.given.code,
            each.given.penalty,
            each.was.penalty,
            each.now.penalty,
        )
        for each in shifts
    )


def _answer(asked: Source, explained: taken.PenaltyExplained) -> PenaltyExplained:
    found, standard = explained.found, explained.standard
    return PenaltyExplained(
        asked.match.id,
        found.seq,
        found.player,
        found.by,
        found.round,
        found.code,
        explained.title,
        found.penalty,
        found.deviation,
        standard.penalty if standard else "",
        standard.path if standard else "",
        standard.steps if standard else (),
        standard.counts if standard else "",
        standard.within if standard else "",
        standard.count if standard else 0,
        standard.counted if standard else (),
        tuple(WithoutShown(entry, penalty) for entry, penalty in explained.without),
        shifts_shown(explained.later),
    )
