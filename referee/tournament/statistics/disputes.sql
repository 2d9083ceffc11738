-- title: Disputed results of tournaments
-- about: What became of the contests about which something was said that does not agree, and how
--     long that took from the first dispute to the result that counts, as it was logged.
-- behind: the entry that disputed a result first
-- nothing: no result was disputed
-- chosen: chosen_events
-- key plays: the game that is played, where the tournament pins it
-- key settled: judge, slip (struck and reported anew), attested, or open
-- column n: disputed contests
-- column minutes: until it was settled, the mean
-- column sd: standard deviation of that
-- column low: lower end of the 95 % interval of the mean
-- column high: upper end of the 95 % interval of the mean
WITH evidence AS (
    SELECT
        disputed.match_id, disputed.seq, plays,
        CASE WHEN contest.seq > disputed.last_seq THEN settled_by ELSE 'open' END AS settled,
        CASE WHEN contest.seq > disputed.last_seq
            THEN epoch(done.played_at - said.played_at) / 60 END AS minutes
    FROM (
        SELECT match_id, round, "table", min(seq) AS seq, max(seq) AS last_seq
        FROM fact_tournament__contest_disputed
        GROUP BY match_id, round, "table"
    ) AS disputed
    JOIN event_contests($game, $match, $since, $until, $person) AS contest
        USING (match_id, round, "table")
    LEFT JOIN entries AS said ON said.match_id = disputed.match_id AND said.seq = disputed.seq
    LEFT JOIN entries AS done ON done.match_id = disputed.match_id AND done.seq = contest.seq
    WHERE $person IS NULL OR $person IN (a, b)
)
-- figure
SELECT
    plays, settled, n, found.mean AS minutes, found.sd AS sd, found.low AS low, found.high AS high
FROM (
    SELECT plays, settled, count(*) AS n, mean_of(minutes) AS found
    FROM evidence
    GROUP BY plays, settled
)
ORDER BY plays, n DESC, settled
