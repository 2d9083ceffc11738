-- title: Attacks by difference of the totals
-- about: By how much attacks succeed or fail: the attacker's total less the defender's, dice and
--     flipped cards included.
-- behind: every entry in which totals with that difference were compared
-- nothing: no totals were compared in these matches
-- key game: the game
-- key kind: what the contest was
-- key difference: the attacker's total less the defender's; above 0 the attack succeeds
-- column n: totals compared in contests of that kind
-- column compared: of these, with that difference
-- column rate: compared out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    SELECT match_id, seq, game, kind, total - other_total AS difference
    FROM fact_totals_compared
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
)
-- figure
SELECT
    game, kind, difference, n, compared, compared / n AS rate, unnest(wilson(compared, n))
FROM (
    SELECT
        game, kind, difference, sum(count(*)) OVER (PARTITION BY game, kind) AS n,
        count(*) AS compared
    FROM evidence
    GROUP BY game, kind, difference
)
ORDER BY game, kind, difference
