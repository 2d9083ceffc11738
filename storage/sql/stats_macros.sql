-- What the statistics share. Temporary macros: they also serve a log that is open for reading.

-- How many standard deviations from the mean enclose 95 % of a normal distribution: its 97.5 %
-- quantile.
CREATE OR REPLACE TEMP MACRO z_95() AS 1.959963984540054::DOUBLE;

-- The 95 % interval of a rate of `wins` out of `n` (Wilson score, without continuity
-- correction); null where n is 0.
CREATE OR REPLACE TEMP MACRO wilson(wins, n) AS (
    CASE WHEN n > 0 THEN {
        'low': CASE WHEN wins = 0 THEN 0.0 ELSE (wins + z_95() ** 2 / 2
            - z_95() * sqrt(wins * (n - wins) / n + z_95() ** 2 / 4))
            / (n + z_95() ** 2) END,
        'high': CASE WHEN wins = n THEN 1.0 ELSE (wins + z_95() ** 2 / 2
            + z_95() * sqrt(wins * (n - wins) / n + z_95() ** 2 / 4))
            / (n + z_95() ** 2) END
    } END
);

-- The mean of what is measured, its standard deviation, and the 95 % interval of the mean from
-- that; null, but for the mean, where it was measured once.
CREATE OR REPLACE TEMP MACRO mean_of(measured) AS {
    'mean': avg(measured),
    'sd': stddev_samp(measured),
    'low': avg(measured) - z_95() * stddev_samp(measured) / sqrt(count(measured)),
    'high': avg(measured) + z_95() * stddev_samp(measured) / sqrt(count(measured))
};

-- What matches, or sides of them, came to: those with a result, of these the won and the drawn,
-- beside them those without a result, and the rate of the won with its interval. Those that are
-- neither won nor drawn are lost, by one or by all.
CREATE OR REPLACE TEMP MACRO results(won, drawn, unresolved) AS {
    'n': count_if(NOT unresolved),
    'wins': count_if(won),
    'draws': count_if(drawn),
    'no_result': count_if(unresolved),
    'rate': count_if(won) / nullif(count_if(NOT unresolved), 0),
    'low': wilson(count_if(won), count_if(NOT unresolved)).low,
    'high': wilson(count_if(won), count_if(NOT unresolved)).high
};

-- The lower end of the 95 % interval of the rate of the won, by which rows are ranked.
CREATE OR REPLACE TEMP MACRO lower_end(won, unresolved) AS (
    wilson(count_if(won), count_if(NOT unresolved)).low
);

-- The chance of a chi-square of at least `x` under `dof` degrees of freedom: 1 less the series
-- of the regularised lower incomplete gamma function, to 12 places.
CREATE OR REPLACE TEMP MACRO chi_square_p(x, dof) AS (
    CASE
        WHEN dof < 1 THEN NULL
        WHEN x <= 0 THEN 1.0
        WHEN x > dof + 40 * sqrt(2.0 * dof) + 200 THEN 0.0
        ELSE abs(round(1 - list_sum(list_transform(
            range(0, 1000),
            lambda k: exp((dof / 2 + k) * ln(x / 2) - x / 2 - lgamma(dof / 2 + k + 1))
        )), 12))
    END
);

-- The dice in an itemised total: the values of the terms that are labelled `die`.
CREATE OR REPLACE TEMP MACRO dice_in(terms) AS (
    [term.value FOR term IN terms IF term.label = 'die']
);

-- The cards in an itemised total: the values of the terms whose label begins with `cards`.
CREATE OR REPLACE TEMP MACRO cards_in(terms) AS (
    [term.value FOR term IN terms IF starts_with(term.label, 'cards ')]
);

-- What is added to the dice and cards in an itemised total.
CREATE OR REPLACE TEMP MACRO added_in(terms) AS (
    coalesce(list_sum([
        term.value FOR term IN terms
        IF term.label <> 'die' AND NOT starts_with(term.label, 'cards ')
    ]), 0)
);

-- Whether an attack won its comparison; one on a unit of the own seat wins by its total.
CREATE OR REPLACE TEMP MACRO attack_won(seat, other_seat, total, other_total, winner) AS (
    winner = seat AND (seat <> other_seat OR total > other_total)
);

-- The chance that one die of so many sides and an edge beats another such die, where ties are
-- thrown again.
CREATE OR REPLACE TEMP MACRO chance_with_edge(edge, sides) AS (
    coalesce(list_sum([sides - abs(ahead) FOR ahead IN range((1 - edge)::INTEGER, sides)
                       IF abs(ahead) < sides]), 0)
    / (sides * sides - greatest(0, sides - abs(edge)))
);

