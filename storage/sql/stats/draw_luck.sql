-- title: Luck of the draw
-- question: Was it the draw?
-- about: Of each seat of whose draws all is known, as where it has shown its hand in the end, the
--     five cards of which it drew most unlike what a shuffled deck gives, with the interval in
--     which 95 of 100 such draws lie (hypergeometric).
-- pitfall: Of the cards of a deck some are always far from what is expected, and what was searched
--     for or put into play from the deck counts as drawn.
-- behind: the entry that ended each of these matches
-- nothing: no match is over in which all that a seat drew is known; `shows-hand` tells it
-- smallest: 5
-- key game: the game
-- key match: the match
-- key seat: the seat
-- key card: the card
-- column n: cards of the deck that the seat has drawn
-- column copies: copies of the card in the deck
-- column drawn: of these, drawn
-- column expected: how many, by chance
-- column low: lower end of how many would be in 95 of 100 such draws
-- column high: upper end of it
-- column chance: the chance to draw so many or more, or so few or fewer where they are fewer than
--     expected
WITH evidence AS (
    SELECT match_id, seq, game, match_id AS match, seat, card, copies, shown AS drawn, n, whole
    FROM (
        SELECT
            match_id, finished.seq, game, seat, card, copies, shown, in_hand,
            (sum(copies) OVER deck)::INTEGER AS whole,
            (sum(copies) OVER deck)::INTEGER - unseen AS n
        FROM pool_at_end
        JOIN finished_seats($game, $match, $since, $until, $person) AS finished
            USING (match_id, seat)
        WINDOW deck AS (PARTITION BY match_id, seat)
    )
    WHERE in_hand = 0 AND n BETWEEN 1 AND whole AND shown <= n
)
-- figure
SELECT
    game, match, seat, card, n, copies, drawn, n * copies / whole AS expected,
    hypergeometric_quantile(0.025, n, copies, whole) AS low,
    hypergeometric_quantile(0.975, n, copies, whole) AS high, chance
FROM (
    SELECT *, list_sum([
        hypergeometric(k, n, copies, whole)
        FOR k IN range(0, copies + 1)
        IF CASE WHEN drawn >= n * copies / whole THEN k >= drawn ELSE k <= drawn END
    ]) AS chance
    FROM evidence
    QUALIFY row_number() OVER (PARTITION BY match, seat ORDER BY chance, card) <= 5
)
ORDER BY game, match, seat, chance, card
