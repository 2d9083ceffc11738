-- title: Time to decide
-- question: Where does the time go, and who takes long over what?
-- about: How many seconds passed before an entry since the one before it, by place and kind of
--     entry. Left out are entries during whose time a call for a judge was open, pauses of more
--     than 15 minutes, and what is not in force. `slow` took more than three times as long as half
--     of all entries of their kind.
-- pitfall: The time is that of whoever logs: where one person logs for all, which one_recorder
--     counts, it is not the player's thought.
-- behind: every entry of that kind of that place
-- nothing: no player has logged anything in these matches
-- smallest: 30
-- key game: the game
-- key place: the place at the table, in the order of the opening
-- key type: the kind of entry
-- column n: entries
-- column one_recorder: of these, in matches that one person recorded
-- column median: half took less, in seconds
-- column p90: nine tenths took less
-- column total: all seconds together
-- column slow: entries that took more than three times the median of their kind
WITH evidence AS (
    WITH
    numbered AS MATERIALIZED (
        SELECT match_id, row_number() OVER () AS number
        FROM chosen_matches($game, $match, $since, $until, NULL)
    ),
    logged AS (
        SELECT
            number, seq, type, seat,
            lag(played_at) OVER (PARTITION BY number ORDER BY seq) AS began_at,
            played_at AS ended_at
        FROM (
            SELECT match_id, seq, type, played_at, payload ->> '$.event.seat' AS seat FROM entries
        )
        JOIN numbered USING (match_id)
    ),
    recorders AS (
        SELECT match_id, min(recorded_by) = max(recorded_by) AS one_recorder
        FROM entries
        GROUP BY match_id
    ),
    chosen AS (
        SELECT match_id, number, seat, game, place, one_recorder
        FROM chosen_seats($game, $match, $since, $until, $person)
        JOIN numbered USING (match_id)
        JOIN recorders USING (match_id)
    )
    SELECT
        match_id, seq, game, place, type, one_recorder, epoch(ended_at - began_at) AS seconds
    FROM logged
    JOIN chosen USING (number, seat)
    ANTI JOIN (
        SELECT number, seq
        FROM verdicts
        JOIN numbered USING (match_id)
        WHERE standing = 'not in force'
    ) USING (number, seq)
    ANTI JOIN time_under_call AS judged
        ON judged.match_id = chosen.match_id AND called_at < ended_at AND closed_at > began_at
    WHERE began_at IS NOT NULL AND type NOT IN ('call-judge', 'close-call')
        AND epoch(ended_at - began_at) BETWEEN 0 AND 900
)
-- figure
SELECT
    game, place, type, count(*) AS n, count_if(one_recorder) AS one_recorder,
    median(seconds) AS median, quantile_cont(seconds, 0.9) AS p90, round(sum(seconds))::BIGINT AS total,
    count_if(seconds > 3 * usual) AS slow
FROM evidence
JOIN (SELECT game, type, median(seconds) AS usual FROM evidence GROUP BY game, type)
    USING (game, type)
GROUP BY game, place, type
ORDER BY game, place, total DESC, type
