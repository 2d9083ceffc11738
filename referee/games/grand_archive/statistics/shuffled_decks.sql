-- title: Chance in the main decks
-- about: Whether the cards that effects turn from the top of a main deck into the graveyard are
--     what well shuffled decks would give: by their type and by their reserve cost, against the
--     registered deck. Cards that were searched for do not count, nor do those that the registered
--     deck has not.
-- behind: every entry in which such a card was turned
-- nothing: no card went from the top of a main deck to the graveyard in these matches
-- key game: the game
-- key trait: type or cost
-- key value: the type, or the cost; (all) for all of them, with the test
-- column n: cards turned
-- column turned: of these, with that type or cost
-- column rate: turned out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column expected: how often it would be turned, by the share of each registered deck
-- column z: turned less expected, in standard deviations
-- column chi_square: the sum over all values of (turned - expected)^2 / expected
-- column p: the chance of at least that chi-square from well shuffled decks
-- column warning: set where fewer than 5 of a value are expected and p says little
-- note: A deck is told as registered, before any sideboarding. What was glimpsed, searched or put
--     on top before makes decks other than shuffled: a small p calls for a look, no more.
-- note: Cards that are turned together come without replacement: the test finds a little less than
--     it could.
WITH evidence AS (
    WITH
    traits AS MATERIALIZED (
        SELECT catalog, card, trait, value FROM card_traits WHERE trait IN ('type', 'cost')
    ),
    turned AS (
        SELECT moved.match_id, moved.seq, moved.place, moved.seat, game, catalog, card
        FROM fact_card_moved AS moved
        JOIN chosen_seats($game, $match, $since, $until, $person) AS chosen
            USING (match_id, seat)
        SEMI JOIN deck_cards
            ON deck_cards.match_id = moved.match_id AND deck_cards.seat = moved.seat
            AND deck_cards.card = moved.card AND list = ''
        WHERE moved.rule = 'GA-5.3'
    ),
    held AS MATERIALIZED (
        SELECT match_id, seat, catalog, card, copies
        FROM deck_cards
        JOIN chosen_matches($game, $match, $since, $until, NULL) USING (match_id)
        WHERE list = ''
    ),
    shares AS (
        SELECT
            match_id, seat, trait, value,
            sum(copies) / sum(sum(copies)) OVER (PARTITION BY match_id, seat, trait) AS share
        FROM held
        JOIN traits USING (catalog, card)
        GROUP BY match_id, seat, trait, value
    )
    SELECT
        turned.match_id, turned.seq, turned.place, game, shares.trait, shares.value, share,
        traits.value = shares.value AS so
    FROM turned
    JOIN shares USING (match_id, seat)
    JOIN traits
        ON traits.catalog = turned.catalog AND traits.card = turned.card
        AND traits.trait = shares.trait
),
counted AS (
    SELECT
        game, trait, value, count_if(so) AS turned, sum(share) AS expected,
        sum(share * (1 - share)) AS variance
    FROM evidence
    GROUP BY game, trait, value
),
whole AS (
    SELECT
        game, trait, sum(turned)::BIGINT AS n, sum(expected) AS expected,
        sum((turned - expected) ** 2 / expected) AS chi_square, count(*) AS faces,
        min(expected) AS least
    FROM counted
    GROUP BY game, trait
)
-- figure
SELECT
    game, trait, value, n, turned, turned / n AS rate, unnest(wilson(turned, n)), expected, z,
    chi_square, CASE WHEN faces > 1 THEN chi_square_p(chi_square, faces - 1) END AS p,
    CASE WHEN least < 5 THEN 'too few cards' ELSE '' END AS warning
FROM (
    SELECT
        game, trait, '(all)' AS value, n, n AS turned, expected, NULL::DOUBLE AS z, chi_square,
        faces, least
    FROM whole
    UNION ALL
    SELECT
        game, trait, value, n, turned, counted.expected,
        (turned - counted.expected) / sqrt(nullif(variance, 0)), NULL, NULL, counted.expected
    FROM counted
    JOIN whole USING (game, trait)
)
ORDER BY game, trait, value <> '(all)', try_cast(value AS INTEGER), value
