-- title: Luck of a match
-- question: Was it luck?
-- about: How many contests of one die each a seat won above their chances, each by its edge when
--     the dice were thrown; ties that are thrown again are none. z is that in standard deviations.
-- pitfall: The edge is chosen: who attacks at bad odds has no bad luck. Of a
--     thousand seats some three have a z beyond 3 by chance.
-- behind: every entry in which such totals were compared
-- nothing: no such contest was decided in these matches
-- smallest: 5
-- key game: the game
-- key match: the match
-- key seat: the seat
-- column n: contests
-- column won: of these, won
-- column expected: how many, by their chances
-- column luck: won less expected
-- column sd: the standard deviation of won, by the chances
-- column low: lower end of what won would be in 95 of 100 such matches
-- column high: upper end of it
-- column z: luck in standard deviations
WITH evidence AS (
    SELECT match_id, seq, game, match_id AS match, seat, won, chance
    FROM thrown_contests()
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
)
-- figure
SELECT game, match, seat, unnest(luck_of(won, chance))
FROM evidence
GROUP BY game, match, seat
ORDER BY game, match, seat
