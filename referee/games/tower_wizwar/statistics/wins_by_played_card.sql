-- title: Wins by card cast or played
-- about: How often a wizard's side won who had cast the card, or played it. With sides a wizard
--     in retreat wins with its ally.
-- behind: every entry in which the card was cast or played
-- ranked: low
-- nothing: no match is over in which a card was cast or played
-- key game: the game
-- key kind: its kind
-- key card: the card
-- column n: finished matches in which a wizard cast or played it, one for each such wizard
-- column wins: of these, won
-- column draws: of these, drawn
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column times: times it was cast or played
-- note: Who plays long meets more of the deck, and who is ahead can pay for more: a rate is no
--     proof of strength.
WITH evidence AS (
    WITH played AS (
        SELECT match_id, seq, seat, kind, card FROM fact_tower_wizwar__card_cast
        UNION ALL
        SELECT match_id, seq, seat, kind, card FROM fact_tower_wizwar__card_played
    )
    SELECT match_id, played.seq, game, kind, card, seat, won, drawn, unresolved
    FROM played
    JOIN finished_seats($game, $match, $since, $until, $person) USING (match_id, seat)
)
-- figure
SELECT
    game, kind, card, unnest(results(won, drawn, unresolved)), sum(times)::BIGINT AS times
FROM (
    SELECT
        game, kind, card, match_id, seat, any_value(won) AS won, any_value(drawn) AS drawn,
        any_value(unresolved) AS unresolved, count(*) AS times
    FROM evidence
    GROUP BY game, kind, card, match_id, seat
)
GROUP BY game, kind, card
ORDER BY game, kind, lower_end(won, unresolved) DESC NULLS LAST, card
