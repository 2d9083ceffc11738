-- title: Attack success by edge
-- about: How often an attack beats the defence, by its edge: all that is added to the attacker's
--     dice or cards less all that is added to the defender's. `expected` is the chance that fair
--     dice give, where each side throws one die of the same kind, or that fresh decks give, where
--     the attacker flips, or both do.
-- behind: every entry in which totals with that edge were compared
-- nothing: no totals were compared in these matches
-- key game: the game
-- key kind: what the contest was
-- key edge: the terms of the attacker's total less those of the defender's, without dice and
--     flipped cards
-- column n: contests decided
-- column wins: of these, won by the attacker
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column expected: the rate that fair dice or fresh decks give
-- column ties: totals that tied, beside n
-- note: Ties that decide nothing are counted apart.
-- note: No deck stays fresh: who attacks when the cards that are left favour it does better.
WITH evidence AS (
    SELECT
        match_id, seq, game, kind,
        added_in(terms) - added_in(other_terms) AS edge,
        attack_won(seat, other_seat, total, other_total, winner) AS won,
        winner = '' AND other_seat <> '' AS tied,
        len(dice) = 1 AND len(other_dice) = 1 AND len(cards || other_cards) = 0 AS die_each,
        len(dice || other_dice) = 0 AND len(cards) = 1 AND len(other_cards) = 0 AS one_flip,
        len(dice || other_dice) = 0 AND len(cards) = 1 AND len(other_cards) = 1 AS flip_each
    FROM (
        SELECT
            *, dice_in(terms) AS dice, dice_in(other_terms) AS other_dice,
            cards_in(terms) AS cards, cards_in(other_terms) AS other_cards
        FROM fact_totals_compared
    )
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
)
-- figure
SELECT
    game, kind, edge, n, wins, wins / n AS rate, unnest(wilson(wins, n)),
    CASE
        WHEN die_each AND fewest = most THEN chance_with_edge(edge, most)
        WHEN one_flip + flip_each = n AND ties = 0 AND flips IS NOT NULL
        THEN (
            one_flip * chance_over(flips, -edge)
            + flip_each * list_sum(list_transform(
                flips, lambda other: other.chance * chance_over(flips, other.total - edge)
            ))
        ) / n
    END AS expected,
    ties
FROM (
    SELECT
        game, kind, edge, count_if(NOT tied) AS n, count_if(won) AS wins,
        count_if(tied) AS ties, bool_and(die_each) AS die_each,
        count_if(one_flip) AS one_flip, count_if(flip_each) AS flip_each
    FROM evidence
    GROUP BY game, kind, edge
)
LEFT JOIN (
    SELECT game, purpose AS kind, min(sides) AS fewest, max(sides) AS most
    FROM fact_die_rolled
    JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
    GROUP BY game, purpose
) USING (game, kind)
LEFT JOIN (
    SELECT game, list({'total': total, 'chance': chance}) AS flips
    FROM (
        SELECT game, total, max(chance) AS chance
        FROM fact_cards_flipped
        JOIN matches USING (match_id)
        GROUP BY game, total
    )
    GROUP BY game
    HAVING sum(chance) > 0.999999
) USING (game)
WHERE n > 0
ORDER BY game, kind, edge
