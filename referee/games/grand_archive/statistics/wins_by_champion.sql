-- title: Wins by champion and Spirit
-- about: How often players won by the champion that they came to, which is the top card of the
--     highest level that their lineage reached, and by the Spirit that they began with. A
--     champion that never levelled is its own Spirit.
-- behind: every entry in which that champion came onto the field, or on top of a lineage
-- ranked: low
-- nothing: no match is over in which a champion was placed
-- key game: the game
-- key role: champion or spirit
-- key card: the champion, or the Spirit
-- key start: went first, went later, not settled; (all) for all together
-- column n: finished matches, one for each seat with it
-- column wins: of these, won
-- column draws: of these, drawn
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- note: Who plays long levels up more: that a high champion wins often is no proof of strength.
WITH evidence AS (
    SELECT match_id, reached.seq, game, role, card, start, won, drawn, unresolved
    FROM champions_reached() AS reached
    JOIN finished_seats($game, $match, $since, $until, $person) USING (match_id, seat)
)
-- figure
SELECT
    game, role, card, coalesce(start, '(all)') AS start,
    unnest(results(won, drawn, unresolved))
FROM evidence
GROUP BY GROUPING SETS ((game, role, card, start), (game, role, card))
ORDER BY
    game, role, max(CASE WHEN start IS NULL THEN lower_end(won, unresolved) END)
        OVER (PARTITION BY game, role, card) DESC NULLS LAST, card,
    start IS NOT NULL, start
