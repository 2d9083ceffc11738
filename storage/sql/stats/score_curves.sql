-- title: Score over the turns, with matches that have ended
-- question: How does the score go when those who lost early are not forgotten?
-- about: What decides a match at the end of each turn, as the mean by who went first: of the
--     matches that are still on in that turn, and, as a line of its own, of all, where a match that
--     has ended keeps its last score; a mean of fewer than 30 is left out.
-- pitfall: The line of those still on rises where whoever did badly is out; the held one does not
--     play on.
-- behind: every entry that set the score as it stood at the end of that turn
-- drawn: value
-- least: 30
-- nothing: no score was set in these matches
-- rests: turns
-- key game: the game
-- key measure: what is counted
-- key line: who went first; with held: matches that have ended keep their score
-- key turn: the turn, counted over all players; 0 before the first
-- column value: the mean score at the end of the turn
-- column sd: how far the scores spread: their standard deviation
-- column low: the 95 % interval of the mean, lower end
-- column high: the 95 % interval of the mean, upper end
-- column n: seats or sides of which it is the mean
WITH
scored AS (
    FROM scores_at_turns($game, $match, $since, $until, $person)
),
ends AS (
    SELECT match_id, max(turn) AS turns, max(max(turn)) OVER (PARTITION BY game) AS longest
    FROM fact_turn_began
    JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
    GROUP BY match_id, game
),
standing AS (
    SELECT
        scored.* EXCLUDE (next_turn), coalesce(turns, 0) AS turns,
        coalesce(next_turn, coalesce(longest, 0) + 1) AS next_turn
    FROM scored
    LEFT JOIN ends USING (match_id)
),
each_turn AS NOT MATERIALIZED (
    SELECT
        match_id, seq, game, measure, start, turns, value, unnest(range(turn, next_turn)) AS turn
    FROM standing
),
evidence AS NOT MATERIALIZED (
    SELECT match_id, seq, game, measure, start AS line, turn, value
    FROM each_turn
    WHERE turn <= turns
    UNION ALL
    SELECT match_id, seq, game, measure, start || ', held', turn, value
    FROM each_turn
)
-- figure
, summed AS MATERIALIZED (
    SELECT
        game, measure, start, turn, count_if(turn <= turns) AS n, count(*) AS held_n,
        mean_of(CASE WHEN turn <= turns THEN value END) AS found, mean_of(value) AS held
    FROM each_turn
    GROUP BY game, measure, start, turn
)
SELECT game, measure, line, turn, mean AS value, sd, low, high, n
FROM (
    SELECT game, measure, start AS line, turn, unnest(found), n FROM summed WHERE n > 0
    UNION ALL
    SELECT game, measure, start || ', held', turn, unnest(held), held_n FROM summed
)
ORDER BY game, measure, line, turn
