-- title: Cards taken when they were offered
-- about: How often a card was summoned, hired or gained out of those that lay beside it: of a
--     class card, each time its player summoned one of the own selection; of a mercenary or
--     stronghold, each time somebody took one of the support selection. Copies of a card that
--     lie side by side are offered once. What the player could not pay counts as offered, too.
--     The order is that of the lower ends of the intervals.
-- behind: every entry in which a card was taken from a selection in which that one lay
-- ranked: low
-- nothing: no card was taken from a selection in these matches
-- key game: the game
-- key kind: class card, mercenary or stronghold
-- key card: the card
-- column n: times it was offered
-- column taken: of these, taken
-- column rate: taken out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    WITH
    choices AS (
        SELECT match_id, seq, seat, card, offered FROM fact_warrift__card_summoned
        UNION ALL
        SELECT match_id, seq, seat, card, offered FROM fact_warrift__support_taken
    ),
    shown AS (
        SELECT
            match_id, seq, game, catalog, choices.card AS taken,
            unnest(list_distinct(list_append(offered, choices.card))) AS card
        FROM choices
        JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
    )
    SELECT match_id, seq, game, coalesce(kind, '') AS kind, card, taken = card AS taken
    FROM shown
    LEFT JOIN (
        SELECT catalog, card, value AS kind FROM card_traits WHERE trait = 'kind'
    ) USING (catalog, card)
)
-- figure
SELECT game, kind, card, n, taken, taken / n AS rate, unnest(wilson(taken, n))
FROM (
    SELECT game, kind, card, count(*) AS n, count_if(taken) AS taken
    FROM evidence
    GROUP BY game, kind, card
)
ORDER BY game, kind, wilson(taken, n).low DESC, n DESC, card
