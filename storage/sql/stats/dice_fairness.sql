-- title: Fairness of the dice
-- about: How often each face fell, for all players and for each, with a chi-square test against
--     a fair die. A small p says that a fair die would seldom fall so unevenly.
-- behind: every entry in which that person threw such a die
-- nothing: no dice were thrown in these matches
-- key game: the game
-- key person: who threw; (all) for everybody together
-- key sides: how many sides the die has
-- key shows: what they show
-- column n: dice thrown
-- column faces: how often each number fell that the die shows, from the lowest up
-- column chi_square: the sum over these of (fallen - expected)^2 / expected
-- column p: the chance of at least that chi-square from a fair die
-- column warning: set where fewer than 5 of each face are expected and p says little
-- note: Of 20 fair players one has a p below 0.05 by chance; look at many players together.
WITH evidence AS (
    WITH kinds AS (
        SELECT
            sides, faces, shown,
            CASE
                WHEN list_unique(shown) = sides AND list_max(shown) - list_min(shown) = sides - 1
                THEN list_min(shown) || ' to ' || list_max(shown)
                ELSE array_to_string(shown, ', ')
            END AS shows
        FROM (
            SELECT
                sides, faces,
                CASE WHEN len(faces) = 0 THEN range(1, sides + 1) ELSE list_sort(faces) END
                    AS shown
            FROM (SELECT DISTINCT sides, faces FROM fact_die_rolled)
        )
    )
    SELECT match_id, seq, game, person, sides, value, shown, shows
    FROM fact_die_rolled
    JOIN kinds USING (sides, faces)
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
),
counted AS (
    SELECT game, person, sides, shows, shown, value, count(*) AS fallen
    FROM evidence
    GROUP BY GROUPING SETS (
        (game, person, sides, shows, shown, value), (game, sides, shows, shown, value)
    )
)
-- figure
SELECT
    game, person, sides, shows, n, faces, chi_square, chi_square_p(chi_square, distinct_ - 1) AS p,
    CASE WHEN n * fewest < 5 * sides THEN 'too few throws' ELSE '' END AS warning
FROM (
    SELECT
        game, coalesce(person, '(all)') AS person, sides, shows, sum(fallen)::BIGINT AS n,
        [coalesce(map(list(value), list(fallen))[face], 0)
         FOR face IN list_sort(list_distinct(shown))] AS faces,
        greatest(0, sides * sum(fallen * fallen / len(list_filter(shown, lambda x: x = value)))
            / sum(fallen) - sum(fallen)) AS chi_square,
        list_unique(shown) AS distinct_,
        list_min([len(list_filter(shown, lambda x: x = face)) FOR face IN shown]) AS fewest
    FROM counted
    GROUP BY game, person, sides, shows, shown
)
ORDER BY game, sides, shows, person <> '(all)', n DESC, person
