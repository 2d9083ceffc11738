-- title: Matchups at equal players
-- question: Is the matchup that of the decks, or that of their players?
-- about: How often the first deck won, and how often it would at equal players: decks and players
--     weighed together (logistic regression), where the strengths of players are assumed to spread
--     about that of all who play as much of each deck. Two decks stand in one row.
-- pitfall: Who plays one deck alone cannot be told apart from it: where all do, the interval is
--     wide. A player who is better with one deck than with another counts as one strength.
-- behind: the entry that ended each of these matches
-- model: fairness
-- nothing: no match is over in which different decks met
-- rests: every
-- smallest: 30
-- ranked: by the lower end of the adjusted rate
-- key game: the game
-- key deck: the deck
-- key against: the deck that it met
-- column n: finished meetings of the two
-- column wins: of these, won by the first
-- column rate: wins out of n, as it was
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column adjusted: the rate at equal players
-- column adjusted_low: lower end of its 95 % interval
-- column adjusted_high: upper end of it
WITH evidence AS (
    SELECT
        own.match_id, own.seq, own.game, own.deck_name AS deck, other.deck_name AS against,
        own.won
    FROM finished_seats($game, $match, $since, $until, $person) AS own
    JOIN seats AS other ON other.match_id = own.match_id AND other.side <> own.side
    WHERE own.deck_name < other.deck_name AND NOT own.unresolved
)
-- figure
SELECT
    game, deck, against, n, wins, wins / n AS rate, wilson(wins, n).low AS low,
    wilson(wins, n).high AS high, adjusted, adjusted_low, adjusted_high
FROM (
    SELECT game, deck, against, count(*) AS n, count_if(won) AS wins
    FROM evidence
    GROUP BY game, deck, against
)
LEFT JOIN fair USING (game, deck, against)
ORDER BY game, adjusted_low DESC NULLS LAST, n DESC, deck, against
