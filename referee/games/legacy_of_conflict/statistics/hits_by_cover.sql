-- title: Hits by attack and cover
-- about: How often attacks hit, and what damage they do, by the attack and by the cover of the
--     target. An attack on several targets counts for each. Attacks on what is no player's, such
--     as terrain, are left out.
-- behind: every entry in which such an attack was decided
-- nothing: no attack with cover was decided in these matches
-- key game: the game
-- key card: the attacking card; (all) for all together
-- key attack: the attack; (all) for all together
-- key cover: the cover of the target
-- column n: attacks decided
-- column hits: of these, hits
-- column rate: hits out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column per_hit: damage for each hit
-- column mean: damage for each of n, misses included
WITH evidence AS (
    SELECT match_id, seq, game, card, attack, cover, hit, damage
    FROM fact_legacy_of_conflict__attack_resolved
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
    WHERE other_seat <> ''
)
-- figure
SELECT
    game, card, attack, cover, n, hits, hits / n AS rate, unnest(wilson(hits, n)),
    damage / nullif(hits, 0) AS per_hit, damage / n AS mean
FROM (
    SELECT
        game, coalesce(card, '(all)') AS card, coalesce(attack, '(all)') AS attack, cover,
        count(*) AS n, count_if(hit) AS hits, sum(damage) AS damage
    FROM evidence
    GROUP BY GROUPING SETS ((game, cover), (game, card, attack, cover))
)
ORDER BY game, attack <> '(all)', card, attack, cover <> 'none', cover DESC
