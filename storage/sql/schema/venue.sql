-- Who may join a venue and which devices have. Beside the chain, in no view and no export; a log
-- gets the tables with the first code.

CREATE TABLE IF NOT EXISTS venue_codes (
    code VARCHAR PRIMARY KEY,
    role VARCHAR NOT NULL,
    person VARCHAR NOT NULL,
    stream VARCHAR NOT NULL,
    match_id VARCHAR NOT NULL,
    tables VARCHAR NOT NULL,
    ends INTEGER NOT NULL,
    session VARCHAR NOT NULL
);
COMMENT ON TABLE venue_codes IS 'The codes with which devices join a venue. A backup has them, so that slips that are printed go on; nothing else shows them.';
COMMENT ON COLUMN venue_codes.code IS 'the code';
COMMENT ON COLUMN venue_codes.role IS 'as what a device joins with it';
COMMENT ON COLUMN venue_codes.person IS 'whose device it is; empty: anybody''s, to watch';
COMMENT ON COLUMN venue_codes.stream IS 'the tournament; empty: none';
COMMENT ON COLUMN venue_codes.match_id IS 'the match, where it is of no tournament';
COMMENT ON COLUMN venue_codes.tables IS 'the tables of a scorekeeper, as a JSON list; none: all';
COMMENT ON COLUMN venue_codes.ends IS 'the round with which it ends; 0: with the event';
COMMENT ON COLUMN venue_codes.session IS 'the device that joined with it last; empty: none has';

CREATE TABLE IF NOT EXISTS venue_devices (
    session VARCHAR PRIMARY KEY,
    token VARCHAR NOT NULL,
    role VARCHAR NOT NULL,
    person VARCHAR NOT NULL,
    stream VARCHAR NOT NULL,
    match_id VARCHAR NOT NULL,
    tables VARCHAR NOT NULL,
    label VARCHAR NOT NULL,
    bound_at TIMESTAMP NOT NULL,
    until TIMESTAMP NOT NULL
);
COMMENT ON TABLE venue_devices IS 'The devices that have joined a venue. A backup has them, so that they go on with another machine; nothing else shows them.';
COMMENT ON COLUMN venue_devices.session IS 'the id that receipts name';
COMMENT ON COLUMN venue_devices.token IS 'SHA-256 of what the device sends to show that it is the one';
COMMENT ON COLUMN venue_devices.role IS 'as what it has joined';
COMMENT ON COLUMN venue_devices.person IS 'whose it is; empty: anybody''s, to watch';
COMMENT ON COLUMN venue_devices.stream IS 'the tournament; empty: none';
COMMENT ON COLUMN venue_devices.match_id IS 'the match, where it is of no tournament';
COMMENT ON COLUMN venue_devices.tables IS 'the tables of a scorekeeper, as a JSON list; none: all';
COMMENT ON COLUMN venue_devices.label IS 'what the device calls itself';
COMMENT ON COLUMN venue_devices.bound_at IS 'when it joined, UTC';
COMMENT ON COLUMN venue_devices.until IS 'when it has to join again, or when it was ended, UTC';

CREATE TABLE IF NOT EXISTS venue_pins (
    stream VARCHAR NOT NULL,
    person VARCHAR NOT NULL,
    salt VARCHAR NOT NULL,
    hash VARCHAR NOT NULL,
    PRIMARY KEY (stream, person)
);
COMMENT ON TABLE venue_pins IS 'What head judges and organisers are asked for again before they rule and post. A backup has it; nothing else shows it.';
COMMENT ON COLUMN venue_pins.stream IS 'the tournament, or the match that is of none';
COMMENT ON COLUMN venue_pins.person IS 'whose it is';
COMMENT ON COLUMN venue_pins.salt IS 'what it was salted with, in hexadecimal digits';
COMMENT ON COLUMN venue_pins.hash IS 'scrypt of it, in hexadecimal digits';

