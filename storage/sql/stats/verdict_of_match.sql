-- title: Misplays and what they led to
-- question: Which misplays mattered, and how late were they caught?
-- about: Every misplay with the entries that were refused because of it, what became of it, after
--     how many entries and minutes a judge remedied it, and whether the one who was ahead when the
--     turn began was still ahead when the next turn after the remedy did.
-- pitfall: What it would have come to is not told here but by `referee what-if`; that the lead
--     changed sides is no proof that the misplay changed it.
-- behind: the misplay, and the entries that follow from it
-- nothing: no entry was illegal in these matches
-- key game: the game
-- key match: the match
-- key entry: the entry
-- key rule: the rule that it broke
-- column n: entries that are illegal by it: itself and those that follow from it
-- column turn: in which turn, counted over all players; 0 before the first
-- column remedy: let stand, repaired or undone; empty where it stands as illegal
-- column entries_later: how many entries later it was remedied
-- column minutes_later: how many minutes later
-- column lead_changed: whether who was ahead then was behind after the remedy
WITH evidence AS (
    SELECT
        match_id, unnest(list_prepend(illegal.seq, consequences)) AS seq, game,
        match_id AS match, illegal.seq AS entry, rule, remedy, remedied_by, illegal.played_at
    FROM illegal_entries AS illegal
    JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
    WHERE asked_person() IS NULL OR (illegal.match_id, asked_seat(by_whom)) IN (
        SELECT (match_id, seat) FROM seats WHERE person = asked_person()
    )
)
-- figure
, ahead AS (
    SELECT match_id, turn, arg_max(side, lead) AS side, any_value(seq) AS seq
    FROM leads
    WHERE lead > 0
    GROUP BY match_id, turn
),
began AS (SELECT match_id, turn, seq, place FROM fact_turn_began)
SELECT
    game, match, entry, rule, n, misplay.turn, remedy, remedied_by - entry AS entries_later,
    epoch(ruling.played_at - misplay.played_at) / 60 AS minutes_later,
    before.side <> after.side AS lead_changed
FROM (
    SELECT
        game, match, entry, rule, count(*) AS n, any_value(remedy) AS remedy,
        any_value(remedied_by) AS remedied_by, any_value(played_at) AS played_at,
        coalesce((
            SELECT max(turn) FROM began WHERE began.match_id = match AND began.seq <= entry
        ), 0) AS turn,
        (
            SELECT min(turn) FROM began
            WHERE began.match_id = match AND began.seq > any_value(remedied_by)
        ) AS next_turn
    FROM evidence
    GROUP BY game, match, entry, rule
) AS misplay
LEFT JOIN entries AS ruling ON ruling.match_id = match AND ruling.seq = remedied_by
LEFT JOIN ahead AS before ON before.match_id = match AND before.turn = misplay.turn
LEFT JOIN ahead AS after ON after.match_id = match AND after.turn = next_turn
ORDER BY game, n DESC, match, entry
