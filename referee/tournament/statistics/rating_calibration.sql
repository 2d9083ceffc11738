-- title: Are the ratings true?
-- question: Do those who are given 70 % by their ratings win 70 %?
-- about: How often one of two players won to whom the ratings before their contest gave such a
--     chance, in tenths, of contests that were won or lost; which of the two is drawn by their
--     names. Ratings are made as `referee tournament ratings` makes them, contest by contest.
-- pitfall: Of the first contests of a season the ratings know little, and say about one half.
-- behind: the entry that gave each contest its result
-- model: predicted
-- nothing: no contest was won
-- chosen: chosen_events
-- smallest: 50
-- key plays: the game that is played, where the tournament pins it
-- key called: the chance that was given, from this tenth up to the next
-- column n: contests
-- column mean: the chance that was given, the mean
-- column won: of n, won
-- column rate: won out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    SELECT
        match_id, contest.seq, contest.plays, floor(least(chance, 0.999) * 10) / 10 AS called,
        chance, winner = player AS won
    FROM event_contests($game, $match, $since, $until, $person) AS contest
    JOIN predicted USING (match_id, round, "table")
    WHERE played AND winner <> ''
)
-- figure
SELECT plays, called, n, mean, won, won / n AS rate, unnest(wilson(won, n))
FROM (
    SELECT plays, called, count(*) AS n, avg(chance) AS mean, count_if(won) AS won
    FROM evidence
    GROUP BY plays, called
)
ORDER BY plays, called
