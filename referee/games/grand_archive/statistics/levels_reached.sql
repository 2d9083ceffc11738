-- title: Levels reached
-- about: How many players' champions reached each level, in which of their own turns they first
--     did, and how often these players won. Level 0 is reached as the champion is placed.
-- behind: the entry in which each champion first reached that level
-- nothing: no match is over in which a champion was placed
-- key game: the game
-- key level: the printed level of the champion on top
-- column n: finished matches, one for each seat that reached it
-- column wins: of these, won
-- column draws: of these, drawn
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column share: n out of the seats of these matches whose champion was placed
-- column turn: the own turn in which they reached it, the mean; 0 before the first
-- column turn_low: the 95 % interval of that mean, lower end
-- column turn_high: the 95 % interval of that mean, upper end
-- column median: half of them reached it in that own turn or before
WITH evidence AS (
    WITH
    own_turns AS (
        SELECT
            match_id, seat, place,
            row_number() OVER (PARTITION BY match_id, seat ORDER BY place) AS own
        FROM fact_turn_began
    ),
    first AS (
        SELECT match_id, seat, level, min(seq) AS seq, min(place) AS place
        FROM fact_grand_archive__champion_leveled
        GROUP BY match_id, seat, level
    )
    SELECT
        first.match_id, first.seq, game, level, first.seat, coalesce(own, 0) AS turn, won, drawn,
        unresolved
    FROM first
    JOIN finished_seats($game, $match, $since, $until, $person) AS finished
        ON finished.match_id = first.match_id AND finished.seat = first.seat
    ASOF LEFT JOIN own_turns
        ON own_turns.match_id = first.match_id AND own_turns.seat = first.seat
        AND own_turns.place <= first.place
)
-- figure
SELECT
    game, level, unnest(found), found.n / nullif(placed, 0) AS share, time.mean AS turn,
    time.low AS turn_low, time.high AS turn_high, median
FROM (
    SELECT
        game, level, results(won, drawn, unresolved) AS found,
        mean_of(CASE WHEN NOT unresolved THEN turn END) AS time,
        quantile_disc(CASE WHEN NOT unresolved THEN turn END, 0.5) AS median
    FROM evidence
    GROUP BY game, level
)
JOIN (
    SELECT game, count(DISTINCT (match_id, seat)) FILTER (NOT unresolved) AS placed
    FROM evidence
    GROUP BY game
) USING (game)
ORDER BY game, level
