-- How much a log kept each time it was sealed: when a head was given out, and at each backup. Kept,
-- as the record is; logs of earlier releases get the table with their first seal.

CREATE TABLE IF NOT EXISTS seals (
    number INTEGER PRIMARY KEY,
    sealed_at TIMESTAMP NOT NULL,
    matches BIGINT NOT NULL,
    entries BIGINT NOT NULL,
    states BIGINT NOT NULL,
    catalogs BIGINT NOT NULL,
    heads BIGINT NOT NULL,
    unrefereed BIGINT NOT NULL,
    receipts BIGINT NOT NULL,
    hash VARCHAR NOT NULL
);
COMMENT ON TABLE seals IS 'How much the log kept when a head was given out and when it was backed up. It never keeps less.';
COMMENT ON COLUMN seals.number IS 'its number, without gaps from 1';
COMMENT ON COLUMN seals.sealed_at IS 'when, UTC';
COMMENT ON COLUMN seals.matches IS 'how many matches the log had';
COMMENT ON COLUMN seals.entries IS 'how many entries';
COMMENT ON COLUMN seals.states IS 'at how many of them a digest of the state was noted';
COMMENT ON COLUMN seals.catalogs IS 'how many catalogs';
COMMENT ON COLUMN seals.heads IS 'how many heads it had given out';
COMMENT ON COLUMN seals.unrefereed IS 'how many matches had come in without a referee';
COMMENT ON COLUMN seals.receipts IS 'how many receipts';
COMMENT ON COLUMN seals.hash IS 'SHA-256 over the hash of the seal before (nothing before seal 1) and the other columns';
