-- title: Wins by who went first
-- about: How often the player who went first won, and the others, each side counted once. A draw
--     is a match not won, and a win that several share is one for each.
-- behind: the entry that ended each match
-- nothing: no match is over
-- rests: every
-- key game: the game
-- key start: went first, went later, or not settled when the match ended
-- column n: sides in finished matches
-- column wins: of these, won
-- column draws: of these, drawn
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    SELECT DISTINCT match_id, seq, game, side, start, won, drawn, unresolved
    FROM finished_seats($game, $match, $since, $until, $person)
)
-- figure
SELECT game, start, unnest(results(won, drawn, unresolved))
FROM evidence
GROUP BY game, start
ORDER BY game, start
