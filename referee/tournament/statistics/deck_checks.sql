-- title: Deck checks of tournaments
-- about: How many decks were compared with their lists, how they were chosen, and what was found.
-- behind: each deck check
-- nothing: no deck was checked
-- chosen: chosen_events
-- key plays: the game that is played, where the tournament pins it
-- key kind: how the deck was chosen: random, targeted, or asked
-- key found: right, wrong-deck, wrong-list, or missing
-- column n: deck checks
-- column rate: of all so chosen
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column minutes: of a check, the mean
WITH evidence AS (
    SELECT match_id, checked.seq, plays, kind, found, seconds / 60 AS minutes
    FROM fact_tournament__deck_checked AS checked
    JOIN chosen_events($game, $match, $since, $until, $person) USING (match_id)
    WHERE $person IS NULL OR player = $person
)
-- figure
SELECT
    plays, kind, found, n, n / so_chosen AS rate, unnest(wilson(n, so_chosen)), minutes
FROM (
    SELECT
        plays, kind, found, count(*) AS n, avg(minutes) AS minutes,
        sum(count(*)) OVER (PARTITION BY plays, kind) AS so_chosen
    FROM evidence
    GROUP BY plays, kind, found
)
ORDER BY plays, kind, n DESC, found
