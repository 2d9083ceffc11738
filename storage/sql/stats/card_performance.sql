-- title: Performance of the cards that were played
-- about: How often a player won who played the card, how often it was played, and what damage it
--     dealt. A draw is a match not won, and a win that several share is one for each.
-- behind: every entry in which the card was played, or dealt damage
-- nothing: no match is over in which a card was played
-- ranked: low
-- key game: the game
-- key card: the card
-- column n: finished matches in which a player played it, one for each such seat
-- column wins: of these, won
-- column draws: of these, drawn
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column laid: times it was played
-- column damage: all damage that it dealt
-- column per_match: damage for each match, with a result or without
-- note: A card that is played in long matches meets more of what wins and loses them, and who is
--     ahead can play more: a rate is no proof of strength. What a card does for the one who draws
--     it is told by card-drawn.
WITH evidence AS (
    WITH uses AS (
        SELECT match_id, seq, seat, card, 1 AS laid, 0 AS damage FROM played_cards
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
ORDER BY game, lower_end(won, unresolved) DESC NULLS LAST, card
