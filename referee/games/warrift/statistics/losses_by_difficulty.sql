-- title: Matches lost to the monsters, by difficulty
-- about: How often everybody lost because the monsters outnumbered the limit, for each difficulty
--     and each number of players.
-- behind: the entry that ended each match
-- nothing: no match is over
-- key game: the game
-- key difficulty: the difficulty by its name
-- key limit: how many monsters may be in play when a rotation ends
-- key players: how many play, or 2v2; (all) for all together
-- column n: finished matches
-- column lost: of these, lost by all
-- column no_result: beside n, without a result
-- column rate: lost out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column rotations: rotations begun in a match of n, the mean
WITH evidence AS (
    SELECT
        match_id, ending.seq, game, difficulty, agreed.limit, players, result, rotations
    FROM chosen_matches($game, $match, $since, $until, $person)
    JOIN fact_warrift__difficulty_set AS agreed USING (match_id)
    JOIN fact_match_ended AS ending USING (match_id)
    JOIN (
        SELECT
            match_id, CASE WHEN count(DISTINCT side) < count(*) THEN '2v2' ELSE count(*)::VARCHAR
            END AS players
        FROM seats
        GROUP BY match_id
    ) USING (match_id)
    LEFT JOIN (
        SELECT match_id, count(*) AS rotations
        FROM fact_warrift__rotation_began
        GROUP BY match_id
    ) USING (match_id)
)
-- figure
SELECT
    game, difficulty, "limit", players, n, lost, no_result, lost / nullif(n, 0) AS rate,
    unnest(coalesce(wilson(lost, n), {'low': NULL, 'high': NULL})), rotations
FROM (
    SELECT
        game, difficulty, "limit", coalesce(players, '(all)') AS players,
        count_if(result <> 'no result') AS n, count_if(result = 'all lost') AS lost,
        count_if(result = 'no result') AS no_result,
        avg(rotations) FILTER (result <> 'no result') AS rotations
    FROM evidence
    GROUP BY GROUPING SETS (
        (game, difficulty, "limit", players), (game, difficulty, "limit")
    )
)
ORDER BY game, "limit" DESC, players <> '(all)', players
