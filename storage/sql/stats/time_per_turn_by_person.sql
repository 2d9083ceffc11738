-- title: Time per turn by person
-- about: How many seconds a turn took, from the entry in which it began to the one in which it, or
--     the match, ended; the time under an open call for a judge is left out, and so is what lies
--     between two turns, as when all set up what comes next: it is nobody's. A turn
--     that all players share is nobody's and does not count.
-- behind: the entry in which each turn began
-- nothing: no turn that is one player's own is over in these matches
-- rests: turns
-- key game: the game
-- key person: whose turns they are
-- column n: turns that ended, or in which the match did
-- column mean: the mean in seconds
-- column median: half of the turns took less
-- column p10: a tenth took less
-- column p90: nine tenths took less
-- column min: the shortest
-- column max: the longest
-- column judge_seconds: all time under calls, left out of the others
WITH evidence AS (
    SELECT match_id, began_seq AS seq, game, person, seconds, judge_seconds
    FROM turns
    JOIN chosen_seats($game, $match, $since, $until, $person) AS chosen USING (match_id, seat)
    WHERE ended_at IS NOT NULL AND ($match IS NULL OR match_id = $match)
)
-- figure
SELECT game, person, unnest(paces(seconds, judge_seconds))
FROM evidence
GROUP BY game, person
ORDER BY game, median(seconds) DESC, person