-- What else a figure may be asked of, besides what the macros below are given: variables of the
-- connection, so that every statistic has them, each of which leaves everything where it is null.
-- The events whose games, or which themselves, are asked for.
CREATE OR REPLACE TEMP MACRO asked_events() AS getvariable('asked_events')::VARCHAR[];
-- The deck of a seat, and the deck of somebody whom it met.
CREATE OR REPLACE TEMP MACRO asked_deck() AS getvariable('asked_deck')::VARCHAR;
CREATE OR REPLACE TEMP MACRO asked_against() AS getvariable('asked_against')::VARCHAR;
-- A version of the rules, a catalog by its name or the beginning of its hash, or both: `1 52807f`.
CREATE OR REPLACE TEMP MACRO asked_edition() AS getvariable('asked_edition')::VARCHAR;

-- Whether simulated matches are counted among those that people have played.
CREATE OR REPLACE TEMP MACRO asked_simulated() AS coalesce(getvariable('asked_simulated'), true);

-- The matches that `referee simulate` has made, of games of which people have played others.
CREATE OR REPLACE TEMP MACRO simulated_matches() AS TABLE (
    SELECT match_id
    FROM (
        SELECT match_id, game, recorded_by = 'simulator' AS simulated
        FROM entries
        JOIN matches USING (match_id)
        WHERE seq = 1
    )
    QUALIFY simulated AND NOT bool_and(simulated) OVER (PARTITION BY game)
);

CREATE OR REPLACE TEMP MACRO of_edition(version_, catalog_) AS (
    asked_edition() IS NULL OR version_ = asked_edition()
    OR starts_with(catalog_, asked_edition())
    OR starts_with(version_ || ' ' || catalog_, asked_edition())
    OR catalog_ IN (SELECT hash FROM catalogs WHERE name = asked_edition())
);

-- The seats with the deck that is asked for, which met the deck that is asked for.
CREATE OR REPLACE TEMP MACRO asked_seats() AS TABLE (
    SELECT match_id, seat
    FROM seats AS own
    WHERE (asked_deck() IS NULL OR deck_name = asked_deck())
        AND (asked_against() IS NULL OR EXISTS (
            SELECT 1 FROM seats AS other
            WHERE other.match_id = own.match_id AND other.side <> own.side
                AND other.deck_name = asked_against()
        ))
);

-- The matches that the filters leave; a person's are those in which that person has a seat, those
-- of a deck in which a seat has it. What is no game for a table, such as a tournament, is among
-- them only where it is asked for.
CREATE OR REPLACE TEMP MACRO chosen_matches(game_, match_, since_, until_, person_) AS TABLE (
    SELECT match_id, game, catalog, opened_at
    FROM matches
    WHERE (game = game_ OR game_ IS NULL AND (match_ IS NOT NULL OR NOT list_contains(streams(), game)))
        AND (match_ IS NULL OR match_id = match_)
        AND (since_ IS NULL OR opened_at >= since_)
        AND (until_ IS NULL OR opened_at < until_)
        AND (person_ IS NULL
             OR match_id IN (SELECT match_id FROM seats WHERE person = person_))
        AND (asked_events() IS NULL OR match_id IN (
            SELECT match_id FROM contests
            WHERE list_contains(asked_events(), split_part(contest, '/', 1))
        ))
        AND of_edition(version, catalog)
        AND (asked_deck() IS NULL AND asked_against() IS NULL
             OR match_id IN (SELECT match_id FROM asked_seats()))
        AND (asked_simulated() OR match_id NOT IN (FROM simulated_matches()))
);

-- The seats of those matches, and whether the side of each went first; of a person or a deck, only
-- the seats in which that person sits, or which have it.
CREATE OR REPLACE TEMP MACRO chosen_seats(game_, match_, since_, until_, person_) AS TABLE (
    SELECT
        match_id, game, catalog, seats.seat, seats.place, seats.side, person, deck_name,
        CASE
            WHEN starter.side IS NULL THEN 'not settled'
            WHEN starter.side = seats.side THEN 'went first'
            ELSE 'went later'
        END AS start
    FROM chosen_matches(game_, match_, since_, until_, person_)
    JOIN seats USING (match_id)
    LEFT JOIN (
        SELECT match_id, arg_max(side, first.place) AS side
        FROM fact_first_player AS first
        JOIN seats USING (match_id, seat)
        GROUP BY match_id
    ) AS starter USING (match_id)
    WHERE (person_ IS NULL OR person = person_)
        AND (asked_deck() IS NULL AND asked_against() IS NULL
             OR (match_id, seats.seat) IN (SELECT (match_id, seat) FROM asked_seats()))
);

-- Those seats in the matches that are over, with the entry that ended each match. A win that
-- sides share is a win for each of them; where all lost, each seat did; a match without a result
-- is neither won, drawn nor lost, and no rate counts it.
CREATE OR REPLACE TEMP MACRO finished_seats(game_, match_, since_, until_, person_) AS TABLE (
    SELECT
        match_id, ending.seq, game, catalog, chosen.seat, chosen.place, side, person, deck_name,
        start,
        list_contains(winners, side) AS won,
        result = 'draw' AS drawn,
        result = 'no result' AS unresolved
    FROM chosen_seats(game_, match_, since_, until_, person_) AS chosen
    JOIN fact_match_ended AS ending USING (match_id)
);
