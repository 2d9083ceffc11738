-- title: How contests of tournaments ended
-- about: How contests came to their end, and on whose word that rests.
-- behind: the entry that gave each contest its result
-- nothing: no contest is over
-- chosen: chosen_events
-- key plays: the game that is played, where the tournament pins it
-- key how: played, concession, intentional-draw, time, no-show, judge, or unfinished
-- key word: slip, attested by both, judge, forfeit, or penalty; empty for unfinished
-- column n: contests of that game that are over
-- column ended: of these, ended so
-- column rate: ended so out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    SELECT match_id, seq, plays, how, settled_by AS word
    FROM event_contests($game, $match, $since, $until, $person)
    WHERE how <> 'on' AND ($person IS NULL OR $person IN (a, b))
)
-- figure
SELECT
    plays, how, word, n, ended, ended / n AS rate, unnest(wilson(ended, n))
FROM (
    SELECT
        plays, how, word, sum(count(*)) OVER (PARTITION BY plays)::BIGINT AS n, count(*) AS ended
    FROM evidence
    GROUP BY plays, how, word
)
ORDER BY plays, ended DESC, how, word
