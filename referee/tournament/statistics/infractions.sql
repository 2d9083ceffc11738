-- title: Infractions of tournaments
-- about: Which infractions were found, with which penalty, and how often that was another than the
--     policy says. What was struck or overruled is left out.
-- behind: each infraction
-- nothing: no infraction was found
-- chosen: chosen_events
-- key plays: the game that is played, where the tournament pins it
-- key code: the infraction, by the code of its policy
-- key penalty: caution, warning, game-loss, match-loss, or disqualification
-- column n: infractions
-- column players: entrants who have one
-- column deviations: of n, with another penalty than the standard one
-- column events: tournaments with one
WITH evidence AS (
    SELECT match_id, found.seq, plays, code, penalty, player, penalty <> standard AS deviates
    FROM fact_tournament__penalty_given AS found
    JOIN chosen_events($game, $match, $since, $until, $person) USING (match_id)
    WHERE $person IS NULL OR player = $person
)
-- figure
SELECT
    plays, code, penalty, count(*) AS n, count(DISTINCT (match_id, player)) AS players,
    count_if(deviates) AS deviations, count(DISTINCT match_id) AS events
FROM evidence
GROUP BY plays, code, penalty
ORDER BY plays, n DESC, code,
    list_position(['caution', 'warning', 'game-loss', 'match-loss', 'disqualification'], penalty)
