-- title: Rounds of tournaments
-- about: What became of the contests of each round, its byes, its disputes, and who left after it.
-- behind: the entry that gave each contest its result, the post that gave a bye, the entry that
--     disputed a result, and each drop
-- nothing: no round was posted
-- chosen: chosen_events
-- key plays: the game that is played, where the tournament pins it
-- key round: the round; 0 before the first
-- column events: tournaments with such a round
-- column n: contests that are over
-- column draws: of these, drawn
-- column agreed: of the draws, agreed without playing
-- column unfinished: of the draws, those without a result when the next round was posted
-- column rate: draws out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column no_shows: of n, lost by not being there
-- column open: contests beside n that are on
-- column byes: byes
-- column disputed: contests about which something was said that does not agree
-- column drops: entrants who left after the round
WITH evidence AS (
    WITH chosen AS (FROM chosen_events($game, $match, $since, $until, $person))
    SELECT
        match_id, seq, plays, round, 'contest' AS kind, how,
        winner = '' AND how <> 'on' AND NOT (how = 'no-show' AND a_won = 0 AND b_won = 0) AS level
    FROM event_contests($game, $match, $since, $until, $person)
    UNION ALL
    SELECT match_id, places.seq, plays, round, 'bye', '', false
    FROM places_posted() AS places
    JOIN chosen USING (match_id)
    WHERE "table" = 0
    UNION ALL
    SELECT match_id, min(disputed.seq), plays, round, 'dispute', '', false
    FROM fact_tournament__contest_disputed AS disputed
    JOIN chosen USING (match_id)
    GROUP BY match_id, plays, round, "table"
    UNION ALL
    SELECT match_id, gone.seq, plays, "after", 'drop', cause, false
    FROM fact_tournament__left AS gone
    JOIN chosen USING (match_id)
)
-- figure
SELECT
    plays, round, events, n, draws, agreed, unfinished, draws / nullif(n, 0) AS rate,
    wilson(draws, n).low AS low, wilson(draws, n).high AS high, no_shows, open, byes, disputed,
    drops
FROM (
    SELECT
        plays, round, count(DISTINCT match_id) AS events,
        count_if(kind = 'contest' AND how <> 'on') AS n,
        count_if(level) AS draws,
        count_if(level AND how = 'intentional-draw') AS agreed,
        count_if(level AND how = 'unfinished') AS unfinished,
        count_if(kind = 'contest' AND how = 'no-show') AS no_shows,
        count_if(kind = 'contest' AND how = 'on') AS open,
        count_if(kind = 'bye') AS byes, count_if(kind = 'dispute') AS disputed,
        count_if(kind = 'drop') AS drops
    FROM evidence
    GROUP BY plays, round
)
ORDER BY plays, round
