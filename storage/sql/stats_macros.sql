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

-- How many contests were won against how many by their chances: the difference, the standard
-- deviation of the won, where they lie in 95 of 100, and the difference in standard deviations.
CREATE OR REPLACE TEMP MACRO luck_of(won, chance) AS {
    'n': count(*),
    'won': count_if(won),
    'expected': sum(chance),
    'luck': count_if(won) - sum(chance),
    'sd': sqrt(sum(chance * (1 - chance))),
    'low': greatest(0, sum(chance) - z_95() * sqrt(sum(chance * (1 - chance)))),
    'high': least(count(*), sum(chance) + z_95() * sqrt(sum(chance * (1 - chance)))),
    'z': (count_if(won) - sum(chance)) / nullif(sqrt(sum(chance * (1 - chance))), 0)
};

-- How long something took, over all times that it was done, in seconds; beside it the time for
-- which it stood still for a judge.
CREATE OR REPLACE TEMP MACRO paces(seconds, judge_seconds) AS {
    'n': count(*),
    'mean': avg(seconds),
    'median': median(seconds),
    'p10': quantile_cont(seconds, 0.1),
    'p90': quantile_cont(seconds, 0.9),
    'min': min(seconds),
    'max': max(seconds),
    'judge_seconds': sum(judge_seconds)
};

-- The lower end of the 95 % interval of the rate of the won, by which rows are ranked.
CREATE OR REPLACE TEMP MACRO lower_end(won, unresolved) AS (
    wilson(count_if(won), count_if(NOT unresolved)).low
);

-- The chance of a chi-square of at least `x` under `dof` degrees of freedom: 1 less the series
-- of the regularised lower incomplete gamma function, to 12 places.
CREATE OR REPLACE TEMP MACRO chi_square_p(x, dof) AS (
    list_transform([x], lambda once: CASE
        WHEN dof < 1 THEN NULL
        WHEN once <= 0 THEN 1.0
        WHEN once > dof + 40 * sqrt(2.0 * dof) + 200 THEN 0.0
        ELSE abs(round(1 - list_sum(list_transform(
            range(0, 1000),
            lambda k: exp((dof / 2 + k) * ln(once / 2) - once / 2 - lgamma(dof / 2 + k + 1))
        )), 12))
    END)[1]
);

-- The dice in an itemised total: the values of the terms that are labelled `die`.
CREATE OR REPLACE TEMP MACRO dice_in(terms) AS (
    [term.value FOR term IN terms IF term.label = 'die']
);

-- The cards in an itemised total: the values of the terms whose label begins with `cards`.
CREATE OR REPLACE TEMP MACRO cards_in(terms) AS (
    [term.value FOR term IN terms IF starts_with(term.label, 'cards ')]
);

-- The difference of two rates with its 95 % interval (Newcombe 1998, method 10, of the Wilson
-- intervals of both); null where one of them is of nothing.
CREATE OR REPLACE TEMP MACRO newcombe(wins, n, other_wins, other_n) AS (
    CASE WHEN n > 0 AND other_n > 0 THEN {
        'difference': wins / n - other_wins / other_n,
        'low': wins / n - other_wins / other_n - sqrt(
            (wins / n - wilson(wins, n).low) ** 2
            + (wilson(other_wins, other_n).high - other_wins / other_n) ** 2),
        'high': wins / n - other_wins / other_n + sqrt(
            (wilson(wins, n).high - wins / n) ** 2
            + (other_wins / other_n - wilson(other_wins, other_n).low) ** 2)
    } END
);

-- The chance of a standard normal deviate at least as far from 0 as `z`.
CREATE OR REPLACE TEMP MACRO normal_p(z) AS chi_square_p((z * z)::DOUBLE, 1);

-- By how many standard deviations two rates differ, where they are one (pooled).
CREATE OR REPLACE TEMP MACRO deviation(wins, n, other_wins, other_n) AS (
    CASE WHEN n > 0 AND other_n > 0 THEN coalesce(
        (wins / n - other_wins / other_n) / nullif(sqrt(
            (wins + other_wins) / (n + other_n) * (1 - (wins + other_wins) / (n + other_n))
            * (1 / n + 1 / other_n)), 0),
        0.0
    ) END
);

-- The chance that two rates differ at least so much, where they are one.
CREATE OR REPLACE TEMP MACRO same_rate_p(wins, n, other_wins, other_n) AS (
    normal_p(deviation(wins, n, other_wins, other_n))
);

-- A difference of two groups in which some count for both, set right: `known` is the variance of
-- how much each counts for the first, of what it would be were all in one or the other. It is then
-- the slope of the results over that.
CREATE OR REPLACE TEMP MACRO set_right(found, known) AS {
    'difference': found.difference / known,
    'low': found.difference / known - (found.difference - found.low) / sqrt(known),
    'high': found.difference / known + (found.high - found.difference) / sqrt(known)
};

