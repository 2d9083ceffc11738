-- title: Kills and kills stolen
-- about: How many kills each person made, and how many of them took a monster that another's
--     attack was about to strike, a teammate's included; and how many that person lost so.
-- behind: every kill that the person made, or lost to another while the own attack was pending
-- nothing: no player killed a monster in these matches
-- key game: the game
-- key person: whose kills they are
-- column n: kills made
-- column points: points for them
-- column stolen: of n, monsters that another was attacking
-- column rate: stolen out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column gained: points for the stolen ones
-- column lost: kills that others stole from the person
-- column missed: points that went with these
WITH evidence AS (
    WITH kills AS (
        SELECT match_id, seq, seat, points, stolen <> '' AS stole, false AS lost
        FROM fact_warrift__monster_killed
        UNION ALL
        SELECT match_id, seq, stolen, points, false, true
        FROM fact_warrift__monster_killed
    )
    SELECT match_id, seq, game, person, points, stole, lost
    FROM kills
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
)
-- figure
SELECT
    game, person, n, points, stolen, stolen / nullif(n, 0) AS rate,
    unnest(coalesce(wilson(stolen, n), {'low': NULL, 'high': NULL})), gained, lost, missed
FROM (
    SELECT
        game, person, count_if(NOT lost) AS n,
        coalesce(sum(points) FILTER (NOT lost), 0)::BIGINT AS points,
        count_if(stole) AS stolen, coalesce(sum(points) FILTER (stole), 0)::BIGINT AS gained,
        count_if(lost) AS lost, coalesce(sum(points) FILTER (lost), 0)::BIGINT AS missed
    FROM evidence
    GROUP BY game, person
)
ORDER BY game, stolen DESC, n DESC, person
