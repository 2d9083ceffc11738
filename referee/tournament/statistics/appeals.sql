-- title: Appeals in tournaments
-- question: How often is a ruling appealed upheld?
-- about: Appeals that were settled, by the rule that the ruling cited, and by who had ruled.
-- pitfall: Who appeals is in doubt already: it says nothing of rulings that nobody appealed.
-- behind: the entry that settled each appeal
-- nothing: no appeal was settled
-- chosen: chosen_events
-- smallest: 10
-- key plays: the game that is played, where the tournament pins it
-- key rule: the rule that the ruling cited, empty where it cited none; (all) for all together
-- key judge: who had ruled; (all) for all together
-- column n: appeals that were settled
-- column upheld: of these, the ruling was upheld
-- column rate: upheld out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    SELECT settled.match_id, settled.seq, plays, coalesce(made.cited, '') AS rule,
        settled.judge, upheld
    FROM fact_tournament__appeal_settled AS settled
    JOIN chosen_events($game, $match, $since, $until, $person) USING (match_id)
    LEFT JOIN fact_tournament__ruling_made AS made
        ON made.match_id = settled.match_id AND made.seq = settled.ruling
)
-- figure
SELECT plays, rule, judge, n, upheld, upheld / n AS rate, unnest(wilson(upheld, n))
FROM (
    SELECT
        plays, coalesce(rule, '(all)') AS rule, coalesce(judge, '(all)') AS judge, count(*) AS n,
        count_if(upheld) AS upheld
    FROM evidence
    GROUP BY GROUPING SETS ((plays), (plays, rule), (plays, judge))
)
ORDER BY plays, rule <> '(all)', judge <> '(all)', n DESC, rule, judge
