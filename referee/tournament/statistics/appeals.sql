-- title: Appeals in tournaments
-- question: How often is a ruling appealed upheld?
-- about: Appeals that were settled, by the rule that the ruling cited.
-- pitfall: Who appeals is in doubt already: it says nothing of rulings that nobody appealed.
-- behind: the entry that settled each appeal
-- nothing: no appeal was settled
-- chosen: chosen_events
-- smallest: 10
-- key plays: the game that is played, where the tournament pins it
-- key rule: the rule that the ruling cited; empty where it cited none
-- column n: appeals that were settled
-- column upheld: of these, the ruling was upheld
-- column rate: upheld out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    SELECT settled.match_id, settled.seq, plays, coalesce(made.cited, '') AS rule, upheld
    FROM fact_tournament__appeal_settled AS settled
    JOIN chosen_events($game, $match, $since, $until, $person) USING (match_id)
    LEFT JOIN fact_tournament__ruling_made AS made
        ON made.match_id = settled.match_id AND made.seq = settled.ruling
)
-- figure
SELECT plays, rule, n, upheld, upheld / n AS rate, unnest(wilson(upheld, n))
FROM (
    SELECT plays, rule, count(*) AS n, count_if(upheld) AS upheld
    FROM evidence
    GROUP BY plays, rule
)
ORDER BY plays, n DESC, rule
