"""The answers about many tournaments together."""

from cli.answers.answer import Answer
from storage.season.profile import DeckPlayed, EventPlayed, Opponent, PenaltyHad, Record
from storage.season.ratings import Model, Rating


class Rated(Answer, frozen=True, tag="referee/tournament-ratings/1"):
    """Ratings over tournaments.

    Args:
        model: the model, by its name in openskill.
        parameters: what it is run with.
        events: how many tournaments were counted.
        contests: how many contests were rated.
        left_out: contests that are over and were not played, or never had a result.
        ratings: by game, the best first.
    """

    model: str
    parameters: Model
    events: int
    contests: int
    left_out: int
    ratings: tuple[Rating, ...]


class ProfileShown(Answer, frozen=True, tag="referee/tournament-profile/1"):
    """What a player has played.

    Args:
        player: who; where teams enter, the team.
        name: the name; empty where there is none.
        own: whether decks and penalties are there that are not published.
        record: over all tournaments.
        events: in the order of time.
        decks: those that are shown.
        opponents: those met most first.
        ratings: of each game, with the course over the tournaments.
        penalties: those that are shown.
    """

    player: str
    name: str
    own: bool
    record: Record
    events: tuple[EventPlayed, ...]
    decks: tuple[DeckPlayed, ...]
    opponents: tuple[Opponent, ...]
    ratings: tuple[Rating, ...]
    penalties: tuple[PenaltyHad, ...]
