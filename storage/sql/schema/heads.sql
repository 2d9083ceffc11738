-- The heads that a log has given out. Kept, as the record is; logs of earlier versions get the
-- table with the first head.

CREATE TABLE IF NOT EXISTS heads (
    match_id VARCHAR NOT NULL,
    seq INTEGER NOT NULL,
    hash VARCHAR NOT NULL,
    given_at TIMESTAMP NOT NULL,
    PRIMARY KEY (match_id, seq, hash)
);
COMMENT ON TABLE heads IS 'The heads of matches that were given out, or came with a match: a match that does not reach one of them has lost entries or was changed.';
COMMENT ON COLUMN heads.match_id IS 'the match';
COMMENT ON COLUMN heads.seq IS 'the entry that was the last then';
COMMENT ON COLUMN heads.hash IS 'its hash';
COMMENT ON COLUMN heads.given_at IS 'when it was given out first, or came in, UTC';
