INSERT INTO matches
SELECT unnest(
    from_json(
        ?,
        '[{"match_id": "VARCHAR", "game": "VARCHAR", "version": "VARCHAR", "catalog": "VARCHAR",
           "opened_at": "TIMESTAMP", "refereed": "BOOLEAN"}]'
    ),
    recursive := true
)
