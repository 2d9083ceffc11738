-- title: Attack groups by their size
-- about: What attacks of one, two or more cards come to: how many are blocked, how many do harm,
--     to blockers or to what they aim at, and how much. A group that aims at a wizard with a
--     tower strikes the tower.
-- behind: every entry in which such an attack was declared
-- nothing: nothing was attacked in these matches
-- key game: the game
-- key target: what they aim at: wizard, or the kind of card; (all) for all together
-- key attackers: how many cards attack
-- column n: attacks
-- column cancelled: of these, cancelled
-- column blocked: of these, blocked
-- column hits: of these, with harm
-- column rate: hits out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column harm: harm of an attack, the mean
-- column harm_low: the 95 % interval of that mean, lower end
-- column harm_high: the 95 % interval of that mean, upper end
-- column lost: damage that found nothing more to be assigned to, or was too little for harm to a
--     wizard
WITH evidence AS (
    WITH
    kinds AS (
        SELECT catalog, card, value AS kind FROM card_traits WHERE trait = 'kind'
    ),
    assigned AS (
        SELECT match_id, attack, sum(harm) AS harm
        FROM fact_tower_wizwar__damage_assigned
        WHERE source = 'attack' AND attack > 0
        GROUP BY match_id, attack
    ),
    wasted AS (
        SELECT match_id, attack, sum(amount) AS lost
        FROM fact_tower_wizwar__damage_lost
        WHERE source = 'attack'
        GROUP BY match_id, attack
    ),
    blocks AS (
        SELECT match_id, attack, max(blockers) AS blockers
        FROM fact_tower_wizwar__attack_blocked
        GROUP BY match_id, attack
    ),
    cancels AS (
        SELECT DISTINCT match_id, entry AS attack
        FROM fact_tower_wizwar__cancelled
        WHERE kind = 'attack'
    )
    SELECT
        declared.match_id, declared.seq, game, attackers, coalesce(harm, 0) AS harm,
        coalesce(lost, 0) AS lost, coalesce(blockers, 0) > 0 AS blocked,
        cancels.attack IS NOT NULL AS cancelled,
        CASE
            WHEN declared.target = defender THEN 'wizard' ELSE coalesce(kind, 'card')
        END AS target
    FROM fact_tower_wizwar__attack_declared AS declared
    JOIN chosen_seats($game, $match, $since, $until, $person) AS chosen USING (match_id, seat)
    LEFT JOIN kinds
        ON kinds.catalog = chosen.catalog
        AND kinds.card = regexp_replace(declared.target, '\.\d+$', '')
    LEFT JOIN assigned
        ON assigned.match_id = declared.match_id AND assigned.attack = declared.seq
    LEFT JOIN wasted ON wasted.match_id = declared.match_id AND wasted.attack = declared.seq
    LEFT JOIN blocks ON blocks.match_id = declared.match_id AND blocks.attack = declared.seq
    LEFT JOIN cancels ON cancels.match_id = declared.match_id AND cancels.attack = declared.seq
)
-- figure
SELECT
    game, target, attackers, n, cancelled, blocked, hits, hits / n AS rate,
    unnest(wilson(hits, n)), mean.mean AS harm, mean.low AS harm_low, mean.high AS harm_high, lost
FROM (
    SELECT
        game, coalesce(target, '(all)') AS target, attackers, count(*) AS n,
        count_if(cancelled) AS cancelled, count_if(blocked) AS blocked,
        count_if(harm > 0) AS hits, mean_of(harm) AS mean, sum(lost)::BIGINT AS lost
    FROM evidence
    GROUP BY GROUPING SETS ((game, target, attackers), (game, attackers))
)
ORDER BY game, target <> '(all)', target <> 'wizard', target, attackers
