-- The marks by which it shows that a code, a device or a PIN was not written by the venue. Beside
-- the chain, in no view and no export; a log gets the table with the first row that is marked.

CREATE TABLE IF NOT EXISTS venue_marks (
    of_table VARCHAR NOT NULL,
    key VARCHAR NOT NULL,
    mark VARCHAR NOT NULL,
    PRIMARY KEY (of_table, key)
);
COMMENT ON TABLE venue_marks IS 'The marks of what a venue keeps, by its own key. A backup has them; nothing else shows them.';
COMMENT ON COLUMN venue_marks.of_table IS 'the table of the row; empty: the key of the venue itself';
COMMENT ON COLUMN venue_marks.key IS 'the key of the row';
COMMENT ON COLUMN venue_marks.mark IS 'HMAC-SHA-256 of the row under the key of the venue, or that key, in hexadecimal digits';
