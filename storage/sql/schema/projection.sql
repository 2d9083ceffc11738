-- Projections: made anew from the record at any time, to the identical content.
-- The tables fact_... beside these are made from the fact types: fact_<fact> for those that all
-- games share, fact_<game>__<fact> for a game's own.

CREATE TABLE projected (match_id VARCHAR NOT NULL, seq INTEGER NOT NULL, fault VARCHAR);
COMMENT ON TABLE projected IS 'How far the projections of each match go. A match that is not here, or has later entries, is projected again before the next statistic.';
COMMENT ON COLUMN projected.match_id IS 'the match';
COMMENT ON COLUMN projected.seq IS 'the last entry that is projected';
COMMENT ON COLUMN projected.fault IS 'why the match cannot be replayed and nothing of it is projected; NULL where it can';

CREATE TABLE seats (
    match_id VARCHAR NOT NULL, seat VARCHAR NOT NULL, place INTEGER NOT NULL,
    person VARCHAR NOT NULL, deck_name VARCHAR NOT NULL, side VARCHAR NOT NULL
);
COMMENT ON TABLE seats IS 'Who sits where, from the opening of each match.';
COMMENT ON COLUMN seats.match_id IS 'the match';
COMMENT ON COLUMN seats.seat IS 'the seat';
COMMENT ON COLUMN seats.place IS 'its place in the order of the seats, from 1';
COMMENT ON COLUMN seats.person IS 'the id of the person; names are in people';
COMMENT ON COLUMN seats.deck_name IS 'what the deck is called; empty where it has no name';
COMMENT ON COLUMN seats.side IS 'the side that it plays for; its own name where it plays alone';

CREATE TABLE contests (match_id VARCHAR NOT NULL, contest VARCHAR NOT NULL);
COMMENT ON TABLE contests IS 'Of which contest each match is a game, from its opening; matches of none are not here.';
COMMENT ON COLUMN contests.match_id IS 'the match';
COMMENT ON COLUMN contests.contest IS 'the contest: stream/round/table/game';

CREATE TABLE deck_cards (
    match_id VARCHAR NOT NULL, seat VARCHAR NOT NULL, list VARCHAR NOT NULL,
    card VARCHAR NOT NULL, copies INTEGER NOT NULL
);
COMMENT ON TABLE deck_cards IS 'The registered decks and other lists of cards, from the opening of each match.';
COMMENT ON COLUMN deck_cards.match_id IS 'the match';
COMMENT ON COLUMN deck_cards.seat IS 'whose list it is; empty where it is of the table';
COMMENT ON COLUMN deck_cards.list IS 'which list: empty for the deck, or what the game calls it, such as sideboard';
COMMENT ON COLUMN deck_cards.card IS 'the card';
COMMENT ON COLUMN deck_cards.copies IS 'how many copies are registered';

CREATE TABLE pool_at_end (
    match_id VARCHAR NOT NULL, seq INTEGER NOT NULL, seat VARCHAR NOT NULL, card VARCHAR NOT NULL,
    copies INTEGER NOT NULL, shown INTEGER NOT NULL, held INTEGER NOT NULL,
    unseen INTEGER NOT NULL, in_hand INTEGER NOT NULL, chance DOUBLE
);
COMMENT ON TABLE pool_at_end IS 'What was known of the registered decks when a match was over, by the account of the hidden cards.';
COMMENT ON COLUMN pool_at_end.match_id IS 'the match';
COMMENT ON COLUMN pool_at_end.seq IS 'the entry that ended it';
COMMENT ON COLUMN pool_at_end.seat IS 'whose deck it is';
COMMENT ON COLUMN pool_at_end.card IS 'the card';
COMMENT ON COLUMN pool_at_end.copies IS 'how many copies are registered';
COMMENT ON COLUMN pool_at_end.shown IS 'how many of them somebody has seen, or all know where they are';
COMMENT ON COLUMN pool_at_end.held IS 'how many are known to be in the hand';
COMMENT ON COLUMN pool_at_end.unseen IS 'how many unseen cards the seat has, wherever they lie';
COMMENT ON COLUMN pool_at_end.in_hand IS 'how many of these are in the hand';
COMMENT ON COLUMN pool_at_end.chance IS 'how likely it is that a copy was drawn: 1 where one was seen, else how likely one of the unseen cards in the hand is one, were they dealt by chance; NULL where counting does not tell';

CREATE TABLE verdicts (
    match_id VARCHAR NOT NULL, seq INTEGER NOT NULL, verdict VARCHAR NOT NULL,
    rule VARCHAR NOT NULL, message VARCHAR NOT NULL, standing VARCHAR NOT NULL,
    undone_by INTEGER, root INTEGER, forgotten VARCHAR, remedy VARCHAR, remedied_by INTEGER
);
COMMENT ON TABLE verdicts IS 'What the referee says of each entry.';
COMMENT ON COLUMN verdicts.match_id IS 'the match';
COMMENT ON COLUMN verdicts.seq IS 'the entry';
COMMENT ON COLUMN verdicts.verdict IS 'the verdict when it was logged: legal, on trust or illegal';
COMMENT ON COLUMN verdicts.rule IS 'the rule that it broke then; empty where it broke none';
COMMENT ON COLUMN verdicts.message IS 'how it broke the rule, or what was taken on trust; empty for legal';
COMMENT ON COLUMN verdicts.standing IS 'how it stands now: legal, on trust, illegal, or not in force';
COMMENT ON COLUMN verdicts.undone_by IS 'the ruling that took it out of force; NULL where none did';
COMMENT ON COLUMN verdicts.root IS 'for an entry that was or is illegal, the entry whose refusal it follows from: its own number where it is a misplay of its own; NULL where it never was illegal';
COMMENT ON COLUMN verdicts.forgotten IS 'the steps that were forgotten before it, where that is what it and the others follow from; empty where they are not known, NULL where it never was illegal';
COMMENT ON COLUMN verdicts.remedy IS 'for an entry that was or is illegal: let stand, repaired by an insert, repaired (by another ruling) or undone; empty where it stands as illegal, NULL where it never was';
COMMENT ON COLUMN verdicts.remedied_by IS 'the ruling that remedied it; NULL where none did';

CREATE TABLE card_traits (
    catalog VARCHAR NOT NULL, card VARCHAR NOT NULL, trait VARCHAR NOT NULL,
    value VARCHAR NOT NULL
);
COMMENT ON TABLE card_traits IS 'What cards may be grouped by, as each game names it.';
COMMENT ON COLUMN card_traits.catalog IS 'the hash of the catalog';
COMMENT ON COLUMN card_traits.card IS 'the card';
COMMENT ON COLUMN card_traits.trait IS 'the trait, such as level';
COMMENT ON COLUMN card_traits.value IS 'its value for this card';
