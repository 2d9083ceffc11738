-- title: Performance of the cards
-- about: How often a player won who played the card, how often it came to the table, and what
--     damage it dealt. A draw is a match not won.
-- behind: every entry in which the card came to the table, or dealt damage
-- nothing: no match is over in which a card came to the table
-- key game: the game
-- key card: the card
-- column n: finished matches in which a player played it, one for each such seat
-- column wins: of these, won
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column laid: times it came to the table
-- column damage: all damage that it dealt
-- column per_match: damage for each of n
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
    SELECT match_id, uses.seq, game, card, seat, laid, damage, won
    FROM uses
    JOIN finished_seats($game, $match, $since, $until, $person) USING (match_id, seat)
)
-- figure
SELECT
    game, card, count(*) AS n, count_if(won) AS wins,
    count_if(won) / count(*) AS rate, unnest(wilson(count_if(won), count(*))),
    sum(laid) AS laid, sum(damage) AS damage, sum(damage) / count(*) AS per_match
FROM (
    SELECT
        game, card, match_id, seat, any_value(won) AS won, sum(laid) AS laid,
        sum(damage) AS damage
    FROM evidence
    GROUP BY game, card, match_id, seat
    HAVING sum(laid) > 0
)
GROUP BY game, card
ORDER BY game, n DESC, card
