-- title: Fairness of the draft deck
-- about: How often each number was turned, for all wizards together and summed up for each
--     person, with a chi-square test against well shuffled draft decks. What is expected goes by
--     the cards that were still face down: a number that was turned often comes seldom in the
--     rest of the pass. A small p says that well shuffled decks would seldom give such counts.
-- behind: every entry in which that number was turned
-- nothing: no draft card was turned in these matches
-- key game: the game
-- key person: for whose effect; (all) for everybody together
-- key number: the number; (all) for all of them, with the test
-- column n: draft cards turned
-- column turned: of these, with that number
-- column expected: how often it would be, were every card face down as likely
-- column z: turned less expected, in standard deviations
-- column chi_square: the squares of all z, each number's share of chance taken into account
-- column p: the chance of at least that chi-square from well shuffled decks
-- column warning: set where fewer than 5 of a number are expected and p says little
-- note: The last cards of a pass are known and left to no chance; z and p leave that out.
-- note: Of 20 fair players one has a p below 0.05 by chance; look at many players together.
WITH evidence AS (
    WITH
    drafts AS (
        SELECT
            match_id, seq, place, seat, number, "left",
            max("left") OVER (PARTITION BY match_id) AS whole
        FROM fact_tower_wizwar__draft_turned
    ),
    passes AS (
        SELECT
            *,
            count_if("left" = whole) OVER (PARTITION BY match_id ORDER BY place) AS pass
        FROM drafts
    ),
    faces AS (
        SELECT
            passes.*, face,
            (whole / 6 - coalesce(count_if(number = face) OVER (
                PARTITION BY match_id, pass, face ORDER BY place
                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
            ), 0)) / "left" AS chance
        FROM passes
        CROSS JOIN (SELECT unnest(range(1, 7)) AS face)
    ),
    turned AS (
        SELECT match_id, seq, seat, place, number, list(chance ORDER BY face) AS chances
        FROM faces
        GROUP BY match_id, seq, seat, place, number
    )
    SELECT match_id, turned.seq, game, person, number::VARCHAR AS number, chances
    FROM turned
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
),
counted AS (
    SELECT
        game, coalesce(person, '(all)') AS person, face::VARCHAR AS number, count(*) AS n,
        count_if(number = face::VARCHAR) AS turned, sum(chances[face]) AS expected,
        sum(chances[face] * (1 - chances[face])) AS variance
    FROM evidence
    CROSS JOIN (SELECT unnest(range(1, 7)) AS face)
    GROUP BY GROUPING SETS ((game, person, face), (game, face))
)
-- figure
SELECT
    game, person, number, n, turned, expected, z, chi_square, chi_square_p(chi_square, 5) AS p,
    CASE WHEN least < 5 THEN 'too few cards' ELSE '' END AS warning
FROM (
    SELECT
        game, person, '(all)' AS number, any_value(n) AS n, sum(turned)::BIGINT AS turned,
        sum(expected) AS expected, NULL::DOUBLE AS z,
        sum((turned - expected) ** 2 / nullif(variance, 0)) * 5 / 6 AS chi_square,
        min(variance * 6 / 5) AS least
    FROM counted
    GROUP BY game, person
    UNION ALL
    SELECT
        game, person, number, n, turned, expected,
        (turned - expected) / sqrt(nullif(variance, 0)), NULL, NULL
    FROM counted
    WHERE person = '(all)'
)
ORDER BY game, person <> '(all)', n DESC, person, number <> '(all)', number
