-- title: Luck of the flips in a match
-- question: Was it luck?
-- about: How many flipped attacks and defenses a seat won above their chances, each by its edge and
--     what fresh decks give. z is that in standard deviations.
-- pitfall: No deck stays fresh: who attacks when the cards that are left favour it has better
--     chances than are told. The edge is chosen: who attacks at bad odds has no bad luck.
-- behind: every entry in which such totals were compared
-- nothing: no flipped totals were compared in these matches, or the chances of sums are unknown
-- smallest: 5
-- key game: the game
-- key match: the match
-- key seat: the seat
-- column n: flipped attacks by and against the seat
-- column won: of these, won
-- column expected: how many, by their chances
-- column luck: won less expected
-- column sd: the standard deviation of won, by the chances
-- column low: lower end of what won would be in 95 of 100 such matches
-- column high: upper end of it
-- column z: luck in standard deviations
WITH evidence AS (
    WITH
    flips AS (
        SELECT list({'total': total, 'chance': chance}) AS flips
        FROM (
            SELECT total, max(chance) AS chance
            FROM fact_legacy_of_conflict__cards_flipped
            GROUP BY total
        )
        HAVING sum(chance) > 0.999999
    ),
    compared AS (
        SELECT
            match_id, seq, seat, other_seat,
            attack_won(seat, other_seat, total, other_total, winner) AS won,
            CASE
                WHEN len(cards_in(other_terms)) = 1 THEN list_sum([
                    other.chance * coalesce(list_sum([
                        f.chance FOR f IN flips
                        IF f.total > other.total - (added_in(terms) - added_in(other_terms))
                    ]), 0)
                    FOR other IN flips
                ])
                ELSE coalesce(list_sum([
                    f.chance FOR f IN flips
                    IF f.total > added_in(other_terms) - added_in(terms)
                ]), 0)
            END AS chance
        FROM fact_totals_compared
        JOIN flips ON true
        WHERE len(cards_in(terms)) = 1 AND len(cards_in(other_terms)) <= 1
            AND seat <> other_seat AND (winner <> '' OR other_seat = '')
    ),
    sides AS (
        SELECT match_id, seq, seat, won, chance FROM compared
        UNION ALL
        SELECT match_id, seq, other_seat, NOT won, 1 - chance FROM compared WHERE other_seat <> ''
    )
    SELECT match_id, seq, game, match_id AS match, seat, won, chance
    FROM sides
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
)
-- figure
SELECT game, match, seat, unnest(luck_of(won, chance))
FROM evidence
GROUP BY game, match, seat
ORDER BY game, match, seat
