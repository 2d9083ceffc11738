-- Rows of a hash, a digest or nothing, and a payload, which holds no tab and no line break.
INSERT INTO entries
SELECT
    said[1], said[2]::INTEGER, said[3], said[4]::TIMESTAMP, said[5]::TIMESTAMP, said[6], said[7],
    payload, hash, nullif(digest, '')
FROM (
    SELECT
        payload, hash, digest,
        json_extract_string(payload, [
            '$.match', '$.seq', '$.id', '$.played_at', '$.recorded_at', '$.recorded_by',
            '$.event.type'
        ]) AS said
    FROM read_csv(
        {path}, auto_detect = false, header = false, delim = '\t', quote = '', escape = '',
        columns = {{'hash': 'VARCHAR', 'digest': 'VARCHAR', 'payload': 'VARCHAR'}}
    )
)
