-- title: Who left tournaments, and when
-- about: After which round entrants left, and why.
-- behind: each drop
-- nothing: nobody has left
-- chosen: chosen_events
-- key plays: the game that is played, where the tournament pins it
-- key round: the last round that counts; 0: before the first
-- key cause: own, no-show, disqualified, or cut
-- column n: entrants of these tournaments
-- column gone: of these, left so
-- column rate: gone out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    SELECT match_id, gone.seq, plays, "after" AS round, cause
    FROM fact_tournament__left AS gone
    JOIN chosen_events($game, $match, $since, $until, $person) USING (match_id)
    WHERE $person IS NULL OR player = $person
)
-- figure
SELECT plays, round, cause, n, gone, gone / n AS rate, unnest(wilson(gone, n))
FROM (
    SELECT plays, round, cause, count(*) AS gone FROM evidence GROUP BY plays, round, cause
)
JOIN (
    SELECT plays, count(*) AS n
    FROM fact_tournament__entered
    JOIN chosen_events($game, $match, $since, $until, $person) USING (match_id)
    WHERE $person IS NULL OR player = $person
    GROUP BY plays
) USING (plays)
ORDER BY plays, round, gone DESC, cause
