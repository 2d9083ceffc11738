-- title: Anatomy of each round
-- question: Where did the time of a round go?
-- about: Of every round, also one with an unfinished contest, the minutes from its post to its
--     start, first result, half and nine tenths of the results, time, last result, and the next
--     post; and of the contests that ended after time, how many had an extension, a call or a
--     deck check.
-- pitfall: Results are as they were logged: a slip that lay on the desk is late without a table
--     that was.
-- behind: the post, the start, and each result
-- nothing: no round was posted
-- chosen: chosen_events
-- key plays: the game that is played, where the tournament pins it
-- key event: the tournament
-- key round: the round
-- column n: contests
-- column open: of these, without a result
-- column started: minutes from the post to the start
-- column first: to the first result
-- column half: to half of the results
-- column most: to nine tenths of them
-- column time: to the call of time
-- column last: to the last result; of an open round, so far
-- column next_post: to the post of the next round
-- column late: contests that ended after time
-- column extended: of these, with an extension
-- column called: of these, with a call for a judge
-- column checked: of these, with a deck check
WITH evidence AS (
    WITH
    clock AS (
        SELECT
            match_id, round, min(noted) FILTER (what = 'start') AS started,
            arg_min(seq, noted) FILTER (what = 'start') AS start_seq,
            max(noted) FILTER (what = 'time') AS time_at
        FROM (
            SELECT *, strptime("at", '%Y-%m-%dT%H:%M:%SZ') AS noted FROM fact_tournament__clock_set
        )
        GROUP BY match_id, round
    ),
    held AS (
        SELECT
            contest.match_id, contest.seq, posted_seq, plays, round, "table", a, b,
            posting.played_at AS posted_at,
            CASE WHEN how NOT IN ('on', 'unfinished') THEN result.played_at END AS ended
        FROM event_contests($game, $match, $since, $until, $person) AS contest
        JOIN entries AS posting
            ON posting.match_id = contest.match_id AND posting.seq = posted_seq
        JOIN entries AS result ON result.match_id = contest.match_id AND result.seq = contest.seq
    )
    SELECT
        held.match_id, held.seq, plays, held.match_id AS event, held.round, posted_at, ended,
        started, time_at,
        EXISTS (
            FROM fact_tournament__extended AS more WHERE more.match_id = held.match_id
                AND more.round = held.round AND more."table" = held."table"
        ) AS extended,
        EXISTS (
            FROM fact_tournament__judge_called AS call WHERE call.match_id = held.match_id
                AND call.round = held.round AND call."table" = held."table"
        ) AS called,
        EXISTS (
            FROM fact_tournament__deck_checked AS done WHERE done.match_id = held.match_id
                AND done.round = held.round AND done.player IN (a, b)
        ) AS checked
    FROM held
    LEFT JOIN clock USING (match_id, round)
)
-- figure
SELECT
    plays, event, round, n, open, epoch(started - posted_at) / 60 AS started,
    epoch(first - posted_at) / 60 AS first, epoch(half - posted_at) / 60 AS half,
    epoch(most - posted_at) / 60 AS most, epoch(time_at - posted_at) / 60 AS time,
    epoch(last - posted_at) / 60 AS last,
    epoch(lead(posted_at) OVER (PARTITION BY plays, event ORDER BY round) - posted_at) / 60
        AS next_post,
    late, extended, called, checked
FROM (
    SELECT
        plays, event, round, count(*) AS n, count_if(ended IS NULL) AS open,
        min(posted_at) AS posted_at, any_value(started) AS started, any_value(time_at) AS time_at,
        min(ended) AS first, quantile_disc(ended, 0.5) AS half, quantile_disc(ended, 0.9) AS most,
        max(ended) AS last,
        coalesce(count_if(ended > time_at), 0) AS late,
        count_if(ended > time_at AND extended) AS extended,
        count_if(ended > time_at AND called) AS called,
        count_if(ended > time_at AND checked) AS checked
    FROM evidence
    GROUP BY plays, event, round
)
ORDER BY plays, event, round