-- Of a test of many: at how many of them there is no less chance, and from that, in a query over the
-- first, what share of those at least so clear is false (Benjamini and Hochberg).
CREATE OR REPLACE TEMP MACRO tested_rank(p, game_) AS (
    count(p) OVER (PARTITION BY game_ ORDER BY p RANGE UNBOUNDED PRECEDING)
    / count(p) OVER (PARTITION BY game_)
);
CREATE OR REPLACE TEMP MACRO false_share(p, rank_, game_) AS (
    CASE WHEN p IS NOT NULL THEN least(1.0, min(p / nullif(rank_, 0)) OVER (
        PARTITION BY game_ ORDER BY p DESC RANGE UNBOUNDED PRECEDING
    )) END
);

-- The 95 % interval of a number of rare things that was counted once (Byar's approximation of the
-- exact interval of a Poisson mean).
CREATE OR REPLACE TEMP MACRO poisson(counted) AS {
    'low': CASE WHEN counted = 0 THEN 0.0 ELSE
        counted * (1 - 1 / (9 * counted) - z_95() / (3 * sqrt(counted))) ** 3 END,
    'high': (counted + 1) * (1 - 1 / (9 * (counted + 1)) + z_95() / (3 * sqrt(counted + 1))) ** 3
};

-- In how many ways `k` of `n` are chosen, as a logarithm; null where there is none.
CREATE OR REPLACE TEMP MACRO ln_choose(n, k) AS (
    CASE WHEN k BETWEEN 0 AND n
        THEN lgamma((n + 1)::DOUBLE) - lgamma((k + 1)::DOUBLE) - lgamma((n - k + 1)::DOUBLE) END
);

-- The chance that of `drawn` out of `whole`, of which `marked` are marked, `k` are.
CREATE OR REPLACE TEMP MACRO hypergeometric(k, drawn, marked, whole) AS coalesce(exp(
    ln_choose(marked, k) + ln_choose(whole - marked, drawn - k) - ln_choose(whole, drawn)
), 0);

-- The least number of marked ones that is reached or missed with at least that chance.
CREATE OR REPLACE TEMP MACRO hypergeometric_quantile(chance, drawn, marked, whole) AS list_min([
    k FOR k IN range(0, drawn + 1)
    IF list_sum([hypergeometric(j, drawn, marked, whole) FOR j IN range(0, k + 1)])
        >= chance - 1e-12
]);

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

-- The group of lists, of the temporary table `archetypes`, that a seat's deck is in.
CREATE OR REPLACE TEMP MACRO asked_archetype() AS getvariable('asked_archetype')::VARCHAR;

-- Whose entries are asked for, and the seat that an entry names, where that is asked: nobody reads
-- what all entries say for nothing.
CREATE OR REPLACE TEMP MACRO asked_person() AS getvariable('asked_person')::VARCHAR;
CREATE OR REPLACE TEMP MACRO asked_seat(seat_) AS (
    CASE WHEN asked_person() IS NOT NULL THEN seat_ END
);

-- Whether simulated matches are counted among those that people have played.
CREATE OR REPLACE TEMP MACRO asked_simulated() AS coalesce(getvariable('asked_simulated'), true);

-- The matches that `referee simulate` has made, of games of which people have played others.
CREATE OR REPLACE TEMP MACRO simulated_matches() AS TABLE (
    WITH made AS (
        SELECT match_id FROM simulated WHERE NOT asked_simulated()
    )
    SELECT match_id
    FROM matches
    SEMI JOIN made USING (match_id)
    WHERE game IN (SELECT game FROM matches ANTI JOIN made USING (match_id))
);

-- On what a statistic rests: ``all`` that is told of a match, the ``turns`` and scores, which a light
-- record tells where they were said, or ``every`` match, however little is told of it. A match counts
-- as the least that was told of it at any time.
CREATE OR REPLACE TEMP MACRO asked_depth() AS coalesce(getvariable('asked_depth'), 'every');
CREATE OR REPLACE TEMP MACRO is_told(match_) AS (
    asked_depth() = 'every'
    OR match_ NOT IN (SELECT match_id FROM fact_depth_changed WHERE depth <> 'full')
    OR asked_depth() = 'turns'
        AND match_ IN (
            SELECT match_id FROM fact_turn_began
            SEMI JOIN (SELECT match_id FROM fact_depth_changed WHERE depth <> 'full') AS light
                USING (match_id)
            WHERE turn > 1 AND asked_depth() = 'turns'
        )
);

-- Whether each match is counted by itself: it then stands for its game.
CREATE OR REPLACE TEMP MACRO asked_each() AS coalesce(getvariable('asked_each'), false);

-- Whether a figure is of one match, whose seats it then tells apart.
CREATE OR REPLACE TEMP MACRO of_one(match_) AS (match_ IS NOT NULL OR asked_each());

CREATE OR REPLACE TEMP MACRO of_edition(version_, catalog_) AS (
    asked_edition() IS NULL OR version_ = asked_edition()
    OR starts_with(catalog_, asked_edition())
    OR starts_with(version_ || ' ' || catalog_, asked_edition())
    OR catalog_ IN (SELECT hash FROM catalogs WHERE name = asked_edition())
);

