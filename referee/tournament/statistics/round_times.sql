-- title: Time of the rounds of tournaments
-- about: How long rounds took from their start to the last result, pauses left out, and how long
--     to the call of time. The start and the call are what the desk noted; the last result is
--     when it was logged.
-- behind: the start of each round, and the entry that gave each of its contests a result
-- nothing: no round was started
-- chosen: chosen_events
-- key plays: the game that is played, where the tournament pins it
-- key round: the round
-- column n: rounds of that number that were started and have all results
-- column open: contests of such rounds that have no result, which no time of a last result counts
-- column minutes: from the start to the last result, the mean
-- column sd: standard deviation of that
-- column low: lower end of the 95 % interval of the mean
-- column high: upper end of the 95 % interval of the mean
-- column longest: the longest of them
-- column to_time: minutes from the start to the call of time, the mean
-- column over_time: minutes from the call of time to the last result, the mean
-- column late: results that were logged after the call of time, the mean of a round
WITH evidence AS (
    WITH
    chosen AS (FROM chosen_events($game, $match, $since, $until, $person)),
    clock AS (
        SELECT
            match_id, seq, plays, round, what, place,
            strptime("at", '%Y-%m-%dT%H:%M:%SZ') AS noted
        FROM fact_tournament__clock_set
        JOIN chosen USING (match_id)
    ),
    began AS (
        SELECT match_id, round, plays, min(noted) AS began FROM clock
        WHERE what = 'start'
        GROUP BY match_id, round, plays
    ),
    called AS (
        SELECT match_id, round, max(noted) AS time_at FROM clock
        WHERE what = 'time'
        GROUP BY match_id, round
    ),
    paused AS (
        SELECT match_id, round, noted AS stood, resumed
        FROM (
            SELECT *, lead(noted) OVER (PARTITION BY match_id, round ORDER BY place) AS resumed
            FROM clock
            WHERE what IN ('pause', 'resume')
        )
        WHERE what = 'pause'
    ),
    results AS (
        SELECT
            match_id, contest.seq, plays, round,
            CASE WHEN how NOT IN ('on', 'unfinished') THEN entries.played_at END AS ended
        FROM event_contests($game, $match, $since, $until, $person) AS contest
        JOIN entries USING (match_id, seq)
    ),
    whole AS (
        SELECT
            match_id, round, count_if(ended IS NULL) AS open,
            CASE WHEN open = 0 THEN max(ended) END AS ended
        FROM results
        GROUP BY match_id, round
    )
    SELECT
        match_id, seq, plays, round, began, open, whole.ended AS last_ended, time_at,
        results.ended,
        coalesce((
            SELECT sum(epoch(least(coalesce(resumed, whole.ended), whole.ended) - stood))
            FROM paused
            WHERE paused.match_id = began.match_id AND paused.round = began.round
                AND stood < whole.ended
        ), 0) AS stood,
        coalesce((
            SELECT sum(epoch(least(coalesce(resumed, time_at), time_at) - stood))
            FROM paused
            WHERE paused.match_id = began.match_id AND paused.round = began.round
                AND stood < time_at
        ), 0) AS stood_before_time
    FROM began
    JOIN whole USING (match_id, round)
    LEFT JOIN called USING (match_id, round)
    JOIN (
        SELECT match_id, round, seq, ended FROM results
        UNION ALL
        SELECT match_id, round, seq, NULL FROM clock WHERE what = 'start'
    ) AS results USING (match_id, round)
)
-- figure
SELECT
    plays, round, n, open, found.mean AS minutes, found.sd AS sd, found.low AS low, found.high AS high,
    longest, to_time, over_time, late
FROM (
    SELECT
        plays, round, count_if(open = 0) AS n, sum(open)::INTEGER AS open,
        mean_of(minutes) AS found, max(minutes) AS longest,
        avg(to_time) AS to_time, avg(over_time) AS over_time, avg(late) AS late
    FROM (
        SELECT
            plays, round, match_id, any_value(open) AS open,
            (epoch(any_value(last_ended) - any_value(began)) - any_value(stood)) / 60 AS minutes,
            (epoch(any_value(time_at) - any_value(began)) - any_value(stood_before_time)) / 60
                AS to_time,
            epoch(any_value(last_ended) - any_value(time_at)) / 60 AS over_time,
            CASE WHEN any_value(time_at) IS NOT NULL THEN count_if(ended > time_at) END AS late
        FROM evidence
        GROUP BY plays, round, match_id
    )
    GROUP BY plays, round
)
ORDER BY plays, round
