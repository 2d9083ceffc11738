-- title: Blocks and counterattacks
-- about: What attacks come to by the size of the block: how often the target, or the tower that
--     stands in for a wizard, is harmed all the same, and what the counterattack does. Attacks
--     that were cancelled or found no target are left out.
-- behind: every entry in which an attack was declared that was blocked so
-- nothing: no attack dealt damage in these matches
-- key game: the game
-- key block: nobody could, or nobody did; else how many blocked
-- column n: attacks whose damage was added up
-- column through: of these, with harm to the target or the tower that stands in
-- column rate: through out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column blockers: harm to blockers, all together
-- column countered: of n, answered by a counterattack
-- column harm: harm to the attackers by a counterattack, the mean
-- column harm_low: the 95 % interval of that mean, lower end
-- column harm_high: the 95 % interval of that mean, upper end
WITH evidence AS (
    WITH
    blocks AS (
        SELECT match_id, attack, max(blockers) AS blockers
        FROM fact_tower_wizwar__attack_blocked
        GROUP BY match_id, attack
    ),
    reckoned AS (
        SELECT match_id, attack, bool_or(kind = 'counterattack') AS countered
        FROM fact_tower_wizwar__damage_reckoned
        GROUP BY match_id, attack
        HAVING bool_or(kind = 'attack')
    ),
    assigned AS (
        SELECT
            assigned.match_id, attack,
            -- harm to a blocker comes by TW-15.15, to a target or tower by another rule; a
            -- target that blocks is both
            sum(harm) FILTER (
                source = 'attack'
                AND (assigned.rule <> 'TW-15.15' OR assigned.target = declared.target)
            ) AS reached,
            sum(harm) FILTER (
                source = 'attack' AND assigned.rule = 'TW-15.15'
                AND assigned.target <> declared.target
            ) AS stopped,
            sum(harm) FILTER (source = 'counterattack') AS answered
        FROM fact_tower_wizwar__damage_assigned AS assigned
        JOIN fact_tower_wizwar__attack_declared AS declared
            ON declared.match_id = assigned.match_id AND declared.seq = assigned.attack
        GROUP BY ALL
    )
    SELECT
        declared.match_id, declared.seq, game, countered, coalesce(reached, 0) AS reached,
        coalesce(stopped, 0) AS stopped, coalesce(answered, 0) AS answered,
        CASE
            WHEN blockers IS NULL THEN 'nobody could'
            WHEN blockers = 0 THEN 'nobody did'
            ELSE blockers::VARCHAR
        END AS block
    FROM fact_tower_wizwar__attack_declared AS declared
    JOIN chosen_seats($game, $match, $since, $until, $person) AS chosen USING (match_id, seat)
    JOIN reckoned ON reckoned.match_id = declared.match_id AND reckoned.attack = declared.seq
    LEFT JOIN blocks ON blocks.match_id = declared.match_id AND blocks.attack = declared.seq
    LEFT JOIN assigned
        ON assigned.match_id = declared.match_id AND assigned.attack = declared.seq
)
-- figure
SELECT
    game, block, n, through, through / n AS rate, unnest(wilson(through, n)), blockers, countered,
    counter.mean AS harm, counter.low AS harm_low, counter.high AS harm_high
FROM (
    SELECT
        game, block, count(*) AS n, count_if(reached > 0) AS through,
        sum(stopped)::BIGINT AS blockers, count_if(countered) AS countered,
        mean_of(CASE WHEN countered THEN answered END) AS counter
    FROM evidence
    GROUP BY game, block
)
ORDER BY game, block NOT LIKE 'nobody%', block
