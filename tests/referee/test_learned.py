"""What players have learned since an entry, which no ruling takes back."""

from collections import Counter
from pathlib import Path

import pytest

from events.common import RULINGS, Record, Rewind, Strike
from referee.fact import CardsDrawn, DieRolled
from referee.games.registry import game_ids
from referee.replay.learned import Learned, learned, lines, undone_by
from referee.replay.replay import Replay
from referee.verdict import Illegal, applied
from tests.golden import replayed
from tests.laws.players import played

DISPUTE = Path(__file__).parents[1] / "records" / "wondervale" / "dispute.txt"
SEEDS = (1, 2)
MOMENTS = (13, 36, 40, 47, 60, 83)
"""Entries of the dispute, of which some are rulings."""


def dispute() -> Replay:
    return replayed(DISPUTE).replay


def test_what_was_shown_is_certain_and_what_one_drew_is_possible() -> None:
    found = learned(dispute(), 60)
    assert [(each.seq, each.kind, each.seats) for each in found if each.kind != "plan"][:3] == [
        (62, "shown", ("mira", "joss")),
        (64, "dice", ("mira", "joss")),
        (66, "drawn", ("mira",)),
    ]
    assert [each.seats for each in found if each.seq == 62] == [("mira", "joss"), ("mira",)]
    shown, _, drawn = (each for each in found if each.seq in (62, 64, 66) and each.kind != "plan")
    assert shown.cards == ("Pebbik",) and shown.place == "joss.hand" and not shown.possible
    assert drawn.place == "mira.hand" and drawn.count == 1 and not drawn.cards
    assert len(drawn.possible) == 22 and "Juryn" in drawn.possible
    told = [*lines(found, ("mira", "joss"))]
    assert told[0] == "62: all, shown: Pebbik of joss.hand"
    assert told[2] == "66: mira alone, drawn: 1 card to mira.hand, 22 names possible"
    assert told[-1].startswith("joss: what was declared in ")


def test_what_was_refused_was_said_all_the_same() -> None:
    match = dispute()
    seq = next(n for n in range(2, 97) if isinstance(match.standing(n), Illegal))
    (said,) = [each for each in learned(match, seq - 1) if each.seq == seq]
    assert said.kind == "plan" and said.seats == ("mira",) and said.text.startswith("joss ")


def test_who_tells_less_from_here_shows_no_card() -> None:
    match = dispute()
    since = match.table.seq
    now = Replay(match.game, match.catalog).extend([*match.events[:60], Record("mira", "life")])
    assert applied(now.standing(61)) and now.light
    assert [*learned(now, 60)] == []
    assert since > 60


def test_vn_20_4_only_what_backs_a_match_up_undoes_what_was_learned() -> None:
    assert undone_by(Rewind("jo", 7)) == 7
    assert undone_by(Strike("jo", 7)) is None


def test_vn_20_4_what_is_kept_is_of_the_entries_that_a_rewind_would_undo() -> None:
    match = dispute()
    kinds = {type(match.events[seq - 1]) in RULINGS for seq in MOMENTS}
    assert kinds == {True, False}
    for seq in MOMENTS:
        backed_up = dispute()
        assert applied(backed_up.add(Rewind("hj-sato", seq, "head")).verdict)
        gone = backed_up.undone.keys() - match.undone.keys()
        told = {each.seq for each in learned(match, seq)}
        assert told and told <= gone


def test_of_an_entry_that_there_is_not_nothing_is_told() -> None:
    for seq in (0, 900):
        with pytest.raises(LookupError, match=f"there is no entry {seq}"):
            learned(dispute(), seq)


@pytest.mark.parametrize("game_id", game_ids())
def test_what_is_learned_is_what_was_drawn_rolled_and_shown(game_id: str) -> None:
    for seed in SEEDS:
        (game, catalog, _), events = played(game_id, seed)
        match = Replay(game, catalog, rulings=True).extend(events)
        since = len(events) // 2
        found = learned(match, since)
        later = [fact for seq in range(since + 1, len(events) + 1) for fact in match.facts(seq)]
        drawn = Counter[str]()
        for fact in later:
            if isinstance(fact, CardsDrawn):
                drawn[fact.seat] += fact.count
        assert counted(found, "drawn") == drawn
        dice = [str(fact.value) for fact in later if isinstance(fact, DieRolled)]
        assert [v for each in found if each.kind == "dice" for v in each.text.split(", ")] == dice
        for each in found:
            said = "".join(str(event) for event in events[: each.seq])
            assert all(card in said for card in each.cards)
            assert len(each.cards) in (0, each.count)
            assert each.kind == "plan" or each.text
        assert learned(match, len(events)) == []


def counted(found: list[Learned], kind: str) -> Counter[str]:
    drawn = Counter[str]()
    for each in found:
        if each.kind == kind:
            drawn[each.seats[0]] += each.count
    return drawn
