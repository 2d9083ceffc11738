-- title: Length of matches
-- about: How long finished matches took, in turns of all players together and in minutes from
--     the opening to the entry that ended the match, calls for a judge included.
-- behind: the entry that ended each match
-- key game: the game
-- key measure: turns or minutes
-- column n: finished matches
-- column mean: the mean
-- column median: half of the matches took less
-- column p10: a tenth took less
-- column p90: nine tenths took less
-- column min: the shortest
-- column max: the longest
WITH evidence AS (
    WITH
    finished AS (
        SELECT match_id, seq, game, opened_at
        FROM chosen_matches($game, $match, $since, $until, $person)
        JOIN fact_match_ended USING (match_id)
    ),
    begun AS (
        SELECT match_id, max(turn) AS turns FROM fact_turn_began GROUP BY match_id
    )
    SELECT match_id, seq, game, 'turns' AS measure, coalesce(turns, 0) AS length
    FROM finished
    LEFT JOIN begun USING (match_id)
    UNION ALL
    SELECT match_id, seq, game, 'minutes', epoch(played_at - opened_at) / 60
    FROM finished
    JOIN entries USING (match_id, seq)
)
-- figure
SELECT
    game, measure, count(*) AS n, avg(length) AS mean, median(length) AS median,
    quantile_cont(length, 0.1) AS p10, quantile_cont(length, 0.9) AS p90,
    min(length) AS min, max(length) AS max
FROM evidence
GROUP BY game, measure
ORDER BY game, measure DESC
