-- title: Wins by trait of the deck's cards
-- about: How often decks won by what their cards are: a deck counts for every value of a trait
--     that any of its registered cards has. A trait that is the same in all decks, or that has
--     one value or more than 12 in a catalog, is left out. A draw is a match not won, and a win
--     that several share is one for each. Lists beside the deck do not count.
-- behind: the entry that ended each match
-- ranked: low
-- nothing: no match is over in which decks differ in a trait of their cards
-- rests: every
-- key game: the game
-- key trait: the trait of a card, as its catalog names it
-- key value: a value of that trait that a card of the deck has
-- column n: finished matches, one for each seat with such a deck
-- column wins: of these, won
-- column draws: of these, drawn
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    WITH
    few AS (
        SELECT catalog, trait
        FROM card_traits
        GROUP BY catalog, trait
        HAVING count(DISTINCT value) BETWEEN 2 AND 12
    ),
    played AS (
        SELECT * FROM finished_seats($game, $match, $since, $until, $person)
    ),
    traits AS MATERIALIZED (FROM card_traits SEMI JOIN few USING (catalog, trait)),
    held AS MATERIALIZED (
        SELECT match_id, seat, catalog, card
        FROM played
        JOIN deck_cards USING (match_id, seat)
        WHERE list = ''
    ),
    present AS (
        SELECT DISTINCT match_id, seat, trait, value
        FROM held
        JOIN traits USING (catalog, card)
    ),
    decks AS (
        SELECT trait, list_sort(list(value)) AS values
        FROM present
        GROUP BY match_id, seat, trait
    ),
    telling AS (
        SELECT trait FROM decks GROUP BY trait HAVING count(DISTINCT values) > 1
    )
    SELECT match_id, seq, game, trait, value, won, drawn, unresolved
    FROM played
    JOIN present USING (match_id, seat)
    JOIN telling USING (trait)
)
-- figure
SELECT game, trait, value, unnest(results(won, drawn, unresolved))
FROM evidence
GROUP BY game, trait, value
ORDER BY game, trait, lower_end(won, unresolved) DESC NULLS LAST, value
