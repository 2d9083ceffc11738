-- Receipts that do not fit what they are beside: of {chosen}, the first of each match.
SELECT
    match_id, seq,
    CASE
        WHEN min(recorded_at) IS NULL THEN 'there is no such entry'
        WHEN count(*) > 1 THEN 'there are several for one entry'
        ELSE concat(
            'it came in ', min(received_at), ', which is ', min(due), ' ms after it was recorded, not ',
            min(delay_ms)
        )
    END
FROM (
    SELECT
        receipts.*, entries.recorded_at,
        floor((epoch_us(received_at) - epoch_us(entries.recorded_at)) / 1000)::BIGINT AS due
    FROM receipts
    LEFT JOIN entries USING (match_id, seq)
    WHERE {chosen}
)
GROUP BY match_id, seq
HAVING min(recorded_at) IS NULL OR count(*) > 1 OR bool_or(delay_ms <> due)
QUALIFY row_number() OVER (PARTITION BY match_id ORDER BY seq) = 1
ORDER BY match_id
LIMIT {most}
