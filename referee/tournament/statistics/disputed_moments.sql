-- title: What was disputed
-- question: At which moments of a game are judges needed?
-- about: Rulings in the logged games of tournaments by the entry that they are about: its kind, the
--     card that it names, and the turn, in fives; and contests whose result was disputed.
-- pitfall: Only logged games have moments, and what nobody called a judge for is not here.
-- behind: each ruling, and the first dispute of each result
-- nothing: nothing was disputed or ruled on
-- chosen: chosen_events
-- key plays: the game that is played, where the tournament pins it
-- key what: ruling, or result
-- key type: the kind of entry that it is about; empty where it is about none
-- key card: the card that it names; empty where it names none
-- key turns: the turn, counted over all players, in fives; empty before the first
-- column n: rulings, or disputed results
-- column games: games in which they were, or contests
WITH evidence AS (
    WITH ruled AS MATERIALIZED (
        SELECT ruling.match_id, ruling.seq, plays, about_seq
        FROM rulings AS ruling
        JOIN contests USING (match_id)
        JOIN chosen_events($game, $match, $since, $until, $person) AS event
            ON event.match_id = split_part(contest, '/', 1)
        -- no match opens with one, which says that they are fewer than verdicts
        WHERE ruling.seq > 1 AND ruling.verdict <> 'illegal'
    )
    SELECT
        ruled.match_id, ruled.seq, plays, 'ruling' AS what, coalesce(about.type, '') AS type,
        coalesce(about.card, '') AS card,
        coalesce((5 * ((turn - 1) // 5) + 1) || ' to ' || (5 * ((turn - 1) // 5) + 5), '')
            AS turns, ruled.match_id AS whose
    FROM ruled
    LEFT JOIN (
        FROM logged SEMI JOIN contests USING (match_id)
    ) AS about ON about.match_id = ruled.match_id AND about.seq = about_seq
    ASOF LEFT JOIN (
        FROM fact_turn_began SEMI JOIN ruled USING (match_id)
    ) AS began ON began.match_id = ruled.match_id AND began.seq <= coalesce(about_seq, ruled.seq)
    UNION ALL
    SELECT
        match_id, min(disputed.seq), plays, 'result', '', '', '',
        match_id || '/' || round || '/' || "table"
    FROM fact_tournament__contest_disputed AS disputed
    JOIN chosen_events($game, $match, $since, $until, $person) USING (match_id)
    GROUP BY match_id, plays, round, "table"
)
-- figure
SELECT plays, what, type, card, turns, count(*) AS n, count(DISTINCT whose) AS games
FROM evidence
GROUP BY plays, what, type, card, turns
ORDER BY plays, what, n DESC, type, card, turns
