-- The same as matches.sql, with how each match ended where its facts are up to date.
SELECT
    matches.match_id, game, version, catalog, opened_at, last.seq,
    list_zip(
        json_extract_string(opening.payload, '$.event.seats[*].seat'),
        json_extract_string(opening.payload, '$.event.seats[*].person')
    ) AS seats,
    coalesce(opening.payload ->> '$.event.contest', '') AS contest,
    CASE WHEN projected.seq = last.seq AND fault IS NULL THEN coalesce(ending.how, '') END AS over,
    CASE WHEN projected.seq = last.seq AND fault IS NULL THEN coalesce(ending.result, '') END AS result,
    CASE WHEN projected.seq = last.seq AND fault IS NULL THEN ending.winners END AS winners,
    CASE WHEN projected.seq = last.seq AND fault IS NULL THEN coalesce(refused.illegal, 0) END AS illegal,
    CASE WHEN projected.seq = last.seq AND fault IS NULL THEN coalesce(refused.consequences, 0) END AS consequences
FROM matches
JOIN (SELECT match_id, max(seq) AS seq FROM entries GROUP BY match_id) AS last USING (match_id)
JOIN entries AS opening ON opening.match_id = matches.match_id AND opening.seq = 1
LEFT JOIN projected ON projected.match_id = matches.match_id
LEFT JOIN fact_match_ended AS ending ON ending.match_id = matches.match_id
LEFT JOIN (
    SELECT match_id, count_if(root = seq) AS illegal, count_if(root <> seq) AS consequences
    FROM verdicts
    WHERE verdict = 'illegal'
    GROUP BY match_id
) AS refused ON refused.match_id = matches.match_id
WHERE $1 IS NULL OR game = $1
ORDER BY opened_at, matches.match_id
