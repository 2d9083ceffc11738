-- title: Wins by seat
-- about: How often each place at the table won, alone or with its side. A draw is a match not
--     won, and a win that several share is one for each.
-- behind: the entry that ended each match
-- nothing: no match is over
-- rests: every
-- key game: the game
-- key place: the place at the table, in the order of the opening
-- column n: finished matches in which the place was taken
-- column wins: matches won
-- column draws: matches drawn
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    SELECT match_id, seq, game, place, won, drawn, unresolved
    FROM finished_seats($game, $match, $since, $until, $person)
)
-- figure
SELECT game, place, unnest(results(won, drawn, unresolved))
FROM evidence
GROUP BY game, place
ORDER BY game, place
