-- When what a server took of a match came in, and when what the same device sent before it was
-- recorded, whatever match that was of.
SELECT seq, received_at, before
FROM (
    SELECT
        match_id, seq, received_at,
        lag(recorded_at) OVER (PARTITION BY session ORDER BY received_at, match_id, seq) AS before
    FROM receipts
    JOIN entries USING (match_id, seq)
    SEMI JOIN (SELECT session FROM receipts WHERE match_id = $match) USING (session)
)
WHERE match_id = $match
