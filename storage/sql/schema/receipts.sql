-- When and from where entries came in. Beside the chain: no hash covers it. A log of an earlier
-- version gets the table when it is opened for writing.

CREATE TABLE receipts (
    match_id VARCHAR NOT NULL,
    seq INTEGER NOT NULL,
    received_at TIMESTAMP NOT NULL,
    session VARCHAR NOT NULL,
    delay_ms BIGINT NOT NULL
);
COMMENT ON TABLE receipts IS 'When and from which device entries came in that were sent from elsewhere. The order of a match never depends on it.';
COMMENT ON COLUMN receipts.match_id IS 'the match';
COMMENT ON COLUMN receipts.seq IS 'the entry';
COMMENT ON COLUMN receipts.received_at IS 'when it came in first, UTC';
COMMENT ON COLUMN receipts.session IS 'from which device or other source; no name';
COMMENT ON COLUMN receipts.delay_ms IS 'how many milliseconds after it was recorded that was; below 0 where the clock of the device was ahead';
