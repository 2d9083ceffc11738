-- title: How the field converged
-- question: Which decks are still there, round by round?
-- about: The share of each deck among those who are seated in a round, byes included, and among
--     those at the tables 1 to 8.
-- pitfall: Who drops is gone from the next round on, and drops are no losses; where tables are not
--     in the order of the standings the first eight say nothing.
-- behind: the post of each such place
-- nothing: no round was posted
-- chosen: chosen_events
-- smallest: 8
-- key plays: the game that is played, where the tournament pins it
-- key round: the round
-- key at: all, or tables 1 to 8
-- key deck: the name under which the deck is registered; empty where none was
-- column n: players seated there
-- column players: of these, with the deck
-- column rate: players out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    WITH seated AS (
        SELECT match_id, seq, plays, round, "table", unnest([a, b]) AS player
        FROM places_posted()
        JOIN chosen_events($game, $match, $since, $until, $person) USING (match_id)
    )
    SELECT
        match_id, seq, plays, round, coalesce(deck, '') AS deck,
        unnest(CASE WHEN "table" BETWEEN 1 AND 8 THEN ['all', 'tables 1 to 8'] ELSE ['all'] END)
            AS "at"
    FROM seated
    LEFT JOIN registered_decks() USING (match_id, player)
    WHERE player <> ''
)
-- figure
SELECT plays, round, "at", deck, n, players, players / n AS rate, unnest(wilson(players, n))
FROM (
    SELECT
        plays, round, "at", deck, sum(count(*)) OVER (PARTITION BY plays, round, "at")::BIGINT AS n,
        count(*) AS players
    FROM evidence
    GROUP BY plays, round, "at", deck
)
ORDER BY plays, "at", round, players DESC, deck
