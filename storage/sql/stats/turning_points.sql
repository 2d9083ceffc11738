-- title: Turning points
-- question: Which turns decided the match?
-- about: The three turns of each match, at most, in which the chance to win by the score changed
--     most, by more than 5 points, with the misplays and rulings in them. A side is told of those
--     that gained.
-- pitfall: By the score alone: a turn that prepared what came later is none.
-- behind: every entry of the turn
-- model: advantage
-- nothing: in no turn did the chance to win change by more than 5 points
-- rests: turns
-- key game: the game
-- key match: the match
-- key turn: the turn, counted over all players
-- key line: the side that gained
-- column n: entries of the turn
-- column before: its chance when the turn began
-- column after: its chance when the next one did, or the result
-- column change: after less before
-- column misplays: illegal entries in the turn
-- column rulings: rulings in it
WITH
told_of AS MATERIALIZED (
    SELECT
        of_side, edition, share, turn, seq, chance, next_turn, next_seq, next_lead, over, result
    FROM moments
    JOIN sides_told USING (of_side)
    JOIN chances USING (edition, share, turn, lead)
),
changes AS (
    SELECT
        of_side, told_of.turn, seq, next_seq, told_of.chance AS before, next.chance AS after
    FROM told_of
    JOIN chances AS next
        ON next.edition = told_of.edition AND next.share = told_of.share
        AND next.turn = next_turn AND next.lead = next_lead
    UNION ALL
    SELECT of_side, turn, seq, NULL, chance, result
    FROM told_of
    WHERE next_turn IS NULL AND over
),
largest AS (
    SELECT match_id, game, side, turn, seq, next_seq, before, after
    FROM (FROM changes WHERE after - before > 0.05)
    JOIN sides_told USING (of_side)
    JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
    QUALIFY row_number() OVER (
        PARTITION BY of_match ORDER BY after - before DESC, turn, side
    ) <= 3
),
-- the entries of a match have no gaps: from where to where those of a turn go is enough
told AS (
    SELECT
        match_id, game, match_id AS match, turn, side AS line, before, after, seq AS first_seq,
        CASE
            WHEN next_seq IS NULL THEN ends.last_seq ELSE greatest(next_seq - 1, seq)
        END AS last_seq
    FROM largest
    JOIN (SELECT match_id, max(seq) AS last_seq FROM entries GROUP BY match_id) AS ends
        USING (match_id)
),
evidence AS (
    SELECT
        match_id, unnest(range(first_seq, last_seq + 1)) AS seq, game, match, turn, line
    FROM told
)
-- figure
, marked AS (
    SELECT match_id, seq, true AS illegal FROM verdicts WHERE verdict = 'illegal'
    UNION ALL
    SELECT match_id, seq, false
    FROM entries
    WHERE type IN ('rewind', 'strike', 'insert', 'stand', 'adjust', 'penalty', 'overrule')
),
counted AS (
    SELECT
        match, turn, line, count_if(illegal) AS misplays, count_if(NOT illegal) AS rulings
    FROM told
    JOIN marked
        ON marked.match_id = told.match_id AND marked.seq BETWEEN first_seq AND last_seq
    GROUP BY match, turn, line
)
SELECT
    game, match, turn, line, last_seq - first_seq + 1 AS n, before, after,
    after - before AS change, coalesce(misplays, 0) AS misplays, coalesce(rulings, 0) AS rulings
FROM told
LEFT JOIN counted USING (match, turn, line)
ORDER BY game, match, change DESC, turn, line
