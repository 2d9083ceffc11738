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
WITH evidence AS NOT MATERIALIZED (
    SELECT match_id, logged.seq, game, place, type, one_recorder, seconds
    FROM decisions AS logged
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
    WHERE seconds BETWEEN 0 AND 900 AND ($match IS NULL OR match_id = $match)
)
-- figure
-- every decision is read once, and its seconds kept by what it is of
, timed AS MATERIALIZED (
    SELECT
        game, place, type, count_if(one_recorder) AS one_recorder, list(seconds) AS times,
        quantile_cont(seconds, [0.5, 0.9]) AS quantiles, round(sum(seconds))::BIGINT AS total
    FROM evidence
    GROUP BY game, place, type
),
usual AS (
    SELECT game, type, median(seconds) AS usual
    FROM (SELECT game, type, unnest(times) AS seconds FROM timed)
    GROUP BY game, type
)
SELECT
    game, place, type, len(times) AS n, one_recorder, quantiles[1] AS median,
    quantiles[2] AS p90, total,
    len(list_filter(times, lambda each: each > 3 * usual)) AS slow
FROM timed
JOIN usual USING (game, type)
ORDER BY game, place, total DESC, type
