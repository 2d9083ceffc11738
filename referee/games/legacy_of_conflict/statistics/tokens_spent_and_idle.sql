-- title: Tokens spent and idle
-- about: How many action tokens each card's units spend in an activation, on which action, and
--     how many are idle at its end. Tokens that are paid outside of the unit's own activation
--     count too.
-- behind: every entry in which an activation of such a unit began or ended, or it paid tokens
-- nothing: no activation began in these matches
-- key game: the game
-- key card: the card
-- key action: what the tokens were paid for; (all) for all actions together
-- column n: activations of such units
-- column taken: times the action was taken
-- column spent: tokens paid for it
-- column per_activation: spent for each of n
-- column idle: tokens left in the pool at the end of an activation that the unit survived, the
--     mean
WITH evidence AS (
    SELECT match_id, fact.seq, game, card, action, began, spent, idle
    FROM (
        SELECT match_id, seq, seat, card, NULL AS action, 1 AS began, NULL AS spent, NULL AS idle
        FROM fact_legacy_of_conflict__activation_began
        UNION ALL
        SELECT match_id, seq, seat, card, action, 0, count, NULL
        FROM fact_legacy_of_conflict__tokens_spent
        UNION ALL
        SELECT ended.match_id, ended.seq, ended.seat, ended.card, NULL, 0, NULL, idle
        FROM fact_legacy_of_conflict__activation_ended AS ended
        ANTI JOIN fact_unit_defeated AS defeated
            ON defeated.match_id = ended.match_id AND defeated.unit = ended.unit
            AND defeated.place < ended.place
    ) AS fact
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
)
-- figure
SELECT game, card, action, n, taken, spent, spent / nullif(n, 0) AS per_activation, idle
FROM (
    SELECT
        game, card, coalesce(action, '(all)') AS action,
        (max(sum(began)) OVER (PARTITION BY game, card))::BIGINT AS n,
        count(spent) AS taken, coalesce(sum(spent), 0)::BIGINT AS spent, avg(idle) AS idle,
        grouping(action) = 1 AS whole
    FROM evidence
    GROUP BY GROUPING SETS ((game, card), (game, card, action))
    HAVING grouping(action) = 1 OR action IS NOT NULL
)
ORDER BY game, card, NOT whole, spent DESC, action
