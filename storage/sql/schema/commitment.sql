-- What the opening of a tournament ($1) has committed to; empty where to nothing.
SELECT coalesce(payload ->> '$.event.options.commitment', '')
FROM entries
WHERE match_id = $1 AND seq = 1
