-- title: Waiting for a judge
-- question: How long do players wait for a judge, and for which rules?
-- about: Minutes from the call to its answer, by the judge who answered and by the rule that a
--     ruling at the call names; beside it how long play stood still as the judge noted it, and as
--     the entries were logged.
-- pitfall: A wait is between two entries: a judge who walks over first and logs later is told as
--     slow. A call at which several rules were named counts for each.
-- behind: each call
-- nothing: no call was answered
-- chosen: chosen_events
-- smallest: 10
-- key plays: the game that is played, where the tournament pins it
-- key judge: who answered; (all) for all together
-- key rule: the rule that was ruled by, empty where no ruling names one; (all) for all together
-- column n: calls that were answered
-- column minutes: from the call to its answer, the mean
-- column sd: standard deviation of that
-- column low: lower end of the 95 % interval of the mean
-- column high: upper end of the 95 % interval of the mean
-- column longest: the longest wait, in minutes
-- column stood: minutes for which play stood still, as the judge noted it, the mean
-- column by_stamps: minutes from the call to its end, as they were logged, the mean
WITH evidence AS (
    WITH
    answers AS (
        SELECT
            match_id, (payload ->> '$.event.call')::INTEGER AS call, min(played_at) AS answered_at,
            arg_min(payload ->> '$.event.by', seq) AS judge
        FROM entries
        SEMI JOIN chosen_events($game, $match, $since, $until, $person) USING (match_id)
        WHERE type = 'answer'
        GROUP BY ALL
    ),
    ends AS (
        SELECT
            ended.match_id, call, max(played_at) AS ended_at, arg_max(seconds, place) AS seconds
        FROM fact_tournament__call_ended AS ended
        JOIN entries AS entry ON entry.match_id = ended.match_id AND entry.seq = ended.seq
        GROUP BY ended.match_id, call
    ),
    cited AS (
        SELECT match_id, call, list(DISTINCT cited) AS rules
        FROM fact_tournament__ruling_made
        GROUP BY match_id, call
    )
    SELECT
        made.match_id, made.seq, plays, judge, unnest(list_prepend('(all)', coalesce(rules, [''])))
            AS rule,
        epoch(answered_at - entry.played_at) / 60 AS minutes, seconds / 60 AS stood,
        epoch(ended_at - entry.played_at) / 60 AS by_stamps
    FROM fact_tournament__judge_called AS made
    JOIN chosen_events($game, $match, $since, $until, $person) USING (match_id)
    JOIN entries AS entry ON entry.match_id = made.match_id AND entry.seq = made.seq
    JOIN answers ON answers.match_id = made.match_id AND answers.call = made.seq
    LEFT JOIN ends ON ends.match_id = made.match_id AND ends.call = made.seq
    LEFT JOIN cited ON cited.match_id = made.match_id AND cited.call = made.seq
    WHERE $person IS NULL OR player = $person
)
-- figure
SELECT
    plays, judge, rule, n, found.mean AS minutes, found.sd AS sd, found.low AS low,
    found.high AS high, longest, stood, by_stamps
FROM (
    SELECT
        plays, coalesce(judge, '(all)') AS judge, rule, count(*) AS n, mean_of(minutes) AS found,
        max(minutes) AS longest, avg(stood) AS stood, avg(by_stamps) AS by_stamps
    FROM evidence
    GROUP BY GROUPING SETS ((plays, rule), (plays, rule, judge))
)
ORDER BY plays, judge <> '(all)', judge, rule <> '(all)', n DESC, rule
