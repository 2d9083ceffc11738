-- title: Chance in the banishing from memory
-- about: Whether random banishments from memories look like chance. Nobody sees a memory or the
--     place of a pick, so two things are tested. Known cards: of the cards that all knew to be in
--     the memory, as many should be picked as their share of it, picks of whole memories left
--     out; a player who keeps known cards out of the pick shows by too few. Order: of the first
--     and the last card of one payment, the first should be the dearer one in half of the payments
--     in which their costs differ.
-- behind: every entry with such a pick
-- nothing: no card was picked at random from a memory in these matches
-- key game: the game
-- key person: whose memory it was; (all) for everybody together
-- key test: known cards, or order
-- column n: payments that the test rests on
-- column cards: cards that could be picked: the known ones; in the test of the order the payments
-- column picked: of these, known ones picked; the first one dearer
-- column rate: picked out of cards
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column expected: picked by chance, the mean
-- column z: picked less expected, in standard deviations
-- column p: the chance of a z at least so far from 0
-- column warning: set where fewer than 5 are expected and p says little
-- note: A card is told by its name: where a further copy of a known card lies unseen in a memory
--     and is picked, it counts as the known one. Too many picked is therefore no sign.
-- note: The order tells something only where cards are logged in the order picked.
-- note: Simulated matches pick among the cards that could be there, not in a memory: they are no
--     proof of this test.
-- note: Of 20 fair players one has a p below 0.05 by chance; look at many players together.
WITH evidence AS (
    WITH
    costs AS (
        SELECT catalog, card, try_cast(value AS INTEGER) AS cost
        FROM card_traits
        WHERE trait = 'cost'
    ),
    picks AS (
        SELECT
            match_id, picks.seq, picks.place, seat, game, person, card, pick, "of", paid, known,
            met, cost,
            count_if(pick = 1) OVER (
                PARTITION BY match_id, seat ORDER BY picks.place
            ) AS payment
        FROM fact_grand_archive__banished_at_random AS picks
        JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
        LEFT JOIN costs USING (catalog, card)
    ),
    payments AS (
        SELECT
            match_id, min(seq) AS seq, game, person, any_value("of") AS size,
            any_value(paid) AS paid, any_value(known) AS known, count_if(met) AS met,
            arg_min(cost, pick) AS first, arg_max(cost, pick) AS last
        FROM picks
        GROUP BY match_id, seat, payment, game, person
    )
    SELECT
        match_id, seq, game, person, 'known cards' AS test, known AS cards, met AS picked,
        paid * known / size AS expected,
        paid * (known / size) * (1 - known / size) * (size - paid) / greatest(size - 1, 1)
            AS variance
    FROM payments
    WHERE known > 0 AND paid < size
    UNION ALL
    SELECT
        match_id, seq, game, person, 'order', 1, (first > last)::INTEGER, 0.5, 0.25
    FROM payments
    WHERE paid > 1 AND first <> last
)
-- figure
SELECT
    game, person, test, n, cards, picked, picked / cards AS rate, unnest(wilson(picked, cards)),
    expected, z, chi_square_p(z * z, 1) AS p,
    CASE WHEN least(expected, cards - expected) < 5 THEN 'too few cards' ELSE '' END AS warning
FROM (
    SELECT
        game, coalesce(person, '(all)') AS person, test, count(*) AS n,
        sum(cards)::BIGINT AS cards, sum(picked)::BIGINT AS picked, sum(expected) AS expected,
        (sum(picked) - sum(expected)) / sqrt(nullif(sum(variance), 0)) AS z
    FROM evidence
    GROUP BY GROUPING SETS ((game, person, test), (game, test))
)
ORDER BY game, test, person <> '(all)', n DESC, person
