-- title: Wins by luck
-- question: How much does luck decide?
-- about: How often a side won by how many contests it had won above their chances, rounded, in
--     matches with five such contests or more; one side of each match, drawn by the name of the
--     match. The rate of all together is the chance without luck, and slope what one more contest adds to the logit
--     (logistic regression over all these matches).
-- pitfall: Who is ahead may throw more and at better odds: that lucky sides win more is not all of
--     it luck.
-- behind: the entry that ended each of these matches
-- model: luck
-- nothing: no match with five such contests is over
-- smallest: 30
-- key game: the game
-- key luck: contests won above chance, rounded; (all) for all together
-- column n: finished matches
-- column wins: of these, won
-- column rate: wins out of n; of all together the chance without luck
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column slope: what one contest more adds to the logit, of all together
-- column slope_low: lower end of its 95 % interval
-- column slope_high: upper end of it
WITH evidence AS (
    SELECT match_id, seq, game, round(luck)::INTEGER::VARCHAR AS luck, won
    FROM lucky
    SEMI JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
)
-- figure
FROM (
    SELECT
        game, luck, n, wins, wins / n AS rate, wilson(wins, n).low AS low,
        wilson(wins, n).high AS high, NULL::DOUBLE AS slope, NULL::DOUBLE AS slope_low,
        NULL::DOUBLE AS slope_high
    FROM (
        SELECT game, luck, count(*) AS n, count_if(won) AS wins FROM evidence GROUP BY game, luck
    )
    UNION ALL
    SELECT game, '(all)', n, wins, rate, low, high, slope, slope_low, slope_high
    FROM (SELECT game, count(*) AS n, count_if(won) AS wins FROM evidence GROUP BY game)
    JOIN luck_fit USING (game)
)
ORDER BY game, luck <> '(all)', try_cast(luck AS INTEGER)
