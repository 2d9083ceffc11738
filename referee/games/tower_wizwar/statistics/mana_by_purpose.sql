-- title: Mana by purpose
-- about: What mana was made for: how much paid for something, and how much was lost as it was
--     more than was asked for.
-- behind: every entry in which mana was made for that
-- nothing: no mana was made in these matches
-- key game: the game
-- key purpose: cast, activation, payment, rebuke or nothing; (all) for all together
-- column n: times mana was made
-- column made: mana made
-- column used: of it, what paid for something
-- column lost: of it, what did not
-- column rate: lost out of made
-- column mean: mana made each time, the mean
-- column sd: how far that spread: the standard deviation
-- column low: the 95 % interval of the mean, lower end
-- column high: the 95 % interval of the mean, upper end
-- note: Where it is agreed that mana lasts until the end of a phase, what is left of a payment
--     counts as lost, even if it pays for something later.
WITH evidence AS (
    SELECT match_id, spent.seq, game, purpose, made, used
    FROM fact_tower_wizwar__mana_spent AS spent
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
)
-- figure
SELECT
    game, purpose, n, made, used, made - used AS lost, (made - used) / made AS rate, mean, sd,
    low, high
FROM (
    SELECT
        game, coalesce(purpose, '(all)') AS purpose, count(*) AS n, sum(made)::BIGINT AS made,
        sum(used)::BIGINT AS used, unnest(mean_of(evidence.made))
    FROM evidence
    GROUP BY GROUPING SETS ((game, purpose), (game))
)
ORDER BY game, purpose <> '(all)', made DESC, purpose