CREATE TABLE IF NOT EXISTS venue_registrations (
    stream VARCHAR NOT NULL,
    person VARCHAR NOT NULL,
    session VARCHAR NOT NULL,
    registered_at TIMESTAMP NOT NULL,
    standing VARCHAR NOT NULL,
    changed_at TIMESTAMP NOT NULL,
    name VARCHAR NOT NULL,
    programme VARCHAR NOT NULL,
    minor BOOLEAN NOT NULL,
    guardian BOOLEAN NOT NULL,
    publish BOOLEAN NOT NULL,
    list VARCHAR NOT NULL,
    PRIMARY KEY (stream, person)
);
COMMENT ON TABLE venue_registrations IS 'Who has registered for a tournament by phone. A backup has it; nothing else shows it.';
COMMENT ON COLUMN venue_registrations.stream IS 'the tournament';
COMMENT ON COLUMN venue_registrations.person IS 'the id that was drawn, which the log has once it is confirmed';
COMMENT ON COLUMN venue_registrations.session IS 'the device that registered';
COMMENT ON COLUMN venue_registrations.registered_at IS 'when, UTC';
COMMENT ON COLUMN venue_registrations.standing IS 'waiting, confirmed, refused or withdrawn';
COMMENT ON COLUMN venue_registrations.changed_at IS 'since when it stands so, UTC';
COMMENT ON COLUMN venue_registrations.name IS 'the name that was given; empty once it is forgotten';
COMMENT ON COLUMN venue_registrations.programme IS 'the id in a programme of organised play; empty: none';
COMMENT ON COLUMN venue_registrations.minor IS 'whether it is somebody below the age that the policy names';
COMMENT ON COLUMN venue_registrations.guardian IS 'whether a guardian agrees';
COMMENT ON COLUMN venue_registrations.publish IS 'whether the name may be published';
COMMENT ON COLUMN venue_registrations.list IS 'the list as it was given, until it is registered';

CREATE TABLE IF NOT EXISTS venue_probes (
    match_id VARCHAR NOT NULL,
    tried_at TIMESTAMP NOT NULL,
    session VARCHAR NOT NULL,
    person VARCHAR NOT NULL,
    line VARCHAR NOT NULL,
    rule VARCHAR NOT NULL
);
COMMENT ON TABLE venue_probes IS 'Lines that a player''s device tried and that were refused before anything was written. A backup has it; nothing but a judge''s page shows it.';
COMMENT ON COLUMN venue_probes.match_id IS 'the match';
COMMENT ON COLUMN venue_probes.tried_at IS 'when, UTC';
COMMENT ON COLUMN venue_probes.session IS 'the device';
COMMENT ON COLUMN venue_probes.person IS 'whose device it is';
COMMENT ON COLUMN venue_probes.line IS 'the line';
COMMENT ON COLUMN venue_probes.rule IS 'the id of the rule that it breaks';

CREATE TABLE IF NOT EXISTS venue_push (
    session VARCHAR PRIMARY KEY,
    endpoint VARCHAR NOT NULL,
    p256dh VARCHAR NOT NULL,
    auth VARCHAR NOT NULL,
    language VARCHAR NOT NULL
);
COMMENT ON TABLE venue_push IS 'Where the browsers of players take notifications. A row ends with its device, or where the service knows it no more; nothing shows it.';
COMMENT ON COLUMN venue_push.session IS 'the device';
COMMENT ON COLUMN venue_push.endpoint IS 'the address at the push service of the browser';
COMMENT ON COLUMN venue_push.p256dh IS 'the public key of the browser, base64url';
COMMENT ON COLUMN venue_push.auth IS 'what it shares with the sender, base64url';
COMMENT ON COLUMN venue_push.language IS 'the language of the texts';

CREATE TABLE IF NOT EXISTS venue_push_key (
    pem VARCHAR NOT NULL
);
COMMENT ON TABLE venue_push_key IS 'By what push services know this log again: one row, made when notifications are first served. A backup has it; nothing shows it.';
COMMENT ON COLUMN venue_push_key.pem IS 'a private key of P-256, as PEM';

CREATE TABLE IF NOT EXISTS unpublished (
    person VARCHAR PRIMARY KEY,
    called VARCHAR NOT NULL
);
COMMENT ON TABLE unpublished IS 'Who is not called by name outside of the hall; it names nobody.';
COMMENT ON COLUMN unpublished.person IS 'whose name it is';
COMMENT ON COLUMN unpublished.called IS 'what is said in its stead, such as Player 17';
