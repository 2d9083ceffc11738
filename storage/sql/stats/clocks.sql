-- title: Clocks of the devices
-- about: Entries whose times cannot be right. They stand all the same, and no order depends on
--     them. Of what a server took from a device, ahead: recorded more than 5 minutes after it came
--     in. back: recorded before the entry that the same device sent before it. old: recorded more
--     than 24 hours before it came in, longer than a device sends by itself. Of all else, ahead:
--     played more than 5 minutes after it was recorded. back: recorded before the entry before it.
--     far: played more than ten years from the entry before it.
-- behind: each such entry
-- nothing: every time can be right
-- rests: every
-- key game: the game
-- key mark: ahead, back, old or far
-- column n: entries
-- column devices: how many devices sent them, where a server took them
-- column most_seconds: how far ahead, how far back, how old or how far apart at most
WITH evidence AS (
    WITH
    sent AS (
        SELECT
            match_id, seq, game, session, delay_ms, recorded_at,
            lag(recorded_at) OVER (
                PARTITION BY session ORDER BY received_at, match_id, seq
            ) AS sent_before
        FROM receipts
        JOIN entries USING (match_id, seq)
        JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
    ),
    -- what may be amiss, of all that no server took
    timed AS (
        SELECT match_id, seq, game, NULL AS session, ahead, back, far
        FROM times_amiss
        JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
        ANTI JOIN sent USING (match_id, seq)
        UNION ALL
        SELECT
            match_id, seq, game, session, -delay_ms / 1000, epoch(sent_before - recorded_at), NULL
        FROM sent
    ),
    marked AS (
        SELECT
            match_id, seq, game, session,
            unnest([
                {'mark': 'ahead', 'seconds': CASE WHEN ahead > 300 THEN ahead END},
                {'mark': 'back', 'seconds': CASE WHEN back > 0 THEN back END},
                {'mark': 'old', 'seconds': CASE
                    WHEN session IS NOT NULL AND ahead < -86400 THEN -ahead
                END},
                {'mark': 'far', 'seconds': CASE
                    WHEN NOT coalesce(back > 0, false) AND far > 3653 * 86400 THEN far
                END}
            ], recursive := true)
        FROM timed
        WHERE ahead > 300 OR back > 0 OR ahead < -86400 OR far > 3653 * 86400
    )
    SELECT match_id, seq, game, session, mark, seconds FROM marked WHERE seconds IS NOT NULL
)
-- figure
SELECT
    game, mark, count(*) AS n, count(DISTINCT session) AS devices, max(seconds) AS most_seconds
FROM evidence
GROUP BY game, mark
ORDER BY game, mark
