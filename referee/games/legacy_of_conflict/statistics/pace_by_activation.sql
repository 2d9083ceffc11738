-- title: Time per activation by person
-- about: How many seconds an activation took, from its declaration to the entry that closed it,
--     the time under an open call for a judge left out.
-- behind: the entry in which each activation began
-- nothing: no activation is over in these matches
-- key game: the game
-- key person: whose activations they are
-- column n: activations that ended, or in which the turn or the match did
-- column mean: the mean in seconds
-- column median: half of the activations took less
-- column p10: a tenth took less
-- column p90: nine tenths took less
-- column min: the shortest
-- column max: the longest
-- column judge_seconds: all time under calls, left out of the others
WITH evidence AS (
    WITH
    chosen AS MATERIALIZED (
        SELECT row_number() OVER () AS number, match_id, seat, game, person
        FROM chosen_seats($game, $match, $since, $until, $person)
    ),
    began AS MATERIALIZED (
        SELECT number, match_id, activation.place, activation.seq, game, person
        FROM fact_legacy_of_conflict__activation_began AS activation
        JOIN chosen USING (match_id, seat)
    ),
    ends AS (
        SELECT number, seq, place
        FROM (
            SELECT match_id, seq, place FROM fact_legacy_of_conflict__activation_ended
            UNION ALL
            SELECT match_id, seq, place FROM fact_turn_ended
            UNION ALL
            SELECT match_id, seq, place FROM fact_match_ended
        )
        JOIN (SELECT DISTINCT number, match_id FROM began) USING (match_id)
    ),
    paired AS MATERIALIZED (
        SELECT match_id, began.place, began.seq, ends.seq AS ended_seq, game, person
        FROM began
        ASOF JOIN ends ON ends.number = began.number AND ends.place > began.place
    ),
    moments AS MATERIALIZED (
        SELECT match_id, seq, played_at
        FROM entries
        SEMI JOIN (
            SELECT match_id, seq FROM paired UNION ALL SELECT match_id, ended_seq FROM paired
        ) USING (match_id, seq)
    ),
    timed AS (
        SELECT
            match_id, paired.place, paired.seq, game, person, first_entry.played_at AS began_at,
            last_entry.played_at AS ended_at
        FROM paired
        JOIN moments AS first_entry USING (match_id, seq)
        JOIN moments AS last_entry
            ON last_entry.match_id = paired.match_id AND last_entry.seq = ended_seq
    ),
    judged AS (
        SELECT
            match_id, place,
            sum(epoch(least(closed_at, ended_at) - greatest(called_at, began_at))) AS judge_seconds
        FROM timed
        JOIN time_under_call USING (match_id)
        WHERE called_at < ended_at AND closed_at > began_at
        GROUP BY match_id, place
    )
    SELECT
        match_id, seq, game, person, coalesce(judge_seconds, 0) AS judge_seconds,
        greatest(0, epoch(ended_at - began_at) - coalesce(judge_seconds, 0)) AS seconds
    FROM timed
    LEFT JOIN judged USING (match_id, place)
)
-- figure
SELECT game, person, unnest(paces(seconds, judge_seconds))
FROM evidence
GROUP BY game, person
ORDER BY game, median(seconds) DESC, person
