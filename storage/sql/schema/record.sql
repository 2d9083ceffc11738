-- The record: what is kept. Everything else in a log can be made anew from these tables.

CREATE TABLE meta (
    key VARCHAR PRIMARY KEY,
    value VARCHAR NOT NULL
);
COMMENT ON TABLE meta IS 'What this file is: its format, which projection it holds, how often it was sealed.';
COMMENT ON COLUMN meta.key IS 'format, projection, or seals';
COMMENT ON COLUMN meta.value IS 'the version of the format, the fingerprint of the projected tables, or how many seals there are';

CREATE TABLE entries (
    match_id VARCHAR NOT NULL,
    seq INTEGER NOT NULL,
    id VARCHAR NOT NULL,
    played_at TIMESTAMP NOT NULL,
    recorded_at TIMESTAMP NOT NULL,
    recorded_by VARCHAR NOT NULL,
    type VARCHAR NOT NULL,
    payload VARCHAR NOT NULL,
    hash VARCHAR NOT NULL,
    digest VARCHAR,
    PRIMARY KEY (match_id, seq)
);
COMMENT ON TABLE entries IS 'What somebody physically did or decided, entry by entry. Never changed, never deleted.';
COMMENT ON COLUMN entries.match_id IS 'the match';
COMMENT ON COLUMN entries.seq IS 'its number in that match, without gaps from 1';
COMMENT ON COLUMN entries.id IS 'made where it was logged (UUID version 7); the same id again is the same entry';
COMMENT ON COLUMN entries.played_at IS 'when it happened, UTC';
COMMENT ON COLUMN entries.recorded_at IS 'when it was written down, UTC';
COMMENT ON COLUMN entries.recorded_by IS 'the id of the person who wrote it down';
COMMENT ON COLUMN entries.type IS 'the type of the event: its verb in the notation';
COMMENT ON COLUMN entries.payload IS 'the entry as canonical JSON: the bytes that the hash covers';
COMMENT ON COLUMN entries.hash IS 'SHA-256 over the hash of the entry before (64 zeros before entry 1) and the payload';
COMMENT ON COLUMN entries.digest IS 'SHA-256 of the state after this entry, noted at the end of each turn and match and at each ruling';

CREATE TABLE matches (
    match_id VARCHAR PRIMARY KEY,
    game VARCHAR NOT NULL,
    version VARCHAR NOT NULL,
    catalog VARCHAR NOT NULL,
    opened_at TIMESTAMP NOT NULL,
    refereed BOOLEAN NOT NULL
);
COMMENT ON TABLE matches IS 'The matches of the log, with the edition that each one pins in entry 1.';
COMMENT ON COLUMN matches.match_id IS 'the match';
COMMENT ON COLUMN matches.game IS 'the id of the game';
COMMENT ON COLUMN matches.version IS 'the version of its rules';
COMMENT ON COLUMN matches.catalog IS 'the SHA-256 of the catalog';
COMMENT ON COLUMN matches.opened_at IS 'when the match was opened, UTC';
COMMENT ON COLUMN matches.refereed IS 'whether a referee saw every entry as it came in, so that no digest may be missing';

CREATE TABLE catalogs (
    hash VARCHAR PRIMARY KEY,
    game VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    payload VARCHAR NOT NULL
);
COMMENT ON TABLE catalogs IS 'What cards, characters, terrain and scenarios are, so that a replay needs nothing but this file.';
COMMENT ON COLUMN catalogs.hash IS 'SHA-256 of the payload';
COMMENT ON COLUMN catalogs.game IS 'the id of the game';
COMMENT ON COLUMN catalogs.name IS 'what people call it';
COMMENT ON COLUMN catalogs.payload IS 'the catalog as canonical JSON';

CREATE TABLE people (
    person VARCHAR PRIMARY KEY,
    name VARCHAR NOT NULL
);
COMMENT ON TABLE people IS 'Names, kept apart from the entries so that one can be forgotten without breaking a chain.';
COMMENT ON COLUMN people.person IS 'the id that entries and seats use';
COMMENT ON COLUMN people.name IS 'the name';
