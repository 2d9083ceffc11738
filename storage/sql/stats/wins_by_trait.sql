-- title: Wins by trait of the deck's cards
-- about: How often decks won by what most of their cards are: for each trait the value that the
--     most registered copies have. Values that tie for the most are named together. Traits
--     that have one value, or more than 12, in a catalog are left out.
-- behind: the entry that ended each match
-- key game: the game
-- key trait: the trait of a card, as its catalog names it
-- key value: the most common value of that trait in the deck
-- column n: finished matches, one for each seat with such a deck
-- column wins: of these, won
-- column draws: of these, drawn
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
    copies AS (
        SELECT match_id, seat, trait, value, sum(copies) AS copies
        FROM played
        JOIN deck_cards USING (match_id, seat)
        JOIN card_traits USING (catalog, card)
        JOIN few USING (catalog, trait)
        GROUP BY match_id, seat, trait, value
    ),
    most AS (
        SELECT match_id, seat, trait, max(copies) AS copies
        FROM copies
        GROUP BY match_id, seat, trait
    ),
    main AS (
        SELECT match_id, seat, trait, array_to_string(list_sort(list(value)), ' + ') AS value
        FROM copies
        JOIN most USING (match_id, seat, trait, copies)
        GROUP BY match_id, seat, trait
    )
    SELECT match_id, seq, game, trait, value, won, drawn
    FROM played
    JOIN main USING (match_id, seat)
)
-- figure
SELECT
    game, trait, value, count(*) AS n, count_if(won) AS wins, count_if(drawn) AS draws,
    count_if(won) / count(*) AS rate, unnest(wilson(count_if(won), count(*)))
FROM evidence
GROUP BY game, trait, value
ORDER BY game, trait, n DESC, value
