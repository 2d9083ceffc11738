-- title: Attack success by edge
-- about: How often an attack beats the defence, by its edge: all that is added to the attacker's
--     dice or cards less all that is added to the defender's. `expected` is the chance that fair
--     dice give, where each side throws one die of the same kind.
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
-- column expected: the rate that fair dice give
-- column ties: totals that tied, beside n
-- note: Ties that decide nothing are counted apart.
WITH evidence AS (
    SELECT
        match_id, seq, game, kind,
        added_in(terms) - added_in(other_terms) AS edge,
        attack_won(seat, other_seat, total, other_total, winner) AS won,
        winner = '' AND other_seat <> '' AS tied,
        len(dice_in(terms)) = 1 AND len(dice_in(other_terms)) = 1
            AND len(cards_in(terms) || cards_in(other_terms)) = 0 AS die_each
    FROM fact_totals_compared
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
)
-- figure
SELECT
    game, kind, edge, n, wins, wins / n AS rate, unnest(wilson(wins, n)),
    CASE WHEN die_each AND fewest = most THEN chance_with_edge(edge, most) END AS expected, ties
FROM (
    SELECT
        game, kind, edge, count_if(NOT tied) AS n, count_if(won) AS wins,
        count_if(tied) AS ties, bool_and(die_each) AS die_each
    FROM evidence
    GROUP BY game, kind, edge
)
LEFT JOIN (
    SELECT game, purpose AS kind, min(sides) AS fewest, max(sides) AS most
    FROM fact_die_rolled
    JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
    GROUP BY game, purpose
) USING (game, kind)
WHERE n > 0
ORDER BY game, kind, edge
