-- The matches of one game ($1) or of all, with how many entries each has.
SELECT
    matches.match_id, game, version, catalog, opened_at, last.seq,
    list_zip(
        json_extract_string(opening.payload, '$.event.seats[*].seat'),
        json_extract_string(opening.payload, '$.event.seats[*].person')
    ) AS seats,
    coalesce(opening.payload ->> '$.event.contest', '') AS contest,
    NULL AS over, NULL AS result, NULL AS winners, NULL AS illegal, NULL AS consequences
FROM matches
JOIN (SELECT match_id, max(seq) AS seq FROM entries GROUP BY match_id) AS last USING (match_id)
JOIN entries AS opening ON opening.match_id = matches.match_id AND opening.seq = 1
WHERE $1 IS NULL OR game = $1
ORDER BY opened_at, matches.match_id
