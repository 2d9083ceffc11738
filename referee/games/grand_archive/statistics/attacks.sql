-- title: Attacks and what answers them
-- about: What attacks come to, by the attacker and by the weapons and attack cards that take part:
--     how many deal damage in their combat and how much, how many are answered by a retaliation,
--     and what that deals back to the attacker. An attack on several objects is one.
-- behind: every entry in which such an attack was declared
-- nothing: nothing was attacked in these matches
-- key game: the game
-- key attacker: the attacking card; (all) for all together
-- key means: the weapons and attack cards that take part; alone where none does; (all) for all
-- column n: attacks
-- column hits: of these, with combat damage dealt
-- column rate: hits out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column damage: damage of an attack, the mean
-- column damage_low: the 95 % interval of that mean, lower end
-- column damage_high: the 95 % interval of that mean, upper end
-- column retaliated: of n, answered by a retaliation
-- column back: damage that retaliations dealt, all together
WITH evidence AS (
    WITH
    declared AS (
        SELECT
            match_id, seq, place, seat, card AS attacker,
            coalesce(nullif(array_to_string(means, ' + '), ''), 'alone') AS means
        FROM fact_grand_archive__attack_declared
    ),
    combat AS (
        SELECT match_id, place, cause, amount FROM fact_damage_dealt WHERE cause <> 'effect'
        UNION ALL
        SELECT match_id, place, 'answer', 0 FROM fact_grand_archive__retaliated
    ),
    fought AS (
        SELECT
            combat.match_id, declared.place,
            sum(amount) FILTER (cause = 'attack') AS dealt,
            sum(amount) FILTER (cause = 'retaliation') AS back,
            count_if(cause <> 'attack') > 0 AS retaliated
        FROM combat
        ASOF JOIN declared
            ON declared.match_id = combat.match_id AND declared.place <= combat.place
        GROUP BY combat.match_id, declared.place
    )
    SELECT
        declared.match_id, declared.seq, game, attacker, means,
        coalesce(dealt, 0) AS damage, coalesce(back, 0) AS back,
        coalesce(retaliated, false) AS retaliated
    FROM declared
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
    LEFT JOIN fought
        ON fought.match_id = declared.match_id AND fought.place = declared.place
)
-- figure
SELECT
    game, attacker, means, n, hits, hits / n AS rate, unnest(wilson(hits, n)),
    found.mean AS damage, found.low AS damage_low, found.high AS damage_high, retaliated, back
FROM (
    SELECT
        game, coalesce(attacker, '(all)') AS attacker, coalesce(means, '(all)') AS means,
        count(*) AS n, count_if(damage > 0) AS hits, mean_of(damage) AS found,
        count_if(retaliated) AS retaliated, sum(back)::BIGINT AS back
    FROM evidence
    GROUP BY GROUPING SETS ((game, attacker, means), (game))
)
ORDER BY game, attacker <> '(all)', n DESC, attacker, means
