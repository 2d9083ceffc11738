-- title: Wins by class, seat and first player
-- about: How often each class won, each place at the table, and who had the first turn of the
--     match or did not, apart for each number of players: of two, one wins of two. Where all
--     lose, nobody has won; a win that several share is one for each. Who went first is counted
--     once for a team.
-- behind: the entry that ended each match
-- nothing: no match is over
-- key game: the game
-- key players: how many play, or 2v2
-- key by: class, place (in the order of the opening) or start
-- key value: the class, the place, or whether that side went first
-- column n: finished matches, one for each such player or side
-- column wins: of these, won
-- column draws: of these, drawn
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    WITH
    tables AS (
        SELECT
            match_id, CASE WHEN count(DISTINCT side) < count(*) THEN '2v2' ELSE count(*)::VARCHAR
            END AS players
        FROM seats
        GROUP BY match_id
    ),
    played AS (
        SELECT *
        FROM finished_seats($game, $match, $since, $until, $person)
        JOIN tables USING (match_id)
    )
    SELECT
        match_id, played.seq, game, players, won, drawn, unresolved,
        unnest([
            {'by': 'class', 'value': cls}, {'by': 'place', 'value': played.place::VARCHAR}
        ], recursive := true)
    FROM played
    JOIN fact_warrift__class_taken USING (match_id, seat)
    UNION ALL
    SELECT match_id, seq, game, players, won, drawn, unresolved, 'start', start
    FROM (
        SELECT DISTINCT match_id, seq, game, players, side, won, drawn, unresolved, start
        FROM played
    )
)
-- figure
SELECT game, players, "by", "value", unnest(results(won, drawn, unresolved))
FROM evidence
GROUP BY game, players, "by", "value"
ORDER BY game, players = '2v2', players, "by", "value"
