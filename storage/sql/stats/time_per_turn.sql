-- title: Time per turn by seat
-- about: How many seconds a turn took, from the entry in which it began to the one in which it, or
--     the match, ended; the time under an open call for a judge is left out, and so is what lies
--     between two turns, as when all set up what comes next: it is nobody's. A turn
--     that all players share stands in a row without a place.
-- behind: the entry in which each turn began
-- nothing: no turn of a player is over in these matches
-- rests: turns
-- key game: the game
-- key place: the place at the table, in the order of the opening; empty for turns that all
--     players share
-- column n: turns that ended, or in which the match did
-- column mean: the mean in seconds
-- column median: half of the turns took less
-- column p10: a tenth took less
-- column p90: nine tenths took less
-- column min: the shortest
-- column max: the longest
-- column judge_seconds: all time under calls, left out of the others
WITH evidence AS (
    SELECT match_id, began_seq AS seq, game, chosen.place, seconds, judge_seconds
    FROM turns
    JOIN (
        SELECT match_id, game, seat, place
        FROM chosen_seats($game, $match, $since, $until, $person)
        UNION ALL
        SELECT match_id, game, '', NULL
        FROM chosen_matches($game, $match, $since, $until, $person)
        WHERE $person IS NULL
    ) AS chosen USING (match_id, seat)
    WHERE ended_at IS NOT NULL AND ($match IS NULL OR match_id = $match)
)
-- figure
SELECT game, place, unnest(paces(seconds, judge_seconds))
FROM evidence
GROUP BY game, place
ORDER BY game, place NULLS LAST
