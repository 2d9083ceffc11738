-- title: Monsters over the rotations, against the limit
-- about: How many monsters are in play at the end of each rotation, and how many may be. For
--     several matches it is the mean over those of one difficulty in which that rotation ended,
--     with its interval; a mean of fewer than 30 is left out.
-- behind: the entry that ended each such rotation
-- drawn: monsters, monsters in play
-- along: rotation
-- least: 30
-- nothing: no rotation is over in these matches
-- key game: the game
-- key line: the difficulty, and whether it is the monsters or the limit
-- key rotation: the rotation, from 1
-- column n: matches of which it is the mean
-- column monsters: monsters in play, or the limit; the mean
-- column sd: how far they spread: their standard deviation
-- column low: the 95 % interval of the mean, lower end; empty for the limit
-- column high: the 95 % interval of the mean, upper end; empty for the limit
-- column over: rotations that ended with more than the limit
-- note: The limit is not applied in the game-ending rotation.
WITH evidence AS (
    SELECT
        match_id, ended.seq, game, rotation, ended.monsters > ended.limit AS over,
        unnest([
            {'line': difficulty || ' monsters', 'count': ended.monsters, 'fixed': false},
            {'line': difficulty || ' limit', 'count': ended.limit, 'fixed': true}
        ], recursive := true)
    FROM chosen_matches($game, $match, $since, $until, $person)
    JOIN (SELECT match_id, difficulty FROM fact_warrift__difficulty_set) USING (match_id)
    JOIN fact_warrift__rotation_ended AS ended USING (match_id)
)
-- figure
SELECT
    game, line, rotation, n, mean AS monsters, sd, CASE WHEN NOT fixed THEN low END AS low,
    CASE WHEN NOT fixed THEN high END AS high, over
FROM (
    SELECT
        game, line, rotation, fixed, count(*) AS n, unnest(mean_of(count)),
        count_if(over) AS over
    FROM evidence
    GROUP BY game, line, rotation, fixed
)
ORDER BY game, line, rotation
