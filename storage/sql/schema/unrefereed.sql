-- Matches that came in without a referee, so that digests may be missing. Kept, as the record is.

CREATE TABLE IF NOT EXISTS unrefereed (
    match_id VARCHAR PRIMARY KEY,
    seq INTEGER NOT NULL,
    notes VARCHAR NOT NULL
);
COMMENT ON TABLE unrefereed IS 'The matches of which entries came in without a referee. Behind them no digest may be missing.';
COMMENT ON COLUMN unrefereed.match_id IS 'the match';
COMMENT ON COLUMN unrefereed.seq IS 'the last entry that came in without a referee';
COMMENT ON COLUMN unrefereed.notes IS 'SHA-256 over the match, that entry, and the digests that were noted up to it';
