-- title: Time per turn by seat, responses apart
-- about: How many seconds of a turn went by until its player's own entries, and how many until
--     those of others: responses, and what else others do on it. An entry that answers something
--     is a response, its player's turn or not. The time before an entry is that of whoever
--     logged it; the time under an open call for a judge is left out, and that until the Rift
--     is dealt.
-- behind: every entry of a player in a turn
-- nothing: no turn has an entry in these matches
-- key game: the game
-- key place: the place at the table, in the order of the opening
-- key what: own turn, or response
-- column n: turns with such an entry
-- column entries: the entries
-- column mean: the seconds in a turn, the mean
-- column median: half of these turns took less
-- column p10: a tenth took less
-- column p90: nine tenths took less
-- column max: the longest
-- column judge_seconds: all time under calls, left out of the others
WITH evidence AS (
    WITH
    numbered AS MATERIALIZED (
        SELECT match_id, row_number() OVER () AS number
        FROM chosen_matches($game, $match, $since, $until, NULL)
    ),
    chosen AS MATERIALIZED (
        SELECT number, match_id, game, seat, place
        FROM chosen_seats($game, $match, $since, $until, $person)
        JOIN numbered USING (match_id)
    ),
    said AS (
        SELECT
            number, seq, type, seat, answering,
            lag(played_at) OVER (PARTITION BY number ORDER BY seq) AS began_at,
            played_at AS ended_at
        FROM logged
        JOIN numbered USING (match_id)
        WHERE type NOT IN ('call-judge', 'close-call')
    ),
    undone AS MATERIALIZED (
        SELECT number, seq
        FROM verdicts
        JOIN numbered USING (match_id)
        WHERE standing = 'not in force'
    ),
    began AS (
        SELECT number, seq, turn, seat FROM fact_turn_began JOIN numbered USING (match_id)
    ),
    timed AS MATERIALIZED (
        SELECT
            said.number, said.seq, match_id, game, place, turn, began_at, ended_at,
            answering OR said.seat <> began.seat AS responding
        FROM said
        JOIN chosen ON chosen.number = said.number AND chosen.seat = said.seat
        ASOF JOIN began ON began.number = said.number AND began.seq < said.seq
        WHERE type IN (
            'step', 'eye-roll', 'enter', 'play', 'attack', 'retarget', 'effect', 'use', 're-aim',
            'permit', 'summon', 'hire', 'gain', 'refill', 'store', 'take', 'trade', 'draw',
            'reshuffle', 'tally', 'look'
        )
    ),
    judged AS MATERIALIZED (
        SELECT
            number, seq,
            sum(epoch(least(closed_at, ended_at) - greatest(called_at, began_at))) AS judge_seconds
        FROM timed
        JOIN (FROM time_under_call JOIN numbered USING (match_id)) AS called USING (number)
        WHERE called_at < ended_at AND closed_at > began_at
        GROUP BY number, seq
    )
    SELECT
        match_id, seq, game, place, turn, coalesce(judge_seconds, 0) AS judge_seconds,
        CASE WHEN responding THEN 'response' ELSE 'own turn' END AS what,
        greatest(0, epoch(ended_at - began_at) - coalesce(judge_seconds, 0)) AS seconds
    FROM timed
    ANTI JOIN undone USING (number, seq)
    LEFT JOIN judged USING (number, seq)
)
-- figure
SELECT
    game, place, what, count(*) AS n, sum(entries)::BIGINT AS entries, avg(seconds) AS mean,
    median(seconds) AS median, quantile_cont(seconds, 0.1) AS p10,
    quantile_cont(seconds, 0.9) AS p90, max(seconds) AS max,
    sum(judge_seconds) AS judge_seconds
FROM (
    SELECT
        game, place, what, match_id, turn, count(*) AS entries, sum(seconds) AS seconds,
        sum(judge_seconds) AS judge_seconds
    FROM evidence
    GROUP BY game, place, what, match_id, turn
)
GROUP BY game, place, what
ORDER BY game, place, what
