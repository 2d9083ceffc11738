-- title: Wizards in retreat
-- about: How long wizards that lost go on in retreat, what they cast into their allies' maps, and
--     how often their side wins in the end.
-- behind: the entry in which each retreat began
-- nothing: no match is over in which a wizard was in retreat
-- key game: the game
-- key sides: the wizards of each side, such as 2v2
-- column n: retreats in finished matches, one for each wizard
-- column wins: of these, won by the wizard's side
-- column draws: of these, drawn
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column turns: turns that the wizard ended in retreat, the mean
-- column turns_low: the 95 % interval of that mean, lower end
-- column turns_high: the 95 % interval of that mean, upper end
-- column most: the most turns
-- column casts: cards cast into allies' maps
-- column rebuked: of these, rebuked
WITH evidence AS (
    WITH
    tables AS (
        SELECT match_id, string_agg(wizards::VARCHAR, 'v' ORDER BY wizards) AS sides
        FROM (SELECT match_id, side, count(*) AS wizards FROM seats GROUP BY match_id, side)
        GROUP BY match_id
    ),
    begun AS (
        SELECT match_id, seq, place, seat FROM fact_tower_wizwar__space_cleared WHERE retreat
    ),
    ends AS (
        SELECT begun.match_id, begun.seat, count(*) AS turns
        FROM begun
        JOIN fact_turn_ended AS ended
            ON ended.match_id = begun.match_id AND ended.seat = begun.seat
            AND ended.place > begun.place
        GROUP BY begun.match_id, begun.seat
    ),
    casts AS (
        SELECT
            begun.match_id, begun.seat, count(*) AS casts, count(after.entry) AS rebuked
        FROM begun
        JOIN fact_tower_wizwar__card_cast AS played
            ON played.match_id = begun.match_id AND played.seat = begun.seat
            AND played.place > begun.place AND played.on <> played.seat
        LEFT JOIN fact_tower_wizwar__resolved AS after
            ON after.match_id = played.match_id AND after.entry = played.seq
            AND after.kind = 'cast' AND after.how = 'rebuked'
        GROUP BY begun.match_id, begun.seat
    )
    SELECT
        match_id, begun.seq, game, sides, won, drawn, unresolved, coalesce(turns, 0) AS turns,
        coalesce(casts, 0) AS casts, coalesce(rebuked, 0) AS rebuked
    FROM begun
    JOIN finished_seats($game, $match, $since, $until, $person) USING (match_id, seat)
    JOIN tables USING (match_id)
    LEFT JOIN ends USING (match_id, seat)
    LEFT JOIN casts USING (match_id, seat)
)
-- figure
SELECT
    game, sides, unnest(found), time.mean AS turns, time.low AS turns_low,
    time.high AS turns_high, most, casts, rebuked
FROM (
    SELECT
        game, sides, results(won, drawn, unresolved) AS found,
        mean_of(CASE WHEN NOT unresolved THEN turns END) AS time, max(turns) AS most,
        sum(casts)::BIGINT AS casts, sum(rebuked)::BIGINT AS rebuked
    FROM evidence
    GROUP BY game, sides
)
ORDER BY game, sides
