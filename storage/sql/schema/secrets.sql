-- What the organiser of a tournament has committed to and not shown yet. Beside the chain, in no
-- view and no export; a log gets the table with the first of them.

CREATE TABLE IF NOT EXISTS secrets (
    match_id VARCHAR PRIMARY KEY,
    secret VARCHAR NOT NULL
);
COMMENT ON TABLE secrets IS 'The secrets from which the keys of rounds are made, of tournaments. A backup has them; nothing else shows them.';
COMMENT ON COLUMN secrets.match_id IS 'the tournament';
COMMENT ON COLUMN secrets.secret IS 'the secret, whose SHA-256 its opening has';