-- Whether seats are asked for by their decks.
CREATE OR REPLACE TEMP MACRO asked_for_seats() AS
    coalesce(asked_deck(), asked_against(), asked_archetype()) IS NOT NULL;

-- The seats with the deck that is asked for, which met the deck that is asked for.
CREATE OR REPLACE TEMP MACRO asked_seats() AS TABLE (
    SELECT match_id, seat
    FROM seats AS own
    WHERE asked_for_seats() AND (asked_deck() IS NULL OR deck_name = asked_deck())
        AND (asked_archetype() IS NULL OR (match_id, seat) IN (
            SELECT (match_id, seat) FROM archetypes WHERE archetype = asked_archetype()
        ))
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
    SELECT
        match_id, CASE WHEN asked_each() THEN match_id ELSE matches.game END AS game, catalog,
        opened_at
    FROM matches
    WHERE (matches.game = game_ OR game_ IS NULL AND (match_ IS NOT NULL OR NOT list_contains(streams(), game)))
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
        AND (NOT asked_for_seats()
             OR match_id IN (SELECT match_id FROM asked_seats()))
        AND (asked_simulated() OR match_id NOT IN (FROM simulated_matches()))
        AND is_told(match_id)
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
        AND (NOT asked_for_seats()
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

-- Those seats, each with its baseline: what decks of the same name win in all matches asked for.
CREATE OR REPLACE TEMP MACRO seats_with_baseline(game_, match_, since_, until_, person_) AS TABLE (
    SELECT
        *, count_if(won) OVER decks / nullif(count_if(NOT unresolved) OVER decks, 0) AS baseline
    FROM finished_seats(game_, match_, since_, until_, person_)
    WINDOW decks AS (PARTITION BY game, deck_name)
);

-- The own turns of the seats: of each turn that began, how many that seat had begun with it.
CREATE OR REPLACE TEMP MACRO own_turns() AS TABLE (
    SELECT
        match_id, seq, place, seat,
        row_number() OVER (PARTITION BY match_id, seat ORDER BY place) AS own_turn
    FROM fact_turn_began
    WHERE seat <> ''
);

-- Each score of those seats, or of their sides, as it stood at the end of a turn in which it was
-- set, with the entry that did; 0 is before the first turn. The scorers are numbered.
CREATE OR REPLACE TEMP MACRO scores_at_turns(game_, match_, since_, until_, person_) AS TABLE (
    WITH
    scorers AS MATERIALIZED (
        SELECT *, row_number() OVER () AS scorer
        FROM (
            SELECT DISTINCT match_id, game, start, unnest([seat, side]) AS seat
            FROM chosen_seats(game_, match_, since_, until_, person_)
        )
    )
    SELECT scorer, match_id, seat, game, start, measure, turn, next_turn, value, seq
    FROM turn_scores
    JOIN scorers USING (match_id, seat)
    WHERE match_ IS NULL OR match_id = match_
);

-- The contests of two totals in which each side threw one die of a kind, from either side: whether
-- it won, and its chance by the edge at the time of the throw. A tie that decides nothing is none.
CREATE OR REPLACE TEMP MACRO thrown_contests() AS TABLE (
    WITH
    sides_of AS (
        SELECT match_id, purpose AS kind, min(sides) AS sides
        FROM fact_die_rolled
        GROUP BY match_id, purpose
        HAVING min(sides) = max(sides)
    ),
    thrown AS (
        SELECT
            match_id, seq, kind, seat, other_seat,
            attack_won(seat, other_seat, total, other_total, winner) AS won,
            added_in(terms) - added_in(other_terms) AS edge
        FROM fact_totals_compared
        WHERE len(dice_in(terms)) = 1 AND len(dice_in(other_terms)) = 1
            AND len(cards_in(terms)) = 0 AND len(cards_in(other_terms)) = 0
            AND winner <> '' AND seat <> other_seat
    ),
    -- of few edges there are many throws
    chances AS (
        SELECT edge, sides, chance_with_edge(edge, sides) AS chance
        FROM (SELECT DISTINCT edge FROM thrown), (SELECT DISTINCT sides FROM sides_of)
    ),
    compared AS (
        SELECT match_id, seq, seat, other_seat, won, chance
        FROM thrown
        JOIN sides_of USING (match_id, kind)
        JOIN chances USING (edge, sides)
    )
    SELECT match_id, seq, seat, won, chance FROM compared
    UNION ALL
    SELECT match_id, seq, other_seat, NOT won, 1 - chance FROM compared WHERE other_seat <> ''
);

-- The luck of the sides in matches that are over: contests won above chance.
CREATE OR REPLACE TEMP MACRO match_luck(game_, match_, since_, until_, person_) AS TABLE (
    SELECT
        match_id, game, side, any_value(finished.won) AS won, any_value(drawn) AS drawn,
        any_value(unresolved) AS unresolved, any_value(finished.seq) AS seq, count(*) AS n,
        sum(thrown.won::INTEGER - chance) AS luck
    FROM thrown_contests() AS thrown
    JOIN finished_seats(game_, match_, since_, until_, person_) AS finished
        USING (match_id, seat)
    GROUP BY match_id, game, side
);
