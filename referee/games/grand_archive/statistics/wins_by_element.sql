-- title: Wins by element
-- about: How often players won by the element of the Spirit that they began with, and of the
--     champion that they came to, each by the catalog; and by each element of the cards that they
--     activated, of which a player may have several.
-- behind: every entry in which such a champion came, or such a card was activated
-- ranked: low
-- nothing: no match is over in which a champion was placed or a card activated
-- key game: the game
-- key role: spirit, champion, or activated
-- key element: the element
-- key start: went first, went later, not settled; (all) for all together
-- column n: finished matches, one for each seat with such an element
-- column wins: of these, won
-- column draws: of these, drawn
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- note: What decks are made of is told by wins-by-trait.
WITH evidence AS (
    WITH
    kinds AS (
        SELECT catalog, card, value AS element FROM card_traits WHERE trait = 'element'
    ),
    played AS (
        SELECT * FROM finished_seats($game, $match, $since, $until, $person)
    ),
    reached AS MATERIALIZED (
        SELECT reached.*, game, catalog, start, won, drawn, unresolved
        FROM champions_reached() AS reached
        JOIN played USING (match_id, seat)
    )
    SELECT
        match_id, seq, game, role, element, seat, start, won, drawn, unresolved
    FROM reached
    JOIN kinds USING (catalog, card)
    UNION ALL
    SELECT
        match_id, acted.seq, game, 'activated', element, seat, start, won, drawn, unresolved
    FROM fact_grand_archive__card_activated AS acted
    JOIN played USING (match_id, seat)
)
-- figure
SELECT
    game, role, element, coalesce(start, '(all)') AS start,
    unnest(results(won, drawn, unresolved))
FROM (
    SELECT DISTINCT match_id, seat, game, role, element, start, won, drawn, unresolved
    FROM evidence
)
GROUP BY GROUPING SETS ((game, role, element, start), (game, role, element))
ORDER BY
    game, role <> 'spirit', role <> 'champion',
    max(CASE WHEN start IS NULL THEN lower_end(won, unresolved) END)
        OVER (PARTITION BY game, role, element) DESC NULLS LAST, element,
    start IS NOT NULL, start
