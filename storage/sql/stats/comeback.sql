-- title: Comebacks
-- question: How often is a match still won from so far behind?
-- about: How often a side won by the worst deficit that it had when a turn began, in what decides
--     the match, in some ten steps up to the greatest that was seen.
-- pitfall: It knows the score alone, and a deficit of long ago counts as one of the last turn.
-- behind: the entry that ended each of these matches
-- nothing: no match with a score is over
-- rests: turns
-- smallest: 30
-- key game: the game
-- key behind: behind by so much at worst, up to the next step; 0: never behind
-- column n: sides in finished matches
-- column wins: of these, won
-- column draws: of these, drawn
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    WITH
    sides_over AS (
        SELECT DISTINCT match_id, seq, game, side, won, drawn, unresolved
        FROM finished_seats($game, $match, $since, $until, $person)
    ),
    worst AS (
        SELECT match_id, side, sides_over.seq, game, won, drawn, unresolved,
            greatest(0, max(-lead)) AS deficit
        FROM sides_over
        JOIN leads USING (match_id, side)
        GROUP BY ALL
    ),
    steps AS (
        SELECT *, list_min([
            round FOR round IN [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10000, 100000]
            IF round >= max(deficit) OVER (PARTITION BY game) / 12
        ]) AS step
        FROM worst
    )
    SELECT
        match_id, seq, game, (ceil(deficit / step) * step)::BIGINT - CASE
            WHEN deficit = 0 THEN 0 ELSE step - 1 END AS behind,
        won, drawn, unresolved
    FROM steps
)
-- figure
SELECT game, behind, unnest(results(won, drawn, unresolved))
FROM evidence
GROUP BY game, behind
ORDER BY game, behind
