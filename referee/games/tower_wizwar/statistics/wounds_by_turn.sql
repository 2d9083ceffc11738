-- title: Wounds over the turns
-- about: How many wounds have come by the end of each turn, to wizards, to towers and to other
--     cards; a wound that went again counts. For several matches it is the mean over those in
--     which that turn ended, with its interval; a mean of fewer than 30 is left out. Of a person,
--     the wounds of that person's wizards and cards.
-- behind: the end of that turn, and every entry until then in which such a wound came
-- drawn: wounds, wounds
-- least: 30
-- nothing: no turn is over in these matches
-- key game: the game
-- key line: wizards, towers or other cards
-- key turn: the turn, counted over all wizards
-- column n: matches of which it is the mean
-- column wounds: wounds that came until the end of the turn
-- column sd: how far the matches spread: their standard deviation
-- column low: the 95 % interval of the mean, lower end
-- column high: the 95 % interval of the mean, upper end
WITH evidence AS (
    WITH
    towers AS (
        SELECT DISTINCT match_id, thing FROM fact_tower_wizwar__card_played WHERE kind = 'tower'
    ),
    wounds AS (
        SELECT
            wounded.match_id, wounded.seq, wounded.place, change,
            CASE
                WHEN target = wounded.seat THEN 'wizards'
                WHEN thing IS NULL THEN 'other cards'
                ELSE 'towers'
            END AS line
        FROM fact_tower_wizwar__wounds_changed AS wounded
        JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
        LEFT JOIN towers ON towers.match_id = wounded.match_id AND thing = target
        WHERE change > 0
    ),
    ends AS (
        SELECT match_id, game, turn, ended.seq, ended.place
        FROM fact_turn_ended AS ended
        JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
    )
    SELECT
        match_id, seq, game, turn, unnest(['wizards', 'towers', 'other cards']) AS line,
        0 AS wounds
    FROM ends
    UNION ALL
    SELECT ends.match_id, wounds.seq, game, turn, line, change
    FROM wounds
    JOIN ends ON ends.match_id = wounds.match_id AND ends.place > wounds.place
)
-- figure
SELECT game, line, turn, n, mean AS wounds, sd, low, high
FROM (
    SELECT game, line, turn, count(*) AS n, unnest(mean_of(wounds))
    FROM (
        SELECT game, line, turn, match_id, sum(wounds) AS wounds
        FROM evidence
        GROUP BY game, line, turn, match_id
    )
    GROUP BY game, line, turn
)
ORDER BY game, line <> 'wizards', line <> 'towers', turn
