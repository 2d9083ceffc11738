INSERT INTO receipts
SELECT unnest(
    from_json(
        ?,
        '[{"match_id": "VARCHAR", "seq": "INTEGER", "received_at": "TIMESTAMP",
           "session": "VARCHAR", "delay_ms": "BIGINT"}]'
    ),
    recursive := true
)
