-- title: Score over the turns
-- about: What decides a match (health, points, ...) at the end of each turn. For one match a line
--     is a seat; otherwise the lines are those who went first and those who did not, as the mean
--     over the matches that are still on in that turn.
-- behind: every entry that set or changed the score in that turn
-- key game: the game
-- key measure: what is counted
-- key line: the seat, or who went first
-- key turn: the turn, counted over all players; 0 before the first
-- column value: the score at the end of the turn
-- column n: seats of which it is the mean
WITH evidence AS (
    SELECT
        scored.match_id, scored.seq, game, measure, coalesce(turn, 0) AS turn,
        scored.seat, scored.place, value,
        CASE WHEN $match IS NULL THEN start ELSE scored.seat END AS line
    FROM (
        SELECT match_id, seq, game, start, measure, seat, value, fact.place
        FROM fact_score_changed AS fact
        JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
    ) AS scored
    ASOF LEFT JOIN fact_turn_began AS began
        ON began.match_id = scored.match_id AND began.place <= scored.place
),
standing AS (
    SELECT
        game, measure, line, match_id, seat, turn, arg_max(value, place) AS value
    FROM evidence
    GROUP BY game, measure, line, match_id, seat, turn
),
turns AS (
    SELECT match_id, unnest(range(0, max(turn) + 1)) AS turn
    FROM (SELECT match_id, turn FROM fact_turn_began UNION ALL SELECT match_id, 0 FROM matches)
    GROUP BY match_id
),
grid AS (
    SELECT game, measure, line, match_id, seat, turns.turn
    FROM (SELECT DISTINCT game, measure, line, match_id, seat FROM standing)
    JOIN turns USING (match_id)
)
-- figure
SELECT grid.game, grid.measure, grid.line, grid.turn, avg(value) AS value, count(*) AS n
FROM grid
ASOF JOIN standing
    ON grid.match_id = standing.match_id AND grid.seat = standing.seat
    AND grid.measure = standing.measure AND grid.turn >= standing.turn
GROUP BY grid.game, grid.measure, grid.line, grid.turn
ORDER BY grid.game, grid.measure, grid.line, grid.turn
