-- title: Level, influence and deck over the turns
-- about: How players stand at the end of each turn: the level of the champion, the cards in hand
--     and memory together, those left in the main deck. For one match a line is a seat;
--     otherwise the lines are those who went first and those who did not, as the mean over the
--     players with a champion, with its interval; a mean of fewer than 30 is left out. The life
--     that is left is told by score-by-turn.
-- behind: the entry that ended each turn
-- drawn: value
-- least: 30
-- nothing: no turn is over in these matches
-- key game: the game
-- key measure: level, influence or main deck
-- key line: the seat, or who went first
-- key turn: the turn, counted over all players
-- column n: players of whom it is the mean
-- column value: what is measured, at the end of the turn
-- column sd: how far the players spread: their standard deviation
-- column low: the 95 % interval of the mean, lower end
-- column high: the 95 % interval of the mean, upper end
WITH evidence AS (
    SELECT
        match_id, seq, game, turn,
        CASE WHEN NOT of_one($match) THEN start ELSE chosen.seat END AS line,
        unnest([
            {'measure': 'level', 'value': level},
            {'measure': 'influence', 'value': influence},
            {'measure': 'main deck', 'value': deck}
        ], recursive := true)
    FROM fact_grand_archive__turn_stood
    JOIN chosen_seats($game, $match, $since, $until, $person) AS chosen USING (match_id, seat)
)
-- figure
SELECT game, measure, line, turn, n, mean AS value, sd, low, high
FROM (
    SELECT game, measure, line, turn, count(*) AS n, unnest(mean_of(value))
    FROM evidence
    GROUP BY game, measure, line, turn
)
ORDER BY game, measure <> 'level', measure <> 'influence', line, turn
