-- title: How busy the judges were
-- question: How many calls are open at once, and how long do players wait?
-- about: Calls for a judge that were open in each minute of a round, from its post, and how many of
--     them had no answer yet; the mean over the tournaments in which a call of that round was.
-- pitfall: How long a call took is also noted by the judge, which judge-calls tells: this goes by
--     when it was logged, and a call that nobody ended stays open for the round.
-- behind: each call that was open then
-- nothing: no judge was called
-- chosen: chosen_events
-- drawn: per_event, calls open
-- along: minute
-- moment: in each minute
-- key plays: the game that is played, where the tournament pins it
-- key round: the round
-- key minute: minutes since the round was posted
-- column n: tournaments
-- column open: calls that were open, of all together
-- column waiting: of these, without an answer
-- column judges: judges who had answered one that was open, the most in one tournament
-- column per_event: calls open in a tournament, the mean
WITH evidence AS (
    WITH
    posts AS (
        SELECT place.match_id, round, min(played_at) AS posted_at
        FROM places_posted() AS place
        JOIN entries AS entry ON entry.match_id = place.match_id AND entry.seq = place.seq
        GROUP BY place.match_id, round
    ),
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
        SELECT ended.match_id, call, max(played_at) AS ended_at
        FROM fact_tournament__call_ended AS ended
        JOIN entries AS entry ON entry.match_id = ended.match_id AND entry.seq = ended.seq
        GROUP BY ended.match_id, call
    ),
    last AS (
        SELECT match_id, max(played_at) AS last_at FROM entries GROUP BY match_id
    ),
    called AS (
        SELECT
            made.match_id, made.seq, plays, made.round, posted_at, entry.played_at AS called_at,
            answered_at, judge, coalesce(
                ended_at,
                lead(posted_at) OVER (PARTITION BY made.match_id ORDER BY made.round, made.seq),
                last_at
            ) AS ended_at
        FROM fact_tournament__judge_called AS made
        JOIN chosen_events($game, $match, $since, $until, $person) USING (match_id)
        JOIN entries AS entry ON entry.match_id = made.match_id AND entry.seq = made.seq
        JOIN posts ON posts.match_id = made.match_id AND posts.round = made.round
        JOIN last ON last.match_id = made.match_id
        LEFT JOIN answers ON answers.match_id = made.match_id AND answers.call = made.seq
        LEFT JOIN ends ON ends.match_id = made.match_id AND ends.call = made.seq
        WHERE $person IS NULL OR player = $person
    )
    SELECT
        match_id, seq, plays, round, minute, judge,
        answered_at IS NULL OR epoch(answered_at - posted_at) >= 60 * (minute + 1) AS waits
    FROM (
        SELECT *, unnest(range(
            greatest(0, floor(epoch(called_at - posted_at) / 60))::INTEGER,
            greatest(0, floor(epoch(ended_at - posted_at) / 60))::INTEGER + 1
        )) AS minute
        FROM called
    )
)
-- figure
SELECT
    plays, round, minute, any_value(events) AS n, sum(open)::BIGINT AS open,
    sum(waiting)::BIGINT AS waiting, max(judges) AS judges, sum(open) / any_value(events) AS per_event
FROM (
    SELECT
        plays, round, minute, match_id, count(*) AS open, count_if(waits) AS waiting,
        count(DISTINCT judge) FILTER (NOT waits) AS judges
    FROM evidence
    GROUP BY plays, round, minute, match_id
)
JOIN (
    SELECT plays, round, count(DISTINCT match_id) AS events FROM evidence GROUP BY plays, round
) USING (plays, round)
GROUP BY plays, round, minute
ORDER BY plays, round, minute
