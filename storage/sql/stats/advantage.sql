-- title: Advantage over the turns
-- question: Where was the match lost?
-- about: The chance of each side to win when each turn began, by the score alone: what others won
--     who led by as much at that part of a match, of the same game under the same edition, told
--     from nine tenths of the others. It is told from 200 matches on, and ends with the result.
-- pitfall: It knows nothing but the score: not the board, the hands, or who plays.
-- behind: the entry with which the turn began, or the match ended
-- model: advantage
-- drawn: chance
-- moment: when each turn began
-- nothing: no turn with a score has begun in these matches
-- rests: turns
-- smallest: 20
-- key game: the game
-- key match: the match
-- key line: the side
-- key turn: the turn, counted over all players; the one after the last is the result
-- column n: moments of other matches from which the chance is told
-- column lead: its score less that of the best other side, as it is better
-- column chance: the chance to win
-- column low: lower end of its 95 % interval
-- column high: upper end of it
-- column matches: other matches from which it is told
WITH
-- there are many moments, which are put in order by numbers
ordered AS MATERIALIZED (
    SELECT
        of_side, match_id, game, side, edition, share,
        row_number() OVER (ORDER BY game, match_id, side) AS place
    FROM sides_told
    JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
),
evidence AS (
    SELECT
        ordered.match_id, seq, game, ordered.match_id AS match, ordered.side AS line, place, turn,
        lead, chance, low, high, n, matches
    FROM advantage
    JOIN ordered USING (of_side)
    UNION ALL
    SELECT
        match_id, ending.seq, game, match_id, side, ordered.place, last + 1, NULL,
        CASE result WHEN 'draw' THEN 0.5 ELSE list_contains(winners, side)::INTEGER END, NULL,
        NULL, matches, matches
    FROM (SELECT of_side, max(turn) AS last FROM moments GROUP BY of_side)
    JOIN ordered USING (of_side)
    JOIN shares USING (edition, share)
    JOIN fact_match_ended AS ending USING (match_id)
    WHERE result <> 'no result'
)
-- figure
SELECT game, match, line, turn, n, lead, chance, low, high, matches
FROM evidence
ORDER BY place, turn
