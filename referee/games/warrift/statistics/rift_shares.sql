-- title: Shares of the Rift
-- about: What players put into the Rift, and what they get of it when it is dealt. For one match
--     by the players, otherwise by the classes.
-- behind: every deal of the Rift of which that player got a share
-- nothing: no Rift was dealt in these matches
-- key game: the game
-- key player: the seat, or its class
-- column n: deals of which the player got a share
-- column summoned: cards that the player had summoned to it
-- column got: cards that the player got
-- column mean: cards got of a deal
-- column ahead: cards got less those summoned, for each deal
-- column share: cards got out of all cards of these Rifts
WITH evidence AS (
    SELECT
        match_id, dealt.seq, game, CASE WHEN NOT of_one($match) THEN cls ELSE seat END AS player,
        dealt.count, summoned, total
    FROM fact_warrift__rift_dealt AS dealt
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
    JOIN (SELECT match_id, seat, cls FROM fact_warrift__class_taken) USING (match_id, seat)
)
-- figure
SELECT
    game, player, count(*) AS n, sum(summoned)::BIGINT AS summoned, sum("count")::BIGINT AS got,
    avg("count") AS mean, avg("count" - summoned) AS ahead, sum("count") / sum(total) AS share
FROM evidence
GROUP BY game, player
ORDER BY game, ahead DESC, player
