-- title: Wounds by cause
-- about: What the damage came of that players' units took: attacks, falls, effects and whatever
--     else the game knows. It counts in full where it exceeds what the unit had left. Of a
--     person, what that person's units took. What is no player's, such as terrain, is left out.
-- behind: every entry in which damage of that cause was taken
-- nothing: no player's unit took damage in these matches
-- key game: the game
-- key cause: what the damage came of
-- column n: times it was taken
-- column matches: matches in which it was
-- column total: all damage together
-- column share: total out of the damage of all causes
-- column mean: damage each time
-- column max: the most at once
-- column last: times it left nothing
WITH evidence AS (
    SELECT fact.match_id, fact.seq, game, cause, amount, "left" = 0 AS last
    FROM fact_damage_dealt AS fact
    JOIN chosen_seats($game, $match, $since, $until, $person) AS taker
        ON taker.match_id = fact.match_id AND taker.seat = fact.other_seat
)
-- figure
SELECT
    game, cause, count(*) AS n, count(DISTINCT match_id) AS matches, sum(amount) AS total,
    sum(amount) / sum(sum(amount)) OVER (PARTITION BY game) AS share, avg(amount) AS mean,
    max(amount) AS max, count_if(last) AS last
FROM evidence
GROUP BY game, cause
ORDER BY game, total DESC, cause
