INSERT INTO entries
SELECT unnest(
    from_json(
        ?,
        '[{"match_id": "VARCHAR", "seq": "INTEGER", "id": "VARCHAR", "played_at": "TIMESTAMP",
           "recorded_at": "TIMESTAMP", "recorded_by": "VARCHAR", "type": "VARCHAR",
           "payload": "VARCHAR", "hash": "VARCHAR", "digest": "VARCHAR"}]'
    ),
    recursive := true
)
