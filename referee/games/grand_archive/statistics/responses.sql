-- title: Responses per turn
-- about: How much is answered: cards and abilities that players activate while something is on the
--     stack, for each turn of any player in which they sat there, and those that they activate in
--     turns of others at all. A turn that is on counts.
-- behind: every entry in which such a person activated something in such a turn, and the beginning
--     of each turn
-- nothing: no turn began in these matches
-- key game: the game
-- key person: who activates; (all) for everybody together
-- key turns: own, others'; (all) for all
-- column n: turns
-- column activated: cards and abilities activated in them
-- column responses: of these, answers to what was on the stack
-- column rate: responses out of activated
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column mean: responses in a turn, the mean
-- column mean_low: the 95 % interval of that mean, lower end
-- column mean_high: the 95 % interval of that mean, upper end
-- column most: the most in one turn
WITH evidence AS (
    WITH
    acts AS (
        SELECT match_id, seq, place, seat, answers FROM fact_grand_archive__card_activated
        UNION ALL
        SELECT match_id, seq, place, seat, answers FROM fact_grand_archive__ability_activated
    ),
    placed AS (
        SELECT acts.*, turn
        FROM acts
        ASOF JOIN fact_turn_began AS began
            ON began.match_id = acts.match_id AND began.place <= acts.place
    ),
    asked AS (
        SELECT
            match_id, began.seq, game, person, chosen.seat, turn,
            CASE WHEN began.seat = chosen.seat THEN 'own' ELSE 'others''' END AS turns
        FROM chosen_seats($game, $match, $since, $until, $person) AS chosen
        JOIN fact_turn_began AS began USING (match_id)
    )
    SELECT
        match_id, seq, game, person, seat, turn, turns, 0 AS activated, 0 AS responses
    FROM asked
    UNION ALL
    SELECT
        match_id, placed.seq, game, person, seat, turn, turns, 1, answers::INTEGER
    FROM asked
    JOIN placed USING (match_id, seat, turn)
)
-- figure
SELECT
    game, person, turns, n, activated, responses, responses / nullif(activated, 0) AS rate,
    unnest(wilson(responses, activated)), found.mean AS mean, found.low AS mean_low,
    found.high AS mean_high, most
FROM (
    SELECT
        game, coalesce(person, '(all)') AS person, coalesce(turns, '(all)') AS turns,
        count(*) AS n, sum(activated)::BIGINT AS activated, sum(responses)::BIGINT AS responses,
        mean_of(responses) AS found, max(responses)::BIGINT AS most
    FROM (
        SELECT
            match_id, game, person, seat, turn, turns, sum(activated) AS activated,
            sum(responses) AS responses
        FROM evidence
        GROUP BY ALL
    )
    GROUP BY GROUPING SETS ((game, person, turns), (game, person), (game, turns), (game))
)
ORDER BY game, person <> '(all)', person, turns <> '(all)', turns DESC
