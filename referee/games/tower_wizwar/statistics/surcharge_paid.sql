-- title: Surcharge paid
-- about: How often mana was paid with a surcharge for drain, and how much that was. What costs no
--     mana does not count, nor does a cast that was rebuked, which is not paid.
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
    SELECT match_id, spent.seq, game, purpose, surcharge
    FROM fact_tower_wizwar__mana_spent AS spent
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
    WHERE purpose <> 'nothing'
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
