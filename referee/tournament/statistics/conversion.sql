-- title: Decks of tournaments: who made the cut
-- about: How many of the entrants with each deck play on after the last round, in tournaments with
--     a cut, and how many have won the whole.
-- behind: the cut of each who plays on, and the entry of each who does not
-- ranked: low
-- nothing: no cut was made
-- chosen: chosen_events
-- key plays: the game that is played, where the tournament pins it
-- key deck: the name under which the deck is registered; empty where none was
-- column n: entrants in tournaments with a cut
-- column made: of these, in the cut
-- column rate: made out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column share_before: share of the field
-- column share_after: share of those in the cut
-- column best_seed: the best seed of any of them; NULL where none is in the cut
-- column won: tournaments won
WITH evidence AS (
    SELECT
        entered.match_id, coalesce(cut.seq, entered.seq) AS seq, plays,
        coalesce(deck, '') AS deck, cut.seed,
        coalesce(list_contains(winners, player), false) AS won
    FROM fact_tournament__entered AS entered
    JOIN chosen_events($game, $match, $since, $until, $person) USING (match_id)
    LEFT JOIN registered_decks() USING (match_id, player)
    LEFT JOIN (
        SELECT match_id, player, arg_max(seq, place) AS seq, arg_max(seed, place) AS seed
        FROM fact_tournament__cut_made
        GROUP BY match_id, player
    ) AS cut USING (match_id, player)
    LEFT JOIN (
        SELECT match_id, arg_max(winners, place) AS winners
        FROM fact_match_ended
        GROUP BY match_id
    ) USING (match_id)
    WHERE match_id IN (SELECT match_id FROM fact_tournament__cut_made)
        AND ($person IS NULL OR player = $person)
)
-- figure
SELECT
    plays, deck, n, made, made / n AS rate, unnest(wilson(made, n)),
    n / sum(n) OVER (PARTITION BY plays) AS share_before,
    made / nullif(sum(made) OVER (PARTITION BY plays), 0) AS share_after, best_seed, won
FROM (
    SELECT
        plays, deck, count(*) AS n, count(seed) AS made, min(seed) AS best_seed,
        count_if(won) AS won
    FROM evidence
    GROUP BY plays, deck
)
ORDER BY plays, wilson(made, n).low DESC, n DESC, deck
