-- What a league keeps beside the entries and what follows from them. DuckLake has no keys: that no
-- row stands twice is seen to by the one row of `turn`, which every commit changes.

CREATE TABLE lake.meta (key VARCHAR NOT NULL, value VARCHAR NOT NULL);
COMMENT ON TABLE lake.meta IS 'The format of this lake.';

CREATE TABLE lake.turn (n BIGINT NOT NULL);
COMMENT ON TABLE lake.turn IS 'How often this lake was written to. Of two who read the same, one cannot commit.';

CREATE TABLE lake.publishers (
    publisher VARCHAR NOT NULL, key_id VARCHAR NOT NULL, since TIMESTAMP NOT NULL,
    until TIMESTAMP
);
COMMENT ON TABLE lake.publishers IS 'Who may publish, by which key, from when to when.';

CREATE TABLE lake.seasons (
    season VARCHAR NOT NULL, game VARCHAR NOT NULL, since TIMESTAMP NOT NULL,
    until TIMESTAMP NOT NULL
);
COMMENT ON TABLE lake.seasons IS 'What the league calls a season: the matches opened from then on and before the end.';

CREATE TABLE lake.parcels (
    parcel VARCHAR NOT NULL, publisher VARCHAR NOT NULL, key_id VARCHAR NOT NULL,
    root VARCHAR NOT NULL, matches BIGINT NOT NULL, taken_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE lake.parcels IS 'What came in: each parcel by its name, which is the SHA-256 of its list.';

CREATE TABLE lake.ledger (
    match_id VARCHAR NOT NULL, publisher VARCHAR NOT NULL, seq INTEGER NOT NULL,
    hash VARCHAR NOT NULL, notes VARCHAR NOT NULL, parcel VARCHAR NOT NULL,
    taken_at TIMESTAMP NOT NULL, program VARCHAR NOT NULL,
    lake_game VARCHAR NOT NULL, lake_season INTEGER NOT NULL
);
COMMENT ON TABLE lake.ledger IS 'Every head that was ever taken. In force is the one with the highest number.';
COMMENT ON COLUMN lake.ledger.notes IS 'SHA-256 over the digests that are noted, each with its entry';
COMMENT ON COLUMN lake.ledger.program IS 'SHA-256 of the program by which the facts are';

CREATE TABLE lake.refused (
    match_id VARCHAR NOT NULL, publisher VARCHAR NOT NULL, seq INTEGER, hash VARCHAR,
    parcel VARCHAR NOT NULL, what VARCHAR NOT NULL, entry INTEGER, why VARCHAR NOT NULL,
    held_seq INTEGER, held_hash VARCHAR, refused_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE lake.refused IS 'What was not taken: a match, or a parcel where no match is named, with the head that it came with, what is wrong, at which entry, and for a fork the head that was taken before.';

CREATE TABLE lake.people (pseudonym VARCHAR NOT NULL, publisher VARCHAR NOT NULL, person VARCHAR NOT NULL);
COMMENT ON TABLE lake.people IS 'Whom a pseudonym stands for: the one table that leads back to the ids of the stores.';

CREATE TABLE lake.joined (pseudonym VARCHAR NOT NULL, instead VARCHAR NOT NULL);
COMMENT ON TABLE lake.joined IS 'Pseudonyms of one person, who has asked at both stores that they be one: which stands for which.';

CREATE TABLE lake.forgotten (match_id VARCHAR NOT NULL, forgotten_at TIMESTAMP NOT NULL);
COMMENT ON TABLE lake.forgotten IS 'Matches whose entries were deleted, as somebody in them was forgotten: what follows from them stays, by pseudonym, and they are not taken again.';

CREATE TABLE lake.rulings (
    match_id VARCHAR NOT NULL, hash VARCHAR NOT NULL, instead VARCHAR NOT NULL,
    key_id VARCHAR NOT NULL, signature VARCHAR NOT NULL, ruled_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE lake.rulings IS 'Which heads the league has set aside, and for which: of a fork, the other side. Signed by the key of the league.';

CREATE TABLE lake.runs (run VARCHAR NOT NULL, moment TIMESTAMP NOT NULL, question VARCHAR NOT NULL);
COMMENT ON TABLE lake.runs IS 'Each run by which matches were judged again: of which moment, and what it asks.';
COMMENT ON COLUMN lake.runs.question IS 'the season, and how matches of each game are read; as JSON';

CREATE TABLE lake.verified (
    run VARCHAR NOT NULL, part INTEGER NOT NULL, match_id VARCHAR NOT NULL,
    entries INTEGER NOT NULL, what VARCHAR NOT NULL, entry INTEGER NOT NULL, why VARCHAR NOT NULL
);
COMMENT ON TABLE lake.verified IS 'What a run came to, a part whole or not at all; what is empty where a match is exact.';

CREATE TABLE lake.reread (run VARCHAR NOT NULL, part INTEGER NOT NULL, publisher VARCHAR NOT NULL, found VARCHAR NOT NULL);
COMMENT ON TABLE lake.reread IS 'What a run came to that reads matches otherwise, a part whole or not at all.';
COMMENT ON COLUMN lake.reread.found IS 'how many matches and entries of that part would be judged otherwise, by which rules, and which would have ended otherwise; as JSON';
