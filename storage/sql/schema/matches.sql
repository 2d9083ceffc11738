-- The matches of one game ($1) or of all, with how many entries each has.
SELECT
    match_id, game, version, catalog, opened_at, last.seq,
    NULL AS over, NULL AS result, NULL AS winners, NULL AS illegal, NULL AS consequences
FROM matches
JOIN (SELECT match_id, max(seq) AS seq FROM entries GROUP BY match_id) AS last USING (match_id)
WHERE $1 IS NULL OR game = $1
ORDER BY opened_at, match_id
