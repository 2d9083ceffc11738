-- title: Performance of the cards
-- about: How often a player won who played the card, how often it came to the table, and what
--     damage it dealt. A draw is a match not won, and a win that several share is
--     one for each.
-- behind: every entry in which the card came to the table, or dealt damage
-- nothing: no match is over in which a card came to the table
-- key game: the game
-- key card: the card
-- column n: finished matches in which a player played it, one for each such seat
-- column wins: of these, won
-- column draws: of these, drawn
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column laid: times it came to the table
-- column damage: all damage that it dealt
-- column per_match: damage for each match, with a result or without
-- note: A card that is played in long matches meets more of what wins and loses them: a rate is
--     no proof of strength.
WITH evidence AS (
    WITH
    entered AS (
        SELECT match_id, min(seq) AS seq, seat, card
        FROM fact_unit_entered
        GROUP BY match_id, seat, unit, card
    ),
    uses AS (
        SELECT match_id, seq, seat, card, 1 AS laid, 0 AS damage FROM entered
        UNION ALL
        SELECT match_id, seq, seat, source, 0, amount FROM fact_damage_dealt
    )
    SELECT match_id, uses.seq, game, card, seat, laid, damage, won, drawn, unresolved
    FROM uses
    JOIN finished_seats($game, $match, $since, $until, $person) USING (match_id, seat)
)
-- figure
SELECT
    game, card, unnest(results(won, drawn, unresolved)), sum(laid) AS laid,
    sum(damage) AS damage, sum(damage) / count(*) AS per_match
FROM (
    SELECT
        game, card, match_id, seat, any_value(won) AS won, any_value(drawn) AS drawn,
        any_value(unresolved) AS unresolved, sum(laid) AS laid,
        sum(damage) AS damage
    FROM evidence
    GROUP BY game, card, match_id, seat
    HAVING sum(laid) > 0
)
GROUP BY game, card
ORDER BY game, count_if(NOT unresolved) DESC, card
