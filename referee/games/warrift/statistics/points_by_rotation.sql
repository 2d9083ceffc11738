-- title: Points over the rotations
-- about: The race: how many points players have at the end of each rotation, the bonus for
--     strongholds in the last. For one match a line is a player, or a team with the sum of its
--     two; otherwise the lines are the classes, as the mean over their players, with its
--     interval; a mean of fewer than 30 is left out. Who has left counts no more.
-- behind: every entry that set the points as they stood at the end of that rotation
-- drawn: points, points
-- along: rotation
-- least: 30
-- nothing: no rotation has begun in these matches
-- key game: the game
-- key line: the seat or team, or the class
-- key rotation: the rotation, from 1
-- column n: players or teams of which it is the mean
-- column points: the points at its end, or as they stand; the mean
-- column sd: how far they spread: their standard deviation
-- column low: the 95 % interval of the mean, lower end
-- column high: the 95 % interval of the mean, upper end
WITH evidence AS (
    WITH
    rotations AS (
        SELECT
            match_id, rotation, place,
            lead(place, 1, 2147483647) OVER (PARTITION BY match_id ORDER BY place) AS next_place
        FROM fact_warrift__rotation_began
    ),
    asked AS (
        SELECT
            match_id, game, rotation, rotations.place, next_place, seat, side,
            CASE WHEN NOT of_one($match) THEN cls ELSE side END AS line
        FROM chosen_seats($game, $match, $since, $until, $person)
        JOIN (SELECT match_id, seat, cls FROM fact_warrift__class_taken) USING (match_id, seat)
        JOIN rotations USING (match_id)
    )
    SELECT
        asked.match_id, score.seq, game, line, rotation,
        CASE WHEN NOT of_one($match) THEN asked.seat ELSE side END AS racer, value
    FROM asked
    ASOF JOIN fact_score_changed AS score
        ON score.match_id = asked.match_id AND score.seat = asked.seat
        AND score.place < asked.next_place
    ANTI JOIN fact_side_left AS gone
        ON gone.match_id = asked.match_id AND gone.side = asked.side
        AND gone.place < asked.place
)
-- figure
SELECT game, line, rotation, n, mean AS points, sd, low, high
FROM (
    SELECT game, line, rotation, count(*) AS n, unnest(mean_of(value))
    FROM (
        SELECT game, line, rotation, match_id, racer, sum(value) AS value
        FROM evidence
        GROUP BY game, line, rotation, match_id, racer
    )
    GROUP BY game, line, rotation
)
ORDER BY game, line, rotation
