-- title: Length of matches
-- about: How long finished matches took, in turns of all players together and in minutes from
--     the opening to the entry that ended the match, calls for a judge included.
-- behind: the entry that ended each match
-- nothing: no match is over
-- rests: turns
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
    SELECT
        match_id, seq, chosen.game,
        unnest([
            {'measure': 'turns', 'length': turns::DOUBLE},
            {'measure': 'minutes', 'length': minutes}
        ], recursive := true)
    FROM match_results
    JOIN chosen_matches($game, $match, $since, $until, $person) AS chosen USING (match_id)
    JOIN fact_match_ended USING (match_id)
)
-- figure
SELECT
    game, measure, count(*) AS n, avg(length) AS mean, median(length) AS median,
    quantile_cont(length, 0.1) AS p10, quantile_cont(length, 0.9) AS p90,
    min(length) AS min, max(length) AS max
FROM evidence
GROUP BY game, measure
ORDER BY game, measure DESC
