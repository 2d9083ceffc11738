-- title: Pace of the entries
-- about: How much there is to log, and how quickly it is logged, in each match.
-- behind: the last entry of each match
-- nothing: no entries are in these matches
-- rests: turns
-- key game: the game
-- key measure: entries per match, per turn or per minute, or seconds from play to record
-- column n: matches
-- column mean: the mean over the matches
-- column median: half of the matches have less
-- column p10: a tenth has less
-- column p90: nine tenths have less
-- column min: the least
-- column max: the most
WITH evidence AS (
    WITH
    logged AS (
        SELECT
            match_id, game, max(seq) AS seq, count(*) AS entries,
            epoch(max(played_at) - min(played_at)) / 60 AS minutes,
            avg(epoch(recorded_at - played_at)) AS delay
        FROM entries
        JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
        GROUP BY match_id, game
    ),
    begun AS (
        SELECT match_id, max(turn) AS turns FROM fact_turn_began GROUP BY match_id
    ),
    measured AS (
        SELECT
            match_id, seq, game,
            unnest([
                {'measure': 'entries per match', 'value': entries::DOUBLE},
                {'measure': 'entries per turn', 'value': entries / nullif(turns, 0)},
                {'measure': 'entries per minute', 'value': entries / nullif(minutes, 0)},
                {'measure': 'seconds to record', 'value': delay}
            ], recursive := true)
        FROM logged
        LEFT JOIN begun USING (match_id)
    )
    SELECT match_id, seq, game, measure, value FROM measured WHERE value IS NOT NULL
)
-- figure
SELECT
    game, measure, count(*) AS n, avg(value) AS mean, median(value) AS median,
    quantile_cont(value, 0.1) AS p10, quantile_cont(value, 0.9) AS p90,
    min(value) AS min, max(value) AS max
FROM evidence
GROUP BY game, measure
ORDER BY game, measure
