-- title: Clocks of the devices
-- about: Entries that a server took at another time than their device says it can have been. They
--     stand all the same, and no order depends on them. ahead: recorded more than 5 minutes after
--     it came in. back: recorded before the entry that the same device sent before it. old:
--     recorded more than 24 hours before it came in, longer than a device sends by itself.
-- behind: each such entry
-- nothing: every time of what a server took can be right
-- key game: the game
-- key mark: ahead, back or old
-- column n: entries
-- column devices: how many devices sent them
-- column most_seconds: how far ahead, how far back or how old at most
WITH evidence AS (
    WITH
    taken AS (
        SELECT
            match_id, seq, game, session, -delay_ms / 1000 AS ahead,
            epoch(
                lag(recorded_at) OVER (PARTITION BY session ORDER BY received_at, match_id, seq)
                - recorded_at
            ) AS back
        FROM receipts
        JOIN entries USING (match_id, seq)
        JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
    ),
    marked AS (
        SELECT
            match_id, seq, game, session,
            unnest([
                {'mark': 'ahead', 'seconds': CASE WHEN ahead > 300 THEN ahead END},
                {'mark': 'back', 'seconds': CASE WHEN back > 0 THEN back END},
                {'mark': 'old', 'seconds': CASE WHEN ahead < -86400 THEN -ahead END}
            ], recursive := true)
        FROM taken
    )
    SELECT match_id, seq, game, session, mark, seconds FROM marked WHERE seconds IS NOT NULL
)
-- figure
SELECT
    game, mark, count(*) AS n, count(DISTINCT session) AS devices, max(seconds) AS most_seconds
FROM evidence
GROUP BY game, mark
ORDER BY game, mark
