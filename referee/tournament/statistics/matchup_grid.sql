-- title: Decks of tournaments against each other
-- about: How often each registered deck won its contests against each other one, the games in
--     them, and, where the games were logged, how often it won going first and going later: the
--     tables of a round do not say who went first.
-- behind: the entry that gave each contest its result, and the entry that ended each logged game
-- nothing: no contest is over in which different decks met
-- chosen: chosen_events
-- key plays: the game that is played, where the tournament pins it
-- key deck: the name under which the deck is registered; empty where none was
-- key against: the same of the opposing deck
-- column n: contests of the two
-- column wins: of these, won by the first deck
-- column draws: of these, drawn
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column games_won: games won in these contests
-- column games_lost: games lost
-- column games_drawn: games drawn or not finished
-- column first: logged games in which the deck went first
-- column first_won: of these, won
-- column later: logged games in which it went later
-- column later_won: of these, won
-- note: Left out are a deck against itself, byes, no-shows, draws that were agreed, contests that a
--     forfeit or a penalty decided, and those without a result.
WITH evidence AS (
    SELECT
        match_id, seq, plays, deck, against, true AS contest, won, level, games_won, games_lost,
        games_drawn, '' AS start
    FROM entrant_contests($game, $match, $since, $until, $person)
    WHERE played AND deck <> against
    UNION ALL
    SELECT
        match_id, seq, plays, deck, against, false, won, drawn, 0, 0, 0, start
    FROM logged_games($game, $match, $since, $until, $person)
    WHERE NOT unresolved AND deck <> against
)
-- figure
SELECT
    plays, deck, against, n, wins, draws, wins / nullif(n, 0) AS rate, wilson(wins, n).low AS low,
    wilson(wins, n).high AS high, games_won, games_lost, games_drawn, first, first_won, later,
    later_won
FROM (
    SELECT
        plays, deck, against, count_if(contest) AS n, count_if(contest AND won) AS wins,
        count_if(contest AND level) AS draws, sum(games_won)::BIGINT AS games_won,
        sum(games_lost)::BIGINT AS games_lost, sum(games_drawn)::BIGINT AS games_drawn,
        count_if(start = 'went first') AS first,
        count_if(start = 'went first' AND won) AS first_won,
        count_if(start = 'went later') AS later,
        count_if(start = 'went later' AND won) AS later_won
    FROM evidence
    GROUP BY plays, deck, against
)
ORDER BY plays, deck, n DESC, against
