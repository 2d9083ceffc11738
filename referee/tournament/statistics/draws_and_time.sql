-- title: Slow matchups of tournaments
-- question: Which decks do not finish?
-- about: Of the contests of two decks how many ended after time was called in their round, and how
--     many were drawn; and how long their logged games took. Two decks stand in one row.
-- pitfall: Slow players are not slow decks, and a result is as late as it was logged.
-- behind: the entry that gave each contest its result
-- nothing: no contest is over
-- chosen: chosen_events
-- smallest: 30
-- ranked: by the lower end of the rate
-- key plays: the game that is played, where the tournament pins it
-- key deck: the deck; empty where none was registered
-- key against: the deck that it met
-- column n: contests that were played to their end
-- column late: of these, ended after time
-- column rate: late out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column draws: of n, drawn
-- column games: their logged games that are over
-- column minutes: of such a game, the mean
WITH evidence AS (
    WITH
    called AS (
        SELECT match_id, round, max(strptime("at", '%Y-%m-%dT%H:%M:%SZ')) AS time_at
        FROM fact_tournament__clock_set
        WHERE what = 'time'
        GROUP BY match_id, round
    ),
    minutes_of AS (
        SELECT
            split_part(contest, '/', 1) AS match_id, split_part(contest, '/', 2)::INTEGER AS round,
            split_part(contest, '/', 3)::INTEGER AS "table", count(*) AS games,
            sum(minutes) AS minutes
        FROM match_results
        WHERE contest <> '' AND minutes IS NOT NULL
        GROUP BY ALL
    )
    SELECT
        contest.match_id, contest.seq, contest.plays,
        least(coalesce(own.deck, ''), coalesce(other.deck, '')) AS deck,
        greatest(coalesce(own.deck, ''), coalesce(other.deck, '')) AS against,
        coalesce(result.played_at > time_at, false) AS late, winner = '' AS drawn,
        coalesce(games, 0) AS games, coalesce(minutes, 0) AS minutes
    FROM event_contests($game, $match, $since, $until, $person) AS contest
    JOIN entries AS result ON result.match_id = contest.match_id AND result.seq = contest.seq
    LEFT JOIN called ON called.match_id = contest.match_id AND called.round = contest.round
    LEFT JOIN minutes_of AS took
        ON took.match_id = contest.match_id AND took.round = contest.round
        AND took."table" = contest."table"
    LEFT JOIN registered_decks() AS own ON own.match_id = contest.match_id AND own.player = a
    LEFT JOIN registered_decks() AS other ON other.match_id = contest.match_id AND other.player = b
    WHERE played
)
-- figure
SELECT
    plays, deck, against, n, late, late / n AS rate, unnest(wilson(late, n)), draws, games,
    minutes / nullif(games, 0) AS minutes
FROM (
    SELECT
        plays, deck, against, count(*) AS n, count_if(late) AS late, count_if(drawn) AS draws,
        sum(games)::BIGINT AS games, sum(minutes) AS minutes
    FROM evidence
    GROUP BY plays, deck, against
)
ORDER BY plays, wilson(late, n).low DESC, n DESC, deck, against
