-- Whether the columns of an entry say what its payload says.
CASE
    WHEN json_valid(payload) THEN coalesce(
        json_extract_string(
            payload,
            ['$.match', '$.seq', '$.id', '$.recorded_by', '$.event.type']
        ) = [match_id, seq::VARCHAR, id, recorded_by, type]
        AND try_cast(payload ->> '$.played_at' AS TIMESTAMP) = played_at
        AND try_cast(payload ->> '$.recorded_at' AS TIMESTAMP) = recorded_at,
        false
    )
    ELSE false
END
