-- title: Drain over the turns
-- about: Where the drain counters stand at the end of each turn; each third step makes a use of
--     mana dearer by one. For one match a line is a wizard; otherwise the lines are those who
--     went first and those who did not, as the mean over their wizards, with its interval; a
--     mean of fewer than 30 is left out. A wizard that has left counts no more, one in retreat
--     does.
-- behind: every entry that moved the counter to where it stood, or the end of that turn
-- drawn: drain, drain
-- least: 30
-- nothing: no turn is over in these matches
-- key game: the game
-- key line: the seat, or who went first
-- key turn: the turn, counted over all wizards
-- column n: wizards of which it is the mean
-- column drain: where the counter stands
-- column sd: how far they spread: their standard deviation
-- column low: the 95 % interval of the mean, lower end
-- column high: the 95 % interval of the mean, upper end
WITH evidence AS (
    WITH
    moved AS (
        SELECT match_id, seq, place, seat, "left" AS drain FROM fact_tower_wizwar__drain_moved
        UNION ALL
        SELECT match_id, seq, place, target, try_cast("value" AS INTEGER)
        FROM fact_state_repaired
        WHERE what = 'drain'
    ),
    asked AS (
        SELECT
            match_id, game, chosen.seat, turn, ended.seq, ended.place,
            CASE WHEN NOT of_one($match) THEN start ELSE chosen.seat END AS line
        FROM chosen_seats($game, $match, $since, $until, $person) AS chosen
        JOIN fact_turn_ended AS ended USING (match_id)
        ANTI JOIN fact_tower_wizwar__space_cleared AS gone
            ON gone.match_id = chosen.match_id AND gone.seat = chosen.seat
            AND NOT retreat AND gone.place < ended.place
    )
    SELECT
        asked.match_id, coalesce(moved.seq, asked.seq) AS seq, game, line, turn,
        coalesce(drain, 0) AS drain
    FROM asked
    ASOF LEFT JOIN moved
        ON moved.match_id = asked.match_id AND moved.seat = asked.seat
        AND moved.place < asked.place
)
-- figure
SELECT game, line, turn, n, mean AS drain, sd, low, high
FROM (
    SELECT game, line, turn, count(*) AS n, unnest(mean_of(drain))
    FROM evidence
    GROUP BY game, line, turn
)
ORDER BY game, line, turn
