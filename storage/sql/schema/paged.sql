-- Matches in the order in which the log has their first entries, in pages of about so many
-- entries. Between their first and last rows lies little else: a page reads little of the file.
CREATE TEMP TABLE {table} AS
SELECT
    match_id, n, first_row, last_row,
    CAST((sum(n) OVER (ORDER BY first_row, match_id) - n) // {size} AS BIGINT) AS page
FROM (
    SELECT
        match_id, count(seq) AS n, coalesce(min(entries.rowid), 0) AS first_row,
        coalesce(max(entries.rowid), 0) AS last_row
    FROM (SELECT DISTINCT match_id FROM ({chosen}))
    LEFT JOIN entries USING (match_id)
    GROUP BY match_id
)
