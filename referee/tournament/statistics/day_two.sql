-- title: Decks of tournaments: who played on the next day
-- question: Which decks made the second day?
-- about: How many of the entrants with each deck were seated in the first round that was posted on
--     a later day than round 1 (UTC).
-- pitfall: Who could have played on and did not come is not told from who could not.
-- behind: the first seat of each who plays on, and the entry of each who does not
-- nothing: no tournament has gone on for a second day
-- chosen: chosen_events
-- smallest: 8
-- ranked: by the lower end of the rate
-- key plays: the game that is played, where the tournament pins it
-- key round: the first round of the second day
-- key deck: the name under which the deck is registered; empty where none was
-- column n: entrants in tournaments with a second day
-- column made: of these, seated on it
-- column rate: made out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column share_before: share of the field
-- column share_after: share of those on the second day
WITH evidence AS (
    WITH
    posted AS (
        SELECT place.match_id, place.seq, round, unnest([a, b]) AS player, played_at::DATE AS day
        FROM places_posted() AS place
        JOIN entries AS entry ON entry.match_id = place.match_id AND entry.seq = place.seq
    ),
    second AS (
        SELECT match_id, min(round) FILTER (day > first) AS round
        FROM (SELECT *, min(day) OVER (PARTITION BY match_id) AS first FROM posted)
        GROUP BY match_id
        HAVING count_if(day > first) > 0
    ),
    seated AS (
        SELECT match_id, player, min(seq) AS seq
        FROM posted
        SEMI JOIN second USING (match_id, round)
        GROUP BY match_id, player
    )
    SELECT
        entered.match_id, coalesce(seated.seq, entered.seq) AS seq, plays, second.round,
        coalesce(deck, '') AS deck, seated.seq IS NOT NULL AS made
    FROM fact_tournament__entered AS entered
    JOIN chosen_events($game, $match, $since, $until, $person) USING (match_id)
    JOIN second USING (match_id)
    LEFT JOIN registered_decks() USING (match_id, player)
    LEFT JOIN seated USING (match_id, player)
    WHERE $person IS NULL OR player = $person
)
-- figure
SELECT
    plays, round, deck, n, made, made / n AS rate, unnest(wilson(made, n)),
    n / sum(n) OVER (PARTITION BY plays, round) AS share_before,
    made / nullif(sum(made) OVER (PARTITION BY plays, round), 0) AS share_after
FROM (
    SELECT plays, round, deck, count(*) AS n, count_if(made) AS made
    FROM evidence
    GROUP BY plays, round, deck
)
ORDER BY plays, round, wilson(made, n).low DESC, n DESC, deck
