-- title: Wins by use of the cards
-- about: How often a player won who activated a card, materialized it, or lost it from memory by a
--     random banishment, against the baseline: what the decks of these same seats win in all
--     finished matches that were asked for. What is drawn goes unseen and is no part of it.
-- behind: every entry in which the card was used so
-- ranked: low
-- nothing: no match is over in which a card was used
-- key game: the game
-- key way: activated, materialized, or banished from memory
-- key card: the card
-- column n: finished matches in which a player used it so, one for each such seat
-- column wins: of these, won
-- column draws: of these, drawn
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column baseline: what the decks of these seats win, by the name of the deck, the mean over n
-- column difference: rate less baseline
-- column times: times it was used so
-- note: Who plays long meets more of the deck, and who is ahead can pay for more: a rate above the
--     baseline is no proof of strength. With few matches the baseline is made of the same ones.
WITH evidence AS (
    WITH
    used AS (
        SELECT match_id, seq, seat, 'activated' AS way, card
        FROM fact_grand_archive__card_activated
        UNION ALL
        SELECT match_id, seq, seat, 'materialized', card
        FROM fact_grand_archive__card_materialized
        UNION ALL
        SELECT match_id, seq, seat, 'banished from memory', card
        FROM fact_grand_archive__banished_at_random
    ),
    played AS (
        SELECT * FROM seats_with_baseline($game, $match, $since, $until, $person)
    )
    SELECT match_id, used.seq, game, way, card, seat, won, drawn, unresolved, baseline
    FROM used
    JOIN played USING (match_id, seat)
)
-- figure
SELECT
    game, way, card, unnest(found), baseline, found.rate - baseline AS difference, times
FROM (
    SELECT
        game, way, card, results(won, drawn, unresolved) AS found,
        avg(CASE WHEN NOT unresolved THEN baseline END) AS baseline, sum(times)::BIGINT AS times
    FROM (
        SELECT
            game, way, card, match_id, seat, any_value(won) AS won, any_value(drawn) AS drawn,
            any_value(unresolved) AS unresolved, any_value(baseline) AS baseline,
            count(*) AS times
        FROM evidence
        GROUP BY game, way, card, match_id, seat
    )
    GROUP BY game, way, card
)
ORDER BY game, way, found.low DESC NULLS LAST, card
