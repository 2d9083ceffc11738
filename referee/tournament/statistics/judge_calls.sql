-- title: Calls for a judge in tournaments
-- about: How often judges were called, by the rule that a ruling at the call names, and how long
--     play stood still, as the judge noted it.
-- behind: each call
-- nothing: no judge was called
-- chosen: chosen_events
-- key plays: the game that is played, where the tournament pins it
-- key rule: the rule that was ruled by; empty where no ruling names one
-- key length: under 1, 1 to 3, 3 to 10, or over 10 minutes; open
-- column n: calls
-- column rulings: rulings at these calls
-- column minutes: of a call, the mean
-- column sd: standard deviation of that
-- column low: lower end of the 95 % interval of the mean
-- column high: upper end of the 95 % interval of the mean
-- column longest: the longest, in minutes
-- note: A call at which several rules were named counts for each.
WITH evidence AS (
    SELECT
        called.match_id, called.seq, plays, coalesce(cited, '') AS rule,
        coalesce(rulings, 0) AS rulings, seconds / 60 AS minutes,
        CASE
            WHEN seconds IS NULL THEN 'open' WHEN seconds < 60 THEN 'under 1'
            WHEN seconds < 180 THEN '1 to 3' WHEN seconds <= 600 THEN '3 to 10'
            ELSE 'over 10'
        END AS length
    FROM fact_tournament__judge_called AS called
    JOIN chosen_events($game, $match, $since, $until, $person) USING (match_id)
    LEFT JOIN (
        SELECT match_id, call, arg_max(seconds, place) AS seconds
        FROM fact_tournament__call_ended
        GROUP BY match_id, call
    ) AS ended ON ended.match_id = called.match_id AND ended.call = called.seq
    LEFT JOIN (
        SELECT match_id, call, cited, count(*) AS rulings
        FROM fact_tournament__ruling_made
        GROUP BY match_id, call, cited
    ) AS ruled ON ruled.match_id = called.match_id AND ruled.call = called.seq
    WHERE $person IS NULL OR player = $person
)
-- figure
SELECT
    plays, rule, length, n, rulings, found.mean AS minutes, found.sd AS sd, found.low AS low,
    found.high AS high, longest
FROM (
    SELECT
        plays, rule, length, count(*) AS n, sum(rulings)::BIGINT AS rulings,
        mean_of(minutes) AS found, max(minutes) AS longest,
        list_position(['under 1', '1 to 3', '3 to 10', 'over 10', 'open'], length) AS place
    FROM evidence
    GROUP BY plays, rule, length
)
ORDER BY plays, rule, place
