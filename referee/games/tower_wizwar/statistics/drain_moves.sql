-- title: What moves the drain counter
-- about: By how many steps the drain counters went up and down, and by what. A move that the
--     counter did not make, as it stood at 0 already, does not count.
-- behind: every entry in which the counter moved so
-- nothing: no drain counter moved in these matches
-- key game: the game
-- key why: cast or payment, activation, tower's draft, renewal, reduction in retreat, or effect
-- column n: moves
-- column steps: all steps together, those down below 0
-- column mean: steps of a move, the mean
-- column sd: how far the moves spread: their standard deviation
-- column low: the 95 % interval of the mean, lower end
-- column high: the 95 % interval of the mean, upper end
WITH evidence AS (
    SELECT
        match_id, moved.seq, game, change,
        CASE rule
            WHEN 'TW-6.3' THEN 'activation'
            WHEN 'TW-6.4' THEN 'cast or payment'
            WHEN 'TW-6.8' THEN 'tower''s draft'
            WHEN 'TW-11.5' THEN 'renewal'
            WHEN 'TW-18.7' THEN 'reduction in retreat'
            ELSE 'effect'
        END AS why
    FROM fact_tower_wizwar__drain_moved AS moved
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
)
-- figure
SELECT game, why, n, steps, mean, sd, low, high
FROM (
    SELECT
        game, why, count(*) AS n, sum(change)::BIGINT AS steps, unnest(mean_of(change))
    FROM evidence
    GROUP BY game, why
)
ORDER BY game, steps DESC, why
