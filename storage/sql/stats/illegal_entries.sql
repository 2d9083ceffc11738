-- title: Illegal entries by rule
-- about: Which rules are broken: the entries that were illegal when they were logged. One that is illegal only because of an earlier one is no misplay of its own, but a consequence.
-- behind: every misplay of that rule
-- nothing: no entry was illegal in these matches
-- key game: the game
-- key rule: the rule that the entry broke
-- column n: all entries of that game
-- column illegal: of these, misplays of that rule
-- column consequences: entries that were refused only because of these
-- column matches: matches in which they happened
-- column let_stand: of the misplays, let stand by a judge
-- column inserted: of the misplays, repaired by an insert
-- column repaired: of the misplays, repaired by another ruling
-- column undone: of the misplays, taken out of force
-- column rate: misplays out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    SELECT match_id, seq, game, rule, remedy, coalesce(following.consequences, 0) AS consequences
    FROM verdicts
    JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
    LEFT JOIN (
        SELECT match_id, root AS seq, count(*) AS consequences
        FROM verdicts
        WHERE root <> seq
        GROUP BY ALL
    ) AS following USING (match_id, seq)
    WHERE verdict = 'illegal' AND root = seq
)
-- figure
SELECT
    game, rule, n, illegal, consequences, matches, let_stand, inserted, repaired, undone,
    illegal / n AS rate, unnest(wilson(illegal, n))
FROM (
    SELECT
        game, rule, count(*) AS illegal, sum(consequences)::BIGINT AS consequences,
        count(DISTINCT match_id) AS matches,
        count_if(remedy = 'let stand') AS let_stand,
        count_if(remedy = 'repaired by an insert') AS inserted,
        count_if(remedy = 'repaired') AS repaired,
        count_if(remedy = 'undone') AS undone
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
