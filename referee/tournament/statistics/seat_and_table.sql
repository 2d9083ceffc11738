-- title: Places of tournaments
-- question: Does it matter where one is seated?
-- about: How often the one who was posted first at a table won, of contests that were won or lost,
--     over all and by eights of tables; with a chi-square test against one half.
-- pitfall: Where the higher ranked is posted first, or goes first, that is what it tells; and a
--     sum over events of which some do so hides it.
-- behind: the entry that gave each contest its result
-- nothing: no contest was won
-- chosen: chosen_events
-- smallest: 200
-- key plays: the game that is played, where the tournament pins it
-- key tables: from which to which; (all) for all together
-- column n: contests that were won or lost
-- column wins: of these, won by who was posted first
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column p: the chance of a rate so far from one half or farther
WITH evidence AS (
    SELECT
        match_id, seq, plays, ("table" - 1) // 8 AS eight,
        (8 * (("table" - 1) // 8) + 1) || ' to ' || (8 * (("table" - 1) // 8) + 8) AS tables,
        winner = a AS won
    FROM event_contests($game, $match, $since, $until, $person)
    WHERE played AND winner <> ''
)
-- figure
SELECT
    plays, tables, n, wins, wins / n AS rate, unnest(wilson(wins, n)),
    chi_square_p((2 * wins - n) ** 2 / n, 1) AS p
FROM (
    SELECT
        plays, coalesce(tables, '(all)') AS tables, count(*) AS n, count_if(won) AS wins,
        min(eight) AS eight
    FROM evidence
    GROUP BY GROUPING SETS ((plays), (plays, tables))
)
ORDER BY plays, tables <> '(all)', eight
