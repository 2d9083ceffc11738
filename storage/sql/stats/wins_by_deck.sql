-- title: Wins by deck
-- about: How often each deck won, by the name it was registered under. A draw is a match not
--     won, and a win that several share is one for each. A deck that meets itself counts for each
--     of its seats; `mirror` says how often it did.
-- behind: the entry that ended each match
-- ranked: low
-- nothing: no match is over
-- rests: every
-- key game: the game
-- key deck: the name of the deck; empty where none was given
-- column n: finished matches, one for each seat with that deck
-- column wins: of these, won
-- column draws: of these, drawn
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column mirror: of n, against a deck of the same name
WITH evidence AS (
    SELECT
        match_id, seq, game, deck_name AS deck, won, drawn, unresolved,
        EXISTS (
            SELECT 1 FROM seats AS other
            WHERE other.match_id = own.match_id AND other.deck_name = own.deck_name
                AND other.side <> own.side
        ) AS mirror
    FROM finished_seats($game, $match, $since, $until, $person) AS own
)
-- figure
SELECT
    game, deck, unnest(results(won, drawn, unresolved)),
    count_if(mirror AND NOT unresolved) AS mirror
FROM evidence
GROUP BY game, deck
ORDER BY game, lower_end(won, unresolved) DESC NULLS LAST, deck
