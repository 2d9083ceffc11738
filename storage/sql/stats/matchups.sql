-- title: Deck against deck
-- about: How often each deck won against each other deck: one meeting for each two seats of
--     different sides. A draw is a match not won, and so is one that a third side won; where both
--     share the win, both have won.
-- behind: the entry that ended each match
-- nothing: no match is over in which different decks met
-- rests: every
-- key game: the game
-- key deck: the name of the deck
-- key against: the name of the opposing deck
-- column n: finished meetings of the two
-- column wins: of these, won by the first deck
-- column draws: of these, drawn
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- note: A deck that meets itself is left out, and decks of one side do not meet.
WITH evidence AS (
    SELECT
        match_id, seq, game, own.deck_name AS deck, other.deck_name AS against, won, drawn,
        unresolved
    FROM finished_seats($game, $match, $since, $until, $person) AS own
    JOIN seats AS other USING (match_id)
    WHERE own.side <> other.side AND own.deck_name <> other.deck_name
)
-- figure
SELECT game, deck, against, unnest(results(won, drawn, unresolved))
FROM evidence
GROUP BY game, deck, against
ORDER BY game, deck, count_if(NOT unresolved) DESC, against
