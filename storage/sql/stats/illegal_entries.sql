-- title: Illegal entries by rule
-- about: Which rules are broken: the entries that were illegal when they were logged.
-- behind: every entry that broke that rule
-- nothing: no entry was illegal in these matches
-- key game: the game
-- key rule: the rule that the entry broke
-- column n: all entries of that game
-- column illegal: of these, illegal by that rule
-- column matches: matches in which that happened
-- column let_stand: of the illegal ones, in force now by a ruling
-- column undone: of the illegal ones, taken out of force
-- column rate: illegal out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    SELECT match_id, seq, game, rule, standing, undone_by
    FROM verdicts
    JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
    WHERE verdict = 'illegal'
)
-- figure
SELECT
    game, rule, n, illegal, matches, let_stand, undone,
    illegal / n AS rate, unnest(wilson(illegal, n))
FROM (
    SELECT
        game, rule, count(*) AS illegal, count(DISTINCT match_id) AS matches,
        count_if(standing IN ('legal', 'on trust')) AS let_stand,
        count_if(undone_by IS NOT NULL) AS undone
    FROM evidence
    GROUP BY game, rule
)
JOIN (
    SELECT game, count(*) AS n
    FROM entries
    JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
    GROUP BY game
) USING (game)
ORDER BY game, illegal DESC, rule
