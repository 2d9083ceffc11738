-- The same as matches.sql, with how each match ended where its facts are up to date.
SELECT
    matches.match_id, game, version, catalog, opened_at, last.seq,
    over, result, winners, illegal, consequences
FROM matches
JOIN (SELECT match_id, max(seq) AS seq FROM entries GROUP BY match_id) AS last USING (match_id)
LEFT JOIN (
    SELECT
        match_id, projected.seq, coalesce(how, '') AS over, coalesce(result, '') AS result,
        winners, coalesce(illegal, 0) AS illegal, coalesce(consequences, 0) AS consequences
    FROM projected
    LEFT JOIN fact_match_ended USING (match_id)
    LEFT JOIN (
        SELECT match_id, count_if(root = seq) AS illegal, count_if(root <> seq) AS consequences
        FROM verdicts
        WHERE verdict = 'illegal'
        GROUP BY match_id
    ) USING (match_id)
    WHERE fault IS NULL
) AS ended ON ended.match_id = matches.match_id AND ended.seq = last.seq
WHERE $1 IS NULL OR game = $1
ORDER BY opened_at, matches.match_id
