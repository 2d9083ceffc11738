-- title: Score over the turns
-- about: What decides a match (health, points, ...) at the end of each turn. For one match a line
--     is a seat, or a side that has a score of its own; otherwise the lines are those who went
--     first and those who did not, as the mean over the matches that are still on in that turn,
--     with its interval; a mean of fewer than 30 is left out.
-- behind: every entry that set the score as it stood at the end of that turn
-- drawn: value
-- least: 30
-- nothing: no score was set in these matches
-- rests: turns
-- key game: the game
-- key measure: what is counted
-- key line: the seat or side, or who went first
-- key turn: the turn, counted over all players; 0 before the first
-- column value: the score at the end of the turn
-- column sd: how far the scores spread: their standard deviation
-- column low: the 95 % interval of the mean, lower end
-- column high: the 95 % interval of the mean, upper end
-- column n: seats or sides of which it is the mean
WITH evidence AS (
    WITH
    scored AS (
        FROM scores_at_turns($game, $match, $since, $until, $person)
    ),
    ends AS (
        SELECT match_id, max(turn) AS turns FROM fact_turn_began GROUP BY match_id
    ),
    standing AS (
        SELECT
            scored.* EXCLUDE (next_turn),
            coalesce(next_turn, coalesce(turns, 0) + 1) AS next_turn
        FROM scored
        LEFT JOIN ends USING (match_id)
    )
    SELECT
        match_id, seq, game, measure, CASE WHEN NOT of_one($match) THEN start ELSE seat END AS line,
        unnest(range(turn, next_turn)) AS turn, value
    FROM standing
)
-- figure
SELECT game, measure, line, turn, mean AS value, sd, low, high, n
FROM (
    SELECT game, measure, line, turn, unnest(mean_of(value)), count(*) AS n
    FROM evidence
    GROUP BY game, measure, line, turn
)
ORDER BY game, measure, line, turn
