-- title: Extensions in tournaments
-- about: How often contests got more time, for what, and how much.
-- behind: each extension
-- nothing: no contest got more time
-- chosen: chosen_events
-- key plays: the game that is played, where the tournament pins it
-- key round: the round
-- key cause: call, check, late, or other
-- column n: extensions
-- column contests: contests that got one
-- column rate: of all contests of the round
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column minutes: of an extension, the mean
-- column longest: the longest, in minutes
WITH evidence AS (
    SELECT match_id, more.seq, plays, round, "table", cause, seconds / 60 AS minutes
    FROM fact_tournament__extended AS more
    JOIN chosen_events($game, $match, $since, $until, $person) USING (match_id)
)
-- figure
SELECT
    plays, round, cause, n, given.contests, given.contests / nullif(held.contests, 0) AS rate,
    wilson(given.contests, held.contests).low AS low,
    wilson(given.contests, held.contests).high AS high, minutes, longest
FROM (
    SELECT
        plays, round, cause, count(*) AS n, count(DISTINCT (match_id, "table")) AS contests,
        avg(minutes) AS minutes, max(minutes) AS longest
    FROM evidence
    GROUP BY plays, round, cause
) AS given
LEFT JOIN (
    SELECT plays, round, count(*) AS contests
    FROM event_contests($game, $match, $since, $until, $person)
    GROUP BY plays, round
) AS held USING (plays, round)
ORDER BY plays, round, n DESC, cause
