-- title: Decks of tournaments: share of the field and wins
-- about: How many entrants registered each deck, which share of the field that is, and how often
--     it won its contests against other decks.
-- behind: the entry of each entrant, and the entry that gave each contest its result
-- nothing: nobody has entered
-- chosen: chosen_events
-- key plays: the game that is played, where the tournament pins it
-- key deck: the name under which the deck is registered; empty where none was
-- column players: entrants with it
-- column share: of all entrants
-- column n: contests against other decks
-- column wins: of these, won
-- column draws: of these, drawn
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column mirror: contests against the same deck, beside n; one for each of the two
-- note: Left out are byes, no-shows, draws that were agreed, contests that a forfeit or a penalty
--     decided, and those without a result.
WITH evidence AS (
    SELECT match_id, seq, plays, coalesce(deck, '') AS deck, true AS entry, false AS mirror,
        false AS won, false AS level
    FROM fact_tournament__entered
    JOIN chosen_events($game, $match, $since, $until, $person) USING (match_id)
    LEFT JOIN registered_decks() USING (match_id, player)
    WHERE $person IS NULL OR player = $person
    UNION ALL
    SELECT match_id, seq, plays, deck, false, deck = against, won, level
    FROM entrant_contests($game, $match, $since, $until, $person)
    WHERE played
)
-- figure
SELECT
    plays, deck, players, players / nullif(sum(players) OVER (PARTITION BY plays), 0) AS share, n,
    wins, draws, wins / nullif(n, 0) AS rate, wilson(wins, n).low AS low,
    wilson(wins, n).high AS high, mirror
FROM (
    SELECT
        plays, deck, count_if(entry) AS players, count_if(NOT entry AND NOT mirror) AS n,
        count_if(won AND NOT mirror) AS wins, count_if(level AND NOT mirror) AS draws,
        count_if(mirror) AS mirror
    FROM evidence
    GROUP BY plays, deck
)
ORDER BY plays, players DESC, deck
