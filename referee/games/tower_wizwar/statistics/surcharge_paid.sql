-- title: Surcharge paid
-- about: How often mana was asked for with a surcharge for drain, and how much that was. What
--     costs no mana does not count, nor does a cast that was rebuked, whose mana comes back.
-- behind: every entry in which mana was paid for that
-- nothing: no mana was paid in these matches
-- key game: the game
-- key purpose: cast, activation, payment or rebuke; (all) for all together
-- column n: times mana was paid
-- column dearer: of these, with a surcharge
-- column rate: dearer out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column surcharge: all surcharge together
-- column most: the most at once
WITH evidence AS (
    WITH paid AS (
        SELECT match_id, seq, seat, 'cast' AS purpose, surcharge
        FROM fact_tower_wizwar__card_cast AS played
        ANTI JOIN fact_tower_wizwar__resolved AS after
            ON after.match_id = played.match_id AND after.entry = played.seq
            AND after.kind = 'cast' AND after.how = 'rebuked'
        WHERE cost > 0
        UNION ALL
        SELECT match_id, seq, seat, purpose, surcharge
        FROM fact_tower_wizwar__mana_spent
        WHERE purpose NOT IN ('cast', 'nothing')
    )
    SELECT match_id, paid.seq, game, purpose, surcharge
    FROM paid
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
)
-- figure
SELECT
    game, purpose, n, dearer, dearer / n AS rate, unnest(wilson(dearer, n)), surcharge, most
FROM (
    SELECT
        game, coalesce(purpose, '(all)') AS purpose, count(*) AS n,
        count_if(surcharge > 0) AS dearer, sum(surcharge)::BIGINT AS surcharge,
        max(surcharge) AS most
    FROM evidence
    GROUP BY GROUPING SETS ((game, purpose), (game))
)
ORDER BY game, purpose <> '(all)', n DESC, purpose
