-- title: Mana spent, lost and left
-- about: How much mana each person made and lost, and how many spells the pool still held at the
--     end of the own turns.
-- behind: the entry that ended each own turn, and every entry in which the person made mana
-- nothing: no turn is over in these matches
-- key game: the game
-- key person: whose mana it was; (all) for everybody together
-- column n: own turns that are over
-- column made: mana made, in the turns of others too
-- column lost: of it, what paid for nothing
-- column rate: lost out of made
-- column low: lower end of the 95 % interval of that rate
-- column high: upper end of the 95 % interval of that rate
-- column left: spells in the pool at the end of an own turn, the mean
-- column left_low: the 95 % interval of that mean, lower end
-- column left_high: the 95 % interval of that mean, upper end
-- column empty: own turns that ended with no spell in the pool
WITH evidence AS (
    WITH told AS (
        SELECT match_id, seq, seat, spells, 0 AS made, 0 AS used
        FROM fact_tower_wizwar__pool_left
        UNION ALL
        SELECT match_id, seq, seat, NULL, made, used FROM fact_tower_wizwar__mana_spent
    )
    SELECT match_id, told.seq, game, person, spells, made, used
    FROM told
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
)
-- figure
SELECT
    game, person, n, made, lost, lost / nullif(made, 0) AS rate,
    unnest(coalesce(wilson(lost, made), {'low': NULL, 'high': NULL})),
    pool.mean AS "left", pool.low AS left_low, pool.high AS left_high, empty
FROM (
    SELECT
        game, coalesce(person, '(all)') AS person, count(spells) AS n, sum(made)::BIGINT AS made,
        sum(made - used)::BIGINT AS lost, mean_of(spells) AS pool,
        count_if(spells = 0) AS empty
    FROM evidence
    GROUP BY GROUPING SETS ((game, person), (game))
)
ORDER BY game, person <> '(all)', n DESC, person
