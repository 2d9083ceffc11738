-- title: Decks that end after time
-- question: Which decks make a round late, and what had stopped them?
-- about: How many of the contests that a deck played ended after time was called in their round;
--     and of these, how many had an extension, a call for a judge, or a deck check.
-- pitfall: A contest is late by both of its decks: see draws-and-time for which with which. A
--     result is as late as it was logged.
-- behind: the entry that gave each contest its result
-- nothing: time was called in no round
-- chosen: chosen_events
-- smallest: 30
-- ranked: by the lower end of the rate
-- key plays: the game that is played, where the tournament pins it
-- key deck: the deck; empty where none was registered
-- column n: contests of the deck in rounds in which time was called, a mirror once
-- column late: of these, ended after time
-- column rate: late out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column extended: of the late, with an extension
-- column called: of the late, with a call for a judge
-- column checked: of the late, with a deck check
-- column minutes: of the late, minutes after time, the mean
WITH evidence AS (
    WITH called AS (
        SELECT match_id, round, max(strptime("at", '%Y-%m-%dT%H:%M:%SZ')) AS time_at
        FROM fact_tournament__clock_set
        WHERE what = 'time'
        GROUP BY match_id, round
    )
    SELECT
        contest.match_id, contest.seq, plays,
        unnest(list_distinct([coalesce(own.deck, ''), coalesce(other.deck, '')])) AS deck,
        result.played_at > time_at AS late, epoch(result.played_at - time_at) / 60 AS minutes,
        EXISTS (
            FROM fact_tournament__extended AS more WHERE more.match_id = contest.match_id
                AND more.round = contest.round AND more."table" = contest."table"
        ) AS extended,
        EXISTS (
            FROM fact_tournament__judge_called AS call WHERE call.match_id = contest.match_id
                AND call.round = contest.round AND call."table" = contest."table"
        ) AS called,
        EXISTS (
            FROM fact_tournament__deck_checked AS done WHERE done.match_id = contest.match_id
                AND done.round = contest.round AND done.player IN (a, b)
        ) AS checked
    FROM event_contests($game, $match, $since, $until, $person) AS contest
    JOIN called ON called.match_id = contest.match_id AND called.round = contest.round
    JOIN entries AS result ON result.match_id = contest.match_id AND result.seq = contest.seq
    LEFT JOIN registered_decks() AS own ON own.match_id = contest.match_id AND own.player = a
    LEFT JOIN registered_decks() AS other ON other.match_id = contest.match_id AND other.player = b
    WHERE played
)
-- figure
SELECT
    plays, deck, n, late, late / n AS rate, unnest(wilson(late, n)), extended, called, checked,
    minutes
FROM (
    SELECT
        plays, deck, count(*) AS n, count_if(late) AS late, count_if(late AND extended) AS extended,
        count_if(late AND called) AS called, count_if(late AND checked) AS checked,
        avg(minutes) FILTER (late) AS minutes
    FROM evidence
    GROUP BY plays, deck
)
ORDER BY plays, wilson(late, n).low DESC, n DESC, deck
