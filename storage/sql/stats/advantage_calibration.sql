-- title: Is the advantage true?
-- question: Of the moments that are called 70 %, are 70 % won?
-- about: How often a side won whose chance by the score was called so, in tenths: the first such
--     moment of one side of each match, drawn by the name of the match, for the moments of a match
--     are no independent ones. Each match is called from others.
-- pitfall: That the chances are true on the whole is no proof that they are in one matchup.
-- behind: the entry with which the turn began
-- model: advantage
-- nothing: no chance is told yet in these matches
-- rests: turns
-- smallest: 30
-- key game: the game
-- key called: the chance that was called, from this tenth up to the next
-- column n: matches with such a moment
-- column mean: the chance that was called, the mean
-- column won: of n, won
-- column rate: won out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    WITH drawn AS (
        SELECT of_side, match_id, game, list_contains(winners, side) AS won
        FROM sides_told
        JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
        JOIN fact_match_ended AS ending USING (match_id)
        WHERE ending.result IN ('won', 'shared', 'all lost')
        QUALIFY row_number() OVER (
            PARTITION BY of_match ORDER BY hash(match_id || side), side
        ) = 1
    )
    SELECT match_id, seq, game, called, chance, won
    FROM (
        SELECT
            of_side, floor(least(chance, 0.999) * 10) / 10 AS called,
            arg_min(seq, turn) AS seq, arg_min(chance, turn) AS chance
        FROM advantage
        SEMI JOIN drawn USING (of_side)
        WHERE chance IS NOT NULL
        GROUP BY of_side, called
    )
    JOIN drawn USING (of_side)
)
-- figure
SELECT game, called, n, mean, won, won / n AS rate, unnest(wilson(won, n))
FROM (
    SELECT game, called, count(*) AS n, avg(chance) AS mean, count_if(won) AS won
    FROM evidence
    GROUP BY game, called
)
ORDER BY game, called
