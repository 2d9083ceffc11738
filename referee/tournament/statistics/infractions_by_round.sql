-- title: Infractions of tournaments by round
-- about: In which round how many infractions were found, with which penalty. What was struck or
--     overruled is left out.
-- behind: each infraction
-- nothing: no infraction was found
-- chosen: chosen_events
-- key plays: the game that is played, where the tournament pins it
-- key round: the round
-- key penalty: caution, warning, game-loss, match-loss, or disqualification
-- column n: infractions
-- column contests: contests of these rounds
-- column each: infractions for each 100 contests of the round
WITH evidence AS (
    SELECT match_id, found.seq, plays, round, penalty
    FROM fact_tournament__penalty_given AS found
    JOIN chosen_events($game, $match, $since, $until, $person) USING (match_id)
    WHERE $person IS NULL OR player = $person
)
-- figure
SELECT
    plays, round, penalty, n, coalesce(contests, 0) AS contests,
    100 * n / nullif(contests, 0) AS each
FROM (SELECT plays, round, penalty, count(*) AS n FROM evidence GROUP BY plays, round, penalty)
LEFT JOIN (
    SELECT plays, round, count(*) AS contests
    FROM event_contests($game, $match, $since, $until, $person)
    GROUP BY plays, round
) USING (plays, round)
ORDER BY plays, round,
    list_position(['caution', 'warning', 'game-loss', 'match-loss', 'disqualification'], penalty)
