-- title: Flips and hits by their sum
-- about: How often each sum of two flipped cards came, for whatever they were flipped, beside its
--     chance from a fresh deck; and how often attacks hit with it. Attacks on what is no
--     player's, such as terrain, are left out.
-- behind: every entry in which such a sum was flipped, or decided an attack
-- nothing: no cards were flipped in these matches
-- key game: the game
-- key total: the sum of the two cards
-- column n: flips in all
-- column flipped: of these, with that sum
-- column share: flipped out of n
-- column chance: the chance of that sum from a fresh deck
-- column attacks: attacks decided with that sum, one for each target
-- column hits: of these, hits
-- column rate: hits out of attacks
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    SELECT match_id, seq, game, total, chance, NULL::BOOLEAN AS hit
    FROM fact_legacy_of_conflict__cards_flipped
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
    UNION ALL
    SELECT match_id, seq, game, flip, NULL, hit
    FROM fact_legacy_of_conflict__attack_resolved
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
    WHERE other_seat <> ''
)
-- figure
SELECT
    game, total, n, flipped, flipped / n AS share, chance, attacks, hits,
    hits / nullif(attacks, 0) AS rate, unnest(wilson(hits, attacks))
FROM (
    SELECT
        game, total, sum(count(chance)) OVER (PARTITION BY game) AS n, count(chance) AS flipped,
        max(chance) AS chance, count(hit) AS attacks, count(*) FILTER (hit) AS hits
    FROM evidence
    GROUP BY game, total
)
WHERE flipped > 0
ORDER BY game, total
