-- title: How matches ended
-- about: What ended the matches, and how often each did.
-- behind: the entry that ended each match
-- nothing: no match is over
-- key game: the game
-- key how: how the match ended
-- column n: finished matches of that game
-- column ended: of these, ended so
-- column draws: of those, drawn
-- column rate: ended so out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    SELECT match_id, seq, game, how, result = 'draw' AS drawn
    FROM chosen_matches($game, $match, $since, $until, $person)
    JOIN fact_match_ended USING (match_id)
)
-- figure
SELECT
    game, how, n, ended, draws, ended / n AS rate, unnest(wilson(ended, n))
FROM (
    SELECT
        game, how, sum(count(*)) OVER (PARTITION BY game) AS n, count(*) AS ended,
        count_if(drawn) AS draws
    FROM evidence
    GROUP BY game, how
)
ORDER BY game, ended DESC, how
