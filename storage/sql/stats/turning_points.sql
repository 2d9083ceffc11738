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
WITH evidence AS (
    WITH
    course AS (
        SELECT match_id, side, of_side, turn, chance FROM advantage
        UNION ALL
        SELECT
            match_id, side, of_side, last + 1,
            CASE result WHEN 'draw' THEN 0.5 ELSE list_contains(winners, side)::INTEGER END
        FROM (
            SELECT
                any_value(match_id) AS match_id, any_value(side) AS side, of_side,
                max(turn) AS last
            FROM advantage
            GROUP BY of_side
        )
        JOIN fact_match_ended USING (match_id)
        WHERE result <> 'no result'
    ),
    changes AS (
        SELECT
            match_id, side AS line, turn, chance AS before,
            lead(chance) OVER (PARTITION BY of_side ORDER BY turn) AS after
        FROM course
    ),
    largest AS (
        SELECT match_id, game, line, turn, before, after
        FROM changes
        JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
        WHERE after - before > 0.05
        QUALIFY row_number() OVER (
            PARTITION BY match_id ORDER BY after - before DESC, turn, line
        ) <= 3
    )
    SELECT
        entry.match_id, entry.seq, game, largest.match_id AS match, largest.turn, line, before,
        after, refused.seq IS NOT NULL AS illegal,
        type IN ('rewind', 'strike', 'insert', 'stand', 'adjust', 'penalty', 'overrule') AS ruling
    FROM largest
    JOIN fact_turn_began AS began
        ON began.match_id = largest.match_id AND began.turn = largest.turn
    LEFT JOIN fact_turn_began AS next
        ON next.match_id = largest.match_id AND next.turn = largest.turn + 1
    JOIN entries AS entry
        ON entry.match_id = largest.match_id AND entry.seq >= began.seq
        AND (next.seq IS NULL OR entry.seq < greatest(next.seq, began.seq + 1))
    LEFT JOIN (SELECT match_id, seq FROM verdicts WHERE verdict = 'illegal') AS refused
        ON refused.match_id = entry.match_id AND refused.seq = entry.seq
)
-- figure
SELECT
    game, match, turn, line, count(*) AS n, any_value(before) AS before,
    any_value(after) AS after, any_value(after - before) AS change,
    count_if(illegal) AS misplays, count_if(ruling) AS rulings
FROM evidence
GROUP BY game, match, turn, line
ORDER BY game, match, change DESC, turn, line
