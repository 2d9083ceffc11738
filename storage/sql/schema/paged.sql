CREATE TEMP TABLE {table} AS
SELECT match_id, n, CAST((sum(n) OVER (ORDER BY match_id) - n) // {size} AS BIGINT) AS page
FROM (
    SELECT match_id, count(seq) AS n
    FROM (SELECT DISTINCT match_id FROM ({chosen}))
    LEFT JOIN entries USING (match_id)
    GROUP BY match_id
)
