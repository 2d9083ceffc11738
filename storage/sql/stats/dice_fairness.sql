-- title: Fairness of the dice
-- about: How often each face fell, for all players and for each, with a chi-square test against
--     a fair die. A small p says that a fair die would seldom fall so unevenly.
-- behind: every entry in which that person threw such a die
-- nothing: no dice were thrown in these matches
-- key game: the game
-- key person: who threw; (all) for everybody together
-- key sides: how many sides the die has
-- column n: dice thrown
-- column faces: how often each face fell, from 1 up
-- column chi_square: the sum over the faces of (fallen - expected)^2 / expected
-- column p: the chance of at least that chi-square from a fair die
-- column warning: set where fewer than 5 of each face are expected and p says little
-- note: Of 20 fair players one has a p below 0.05 by chance; look at many players together.
WITH evidence AS (
    SELECT match_id, seq, game, person, sides, value
    FROM fact_die_rolled
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
),
counted AS (
    SELECT game, person, sides, value, count(*) AS fallen
    FROM evidence
    GROUP BY GROUPING SETS ((game, person, sides, value), (game, sides, value))
)
-- figure
SELECT
    game, person, sides, n, faces, chi_square, chi_square_p(chi_square, sides - 1) AS p,
    CASE WHEN n < 5 * sides THEN 'too few throws' ELSE '' END AS warning
FROM (
    SELECT
        game, coalesce(person, '(all)') AS person, sides, sum(fallen)::BIGINT AS n,
        [coalesce(map(list(value), list(fallen))[face], 0) FOR face IN range(1, sides + 1)]
            AS faces,
        greatest(0, sides * sum(fallen * fallen) / sum(fallen) - sum(fallen)) AS chi_square
    FROM counted
    GROUP BY game, person, sides
)
ORDER BY game, sides, person <> '(all)', n DESC, person
