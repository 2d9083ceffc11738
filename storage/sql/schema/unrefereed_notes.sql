-- What came in without a referee up to now, of matches that are {chosen}.
INSERT OR REPLACE INTO unrefereed
SELECT
    match_id, max(seq),
    sha256(concat(
        match_id, ' ', max(seq),
        string_agg(concat(chr(10), seq, ' ', digest), '' ORDER BY seq)
            FILTER (digest IS NOT NULL)
    ))
FROM entries
WHERE match_id IN {chosen}
GROUP BY match_id
