-- title: Random results of effects
-- about: How often each number came where an effect asked for a fair random result, such as a die,
--     with a chi-square test against numbers that are all as likely, from 1 up to the highest
--     that came of that source.
-- behind: every entry in which that number came
-- nothing: no effect asked for a random result in these matches
-- key game: the game
-- key source: what asked for it
-- key number: the number; (all) for all of them, with the test
-- column n: random results of that source
-- column came: of these, with that number
-- column rate: came out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column expected: how often it would be by chance
-- column chi_square: the sum over all numbers of (came - expected)^2 / expected
-- column p: the chance of at least that chi-square from fair results
-- column warning: set beside a p that says little: fewer than 5 of each number are expected
-- note: How many results there could be is not in the log: a highest number that never came is
--     not missed.
WITH evidence AS (
    SELECT
        match_id, seq, game, regexp_replace(source, '\.\d+$', '') AS source,
        number::VARCHAR AS number
    FROM fact_grand_archive__random_result
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
),
sources AS (
    SELECT game, source, count(*) AS n, max(number::INTEGER) AS faces
    FROM evidence
    WHERE number::INTEGER > 0
    GROUP BY game, source
),
counted AS (
    SELECT sources.game, sources.source, face, n, faces, count(evidence.number) AS came
    FROM (SELECT *, unnest(range(1, faces + 1)) AS face FROM sources) AS sources
    LEFT JOIN evidence
        ON evidence.game = sources.game AND evidence.source = sources.source
        AND evidence.number = face::VARCHAR
    GROUP BY ALL
)
-- figure
SELECT
    game, source, number, n, came, came / n AS rate, unnest(wilson(came, n)), expected,
    chi_square, CASE WHEN faces > 1 THEN chi_square_p(chi_square, faces - 1) END AS p,
    CASE WHEN n < 5 * faces THEN 'too few results' ELSE '' END AS warning
FROM (
    SELECT
        game, source, face::VARCHAR AS number, n, came, n / faces AS expected,
        NULL::DOUBLE AS chi_square, NULL::BIGINT AS faces
    FROM counted
    UNION ALL
    SELECT
        game, source, '(all)', n, n, n, sum((came - n / faces) ** 2 / (n / faces)), faces
    FROM counted
    GROUP BY game, source, n, faces
)
ORDER BY game, source, number <> '(all)', try_cast(number AS INTEGER)
