-- title: Cards of the opening hand
-- question: Should I keep it?
-- about: How often seats won that kept the card in their opening hand, and those that did not, of
--     the seats that had registered it and whose opening hand was told (`kept-hand`); and of the
--     hands with the card that were told or returned for another, how many were kept.
-- pitfall: Whoever keeps a hand has chosen it, and whoever tells of it too: compare within a deck
--     (`--deck`), an opposing deck (`--against`) and who went first.
-- behind: the entry that told the hand, or returned it
-- nothing: no opening hand was told in a match that is over
-- smallest: 50
-- ranked: by the lower end of the difference
-- key game: the game
-- key card: the card
-- key start: went first, went later, or not settled; (all) for all together
-- column n: seats in finished matches that had registered the card and told their opening hand
-- column kept: of these, kept it
-- column returned: hands with it that were returned, by all who had registered it
-- column kept_rate: kept out of kept and returned
-- column kept_won: how often those won that kept it
-- column returned_won: how often those won that returned it
-- column others_won: how often those won that told a hand without it
-- column difference: kept_won less others_won
-- column low: lower end of the 95 % interval of the difference (Newcombe)
-- column high: upper end of it
WITH evidence AS (
    WITH told AS (
        SELECT match_id, seat, true AS keeps, arg_max(seq, place) AS seq, list(card) AS cards
        FROM fact_hand_kept
        GROUP BY match_id, seat
        UNION ALL
        SELECT match_id, seat, false, seq, list(card)
        FROM fact_hand_returned
        GROUP BY match_id, seat, seq
    )
    SELECT
        match_id, told.seq, game, card, start, keeps, list_contains(cards, card) AS has, won
    FROM told
    JOIN finished_seats($game, $match, $since, $until, $person) USING (match_id, seat)
    JOIN deck_cards USING (match_id, seat)
    WHERE list = '' AND copies > 0 AND NOT unresolved AND (keeps OR list_contains(cards, card))
)
-- figure
SELECT
    game, card, start, n, kept, returned, kept / nullif(kept + returned, 0) AS kept_rate,
    kept_wins / nullif(kept, 0) AS kept_won, returned_wins / nullif(returned, 0) AS returned_won,
    (wins - kept_wins) / nullif(n - kept, 0) AS others_won,
    unnest(newcombe(kept_wins, kept, wins - kept_wins, n - kept))
FROM (
    SELECT
        game, card, coalesce(start, '(all)') AS start, count_if(keeps) AS n,
        count_if(keeps AND has) AS kept, count_if(NOT keeps) AS returned,
        count_if(keeps AND won) AS wins, count_if(keeps AND has AND won) AS kept_wins,
        count_if(NOT keeps AND won) AS returned_wins
    FROM evidence
    GROUP BY GROUPING SETS ((game, card), (game, card, start))
    HAVING count_if(keeps) > 0
)
ORDER BY
    game, start <> '(all)', start,
    newcombe(kept_wins, kept, wins - kept_wins, n - kept).low DESC NULLS LAST, card
