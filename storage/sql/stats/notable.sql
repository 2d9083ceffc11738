-- title: Notable matches
-- question: Which matches are worth a second look?
-- about: The three matches each that were longest and shortest in turns, in which the lead changed
--     sides most often, the greatest deficit was overcome, the score was closest at the last turn,
--     and most misplays were logged. A lead is counted in what decides the match, when a turn
--     begins.
-- pitfall: Of many matches some are extreme by chance, and a score that is close need not be a
--     match that was.
-- behind: the entry that ended the match
-- nothing: no match is over
-- key game: the game
-- key why: why it is notable
-- key match: the match
-- column n: finished matches of the game, out of which it stands out
-- column value: how many turns, changes, points or misplays
WITH evidence AS (
    WITH
    over AS (
        SELECT match_id, ending.seq, game, winners
        FROM chosen_matches($game, $match, $since, $until, $person)
        JOIN fact_match_ended AS ending USING (match_id)
    ),
    ahead AS MATERIALIZED (FROM leads),
    lengths AS (SELECT match_id, max(turn) AS turns FROM fact_turn_began GROUP BY match_id),
    changes AS (
        SELECT match_id, count_if(side <> earlier) AS changes
        FROM (
            SELECT match_id, side, lag(side) OVER (PARTITION BY match_id ORDER BY turn) AS earlier
            FROM ahead
            WHERE lead > 0
        )
        GROUP BY match_id
    ),
    worst AS (
        SELECT match_id, -min(lead) AS deficit
        FROM ahead
        JOIN over USING (match_id)
        WHERE list_contains(winners, side)
        GROUP BY match_id
    ),
    closest AS (
        SELECT match_id, arg_max(lead, turn) AS lead
        FROM (SELECT match_id, turn, max(lead) AS lead FROM ahead GROUP BY match_id, turn)
        GROUP BY match_id
    ),
    misplays AS (SELECT match_id, count(*) AS times FROM illegal_entries GROUP BY match_id),
    measured AS (
        SELECT
            match_id, seq, game,
            unnest([
                {'why': 'longest', 'value': turns, 'order': -turns},
                {'why': 'shortest', 'value': turns, 'order': turns},
                {'why': 'lead changes', 'value': nullif(changes, 0), 'order': -changes},
                {
                    'why': 'deficit overcome',
                    'value': CASE WHEN deficit > 0 THEN deficit END,
                    'order': -deficit
                },
                {'why': 'closest', 'value': lead, 'order': lead},
                {'why': 'misplays', 'value': times, 'order': -times}
            ], recursive := true)
        FROM over
        LEFT JOIN lengths USING (match_id)
        LEFT JOIN changes USING (match_id)
        LEFT JOIN worst USING (match_id)
        LEFT JOIN closest USING (match_id)
        LEFT JOIN misplays USING (match_id)
    )
    SELECT
        match_id, seq, game, why, match_id AS match, value, "order",
        (SELECT count(*) FROM over WHERE over.game = measured.game) AS n
    FROM measured
    WHERE value IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY game, why ORDER BY "order", match_id) <= 3
)
-- figure
SELECT game, why, match, n, value
FROM evidence
ORDER BY game, why, "order", match
