-- Who sits where in matches ($1, a list in JSON), and of which contest they are, by their openings.
SELECT
    match_id,
    unnest(json_extract_string(payload, '$.event.seats[*].seat')),
    unnest(json_extract_string(payload, '$.event.seats[*].person')),
    coalesce(payload ->> '$.event.contest', '')
FROM entries
WHERE seq = 1 AND match_id IN (SELECT unnest(from_json($1, '["VARCHAR"]')))
