-- title: Attack success by edge, beside fresh decks
-- about: How often a flipped attack beats the defense, by its edge: all that is added to the
--     attacker's cards less all that is added to the defender's. `expected` is the chance that
--     fresh decks give, where the attacker flips or both do.
-- behind: every entry in which flipped totals with that edge were compared
-- nothing: no flipped totals were compared in these matches
-- key game: the game
-- key kind: what the contest was
-- key edge: the terms of the attacker's total less those of the defender's, without the flipped
--     cards
-- column n: contests decided
-- column wins: of these, won by the attacker
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column expected: the rate that fresh decks give; empty while the chances of some sums are
--     unknown
-- note: No deck stays fresh: who attacks when the cards that are left favour it does better.
WITH evidence AS (
    SELECT
        match_id, seq, game, kind,
        added_in(terms) - added_in(other_terms) AS edge,
        attack_won(seat, other_seat, total, other_total, winner) AS won,
        len(cards_in(other_terms)) = 1 AS flip_each
    FROM fact_totals_compared
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
    WHERE len(cards_in(terms)) = 1 AND len(cards_in(other_terms)) <= 1
        AND (winner <> '' OR other_seat = '')
)
-- figure
SELECT
    game, kind, edge, n, wins, wins / n AS rate, unnest(wilson(wins, n)),
    CASE WHEN flips IS NOT NULL THEN (
        (n - flip_each) * coalesce(list_sum([f.chance FOR f IN flips IF f.total > -edge]), 0)
        + flip_each * list_sum([
            other.chance
            * coalesce(list_sum([f.chance FOR f IN flips IF f.total > other.total - edge]), 0)
            FOR other IN flips
        ])
    ) / n END AS expected
FROM (
    SELECT
        game, kind, edge, count(*) AS n, count_if(won) AS wins, count_if(flip_each) AS flip_each
    FROM evidence
    GROUP BY game, kind, edge
)
LEFT JOIN (
    SELECT list({'total': total, 'chance': chance}) AS flips
    FROM (
        SELECT total, max(chance) AS chance
        FROM fact_legacy_of_conflict__cards_flipped
        GROUP BY total
    )
    HAVING sum(chance) > 0.999999
) ON true
ORDER BY game, kind, edge
