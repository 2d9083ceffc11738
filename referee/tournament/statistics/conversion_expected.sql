-- title: Decks of tournaments, beside what chance gives
-- question: Did a deck do better than if all were alike?
-- about: How many entrants with a deck made the cut, and how many would if it were drawn by lot,
--     with the interval in which 95 of 100 such lots lie (hypergeometric; over several tournaments
--     normal); and beside the cut, how often they won their contests of Swiss, out of those that
--     were won or lost.
-- pitfall: Better players may play the better deck; and a deck that meets itself wins half of that.
-- behind: each entry, and each contest of Swiss that was won or lost
-- nothing: nobody has entered
-- chosen: chosen_events
-- smallest: 8
-- ranked: by the lower end of the rate
-- key plays: the game that is played, where the tournament pins it
-- key deck: the name under which the deck is registered; empty where none was
-- column n: entrants
-- column made: of these, in the cut
-- column expected: how many would be, by lot; of tournaments with a cut
-- column expected_low: lower end of its 95 % interval
-- column expected_high: upper end of it
-- column contests: contests of Swiss that were won or lost, none against the same deck
-- column won: of these, won
-- column rate: won out of contests
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    SELECT
        entered.match_id, entered.seq, plays, coalesce(deck, '') AS deck, true AS entrant,
        player IN (
            SELECT cut.player FROM fact_tournament__cut_made AS cut
            WHERE cut.match_id = entered.match_id
        ) AS made, false AS won
    FROM fact_tournament__entered AS entered
    JOIN chosen_events($game, $match, $since, $until, $person) USING (match_id)
    LEFT JOIN registered_decks() USING (match_id, player)
    WHERE $person IS NULL OR player = $person
    UNION ALL
    SELECT match_id, seq, plays, deck, false, false, won
    FROM entrant_contests($game, $match, $since, $until, $person)
    WHERE played AND NOT level AND stage = 'swiss' AND deck <> against
)
-- figure
, fields AS (
    SELECT match_id, count(*) AS field, any_value(cut) AS cut
    FROM fact_tournament__entered
    JOIN (
        SELECT match_id, count(DISTINCT player) AS cut
        FROM fact_tournament__cut_made
        GROUP BY match_id
    ) USING (match_id)
    GROUP BY match_id
),
lots AS (
    SELECT
        plays, deck, count(*) AS events, sum(n * cut / field) AS expected,
        sum(CASE WHEN field > 1 THEN
            n * cut / field * (1 - cut / field) * (field - n) / (field - 1) ELSE 0 END) AS variance,
        any_value(hypergeometric_quantile(0.025, n, cut, field)) AS low,
        any_value(hypergeometric_quantile(0.975, n, cut, field)) AS high
    FROM (
        SELECT match_id, plays, deck, count(*) AS n
        FROM evidence
        WHERE entrant
        GROUP BY match_id, plays, deck
    )
    JOIN fields USING (match_id)
    GROUP BY plays, deck
)
SELECT
    plays, deck, n, made, expected,
    CASE WHEN events = 1 THEN lots.low ELSE expected - z_95() * sqrt(variance) END
        AS expected_low,
    CASE WHEN events = 1 THEN lots.high ELSE expected + z_95() * sqrt(variance) END
        AS expected_high,
    contests, won, won / nullif(contests, 0) AS rate, wilson(won, contests).low AS low,
    wilson(won, contests).high AS high
FROM (
    SELECT
        plays, deck, count_if(entrant) AS n, count_if(made) AS made,
        count_if(NOT entrant) AS contests, count_if(won) AS won
    FROM evidence
    GROUP BY plays, deck
)
LEFT JOIN lots USING (plays, deck)
ORDER BY plays, wilson(won, contests).low DESC NULLS LAST, n DESC, deck
