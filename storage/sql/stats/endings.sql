-- title: How matches ended
-- about: What ended the matches and with what result, and how often each did: won by one side,
--     shared by several, a draw, lost by all, or no result at all.
-- behind: the entry that ended each match
-- nothing: no match is over
-- rests: every
-- key game: the game
-- key result: won, shared, draw, all lost or no result
-- key how: how the match ended
-- column n: finished matches of that game
-- column ended: of these, ended so
-- column rate: ended so out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    SELECT match_id, seq, game, result, how
    FROM chosen_matches($game, $match, $since, $until, $person)
    JOIN fact_match_ended USING (match_id)
)
-- figure
SELECT
    game, result, how, n, ended, ended / n AS rate, unnest(wilson(ended, n))
FROM (
    SELECT
        game, result, how, sum(count(*)) OVER (PARTITION BY game) AS n, count(*) AS ended
    FROM evidence
    GROUP BY game, result, how
)
ORDER BY game, ended DESC, result, how
