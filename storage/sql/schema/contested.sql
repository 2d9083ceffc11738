-- The matches that are games of a tournament ($1), each with its contest, by their openings.
SELECT match_id, payload ->> '$.event.contest'
FROM entries
WHERE seq = 1 AND type = 'opening' AND starts_with(payload ->> '$.event.contest', $1 || '/')
ORDER BY match_id
