-- title: Time to decide
-- question: Where does the time go, and who takes long over what?
-- about: How many seconds passed before an entry since the one before it, by place and kind of
--     entry. Left out are entries during whose time a call for a judge was open, pauses of more
--     than 15 minutes, and what is not in force. `slow` took more than three times as long as half
--     of all entries of their kind.
-- pitfall: The time is that of whoever logs: where one person logs for all, which one_recorder
--     counts, it is not the player's thought.
-- behind: every entry of that kind of that place
-- nothing: no player has logged anything in these matches
-- smallest: 30
-- key game: the game
-- key place: the place at the table, in the order of the opening
-- key type: the kind of entry
-- column n: entries
-- column one_recorder: of these, in matches that one person recorded
-- column median: half took less, in seconds
-- column p90: nine tenths took less
-- column total: all seconds together
-- column slow: entries that took more than three times the median of their kind
WITH evidence AS (
    SELECT match_id, logged.seq, game, place, type, one_recorder, seconds
    FROM decisions AS logged
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
    WHERE seconds BETWEEN 0 AND 900 AND ($match IS NULL OR match_id = $match)
)
-- figure
SELECT
    game, place, type, count(*) AS n, count_if(one_recorder) AS one_recorder,
    median(seconds) AS median, quantile_cont(seconds, 0.9) AS p90, round(sum(seconds))::BIGINT AS total,
    count_if(seconds > 3 * usual) AS slow
FROM evidence
JOIN (SELECT game, type, median(seconds) AS usual FROM evidence GROUP BY game, type)
    USING (game, type)
GROUP BY game, place, type
ORDER BY game, place, total DESC, type
