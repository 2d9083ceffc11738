-- title: Fairness of the flips
-- about: How often each card was flipped, for all players together and summed up for each, with a
--     chi-square test against well shuffled decks. A small p says that well shuffled decks would
--     seldom give such counts.
-- behind: every entry in which that person flipped that card
-- nothing: no cards were flipped in these matches
-- key game: the game
-- key person: who flipped; (all) for everybody together
-- key card: the card; (all) for all of them, with the test
-- column n: cards flipped
-- column flipped: of these, that card
-- column expected: how often it would be, were all equally frequent
-- column z: flipped less expected, in standard deviations
-- column chi_square: the squares of all z, each card's share of chance taken into account
-- column p: the chance of at least that chi-square from well shuffled decks
-- column warning: set where chance has decided too little and p says little
-- note: A card that lies flipped cannot come again before the deck is made anew. A deck that was
--     flipped to its end proves nothing, and z and p go by the cards that were left to chance.
-- note: Of 20 fair players one has a p below 0.05 by chance; look at many players together.
WITH evidence AS (
    WITH
    rebuilt AS (
        SELECT
            match_id, seat, seq, place,
            lag(place, 1, 0) OVER (PARTITION BY match_id, seat ORDER BY place) AS earlier
        FROM fact_deck_rebuilt
    ),
    flips AS (
        SELECT
            flip.match_id, flip.seq, flip.seat, first, second, coalesce(rebuilt.place, 0) AS deck,
            -- where the deck was made anew between the two cards, the first is of the old one
            CASE WHEN rebuilt.seq = flip.seq THEN earlier ELSE coalesce(rebuilt.place, 0) END
                AS first_deck
        FROM fact_legacy_of_conflict__cards_flipped AS flip
        ASOF LEFT JOIN rebuilt
            ON rebuilt.match_id = flip.match_id AND rebuilt.seat = flip.seat
            AND rebuilt.place < flip.place
    )
    SELECT
        match_id, seq, game, person, seat,
        unnest([{'card': first, 'deck': first_deck}, {'card': second, 'deck': deck}],
               recursive := true)
    FROM flips
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
),
cards AS (
    SELECT game, card
    FROM (SELECT DISTINCT game FROM evidence)
    CROSS JOIN (
        SELECT DISTINCT unnest([first, second]) AS card
        FROM fact_legacy_of_conflict__cards_flipped
    )
),
sizes AS (
    SELECT game, count(*) AS cards FROM cards GROUP BY game
),
decks AS (
    SELECT game, person, count(*) AS seen, least(1, count(*) / any_value(cards)) AS part
    FROM evidence
    JOIN sizes USING (game)
    GROUP BY game, person, match_id, seat, deck
),
people AS (
    SELECT
        game, coalesce(person, '(all)') AS person, sum(seen)::BIGINT AS n,
        sum(part * (1 - part)) AS variance
    FROM decks
    GROUP BY GROUPING SETS ((game, person), (game))
),
counted AS (
    SELECT game, coalesce(person, '(all)') AS person, card, count(*) AS flipped
    FROM evidence
    GROUP BY GROUPING SETS ((game, person, card), (game, card))
),
told AS (
    SELECT
        game, person, card, n, cards, coalesce(flipped, 0) AS flipped, n / cards AS expected,
        CASE WHEN variance > 0 THEN variance END AS variance
    FROM people
    JOIN sizes USING (game)
    JOIN cards USING (game)
    LEFT JOIN counted USING (game, person, card)
)
-- figure
SELECT
    game, person, card, n, flipped, expected, z, chi_square,
    chi_square_p(chi_square, dof) AS p, warning
FROM (
    SELECT
        game, person, '(all)' AS card, any_value(n) AS n, sum(flipped)::BIGINT AS flipped,
        sum(expected) AS expected, NULL::DOUBLE AS z,
        sum((flipped - expected) ** 2 / variance) * (count(*) - 1) / count(*) AS chi_square,
        count(*) - 1 AS dof,
        CASE WHEN coalesce(any_value(variance), 0) < 1 THEN 'too few flips' ELSE '' END AS warning
    FROM told
    GROUP BY game, person
    UNION ALL
    SELECT
        game, person, card, n, flipped, expected, (flipped - expected) / sqrt(variance), NULL,
        NULL, ''
    FROM told
    WHERE person = '(all)'
)
ORDER BY game, person <> '(all)', n DESC, person, card <> '(all)', card
