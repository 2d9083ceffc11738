-- title: Misplays by experience
-- question: Are the rules learned by playing?
-- about: Misplays for 1,000 entries of players by how many matches of the game they had in this
--     log before. Nobody is named.
-- pitfall: Who goes on playing is not who stops, and a match that is not in this log is not
--     counted; of fewer than 20 people only the counts are told.
-- behind: every entry of such players
-- nothing: no player has logged anything in these matches
-- smallest: 20
-- key game: the game
-- key before: matches that they had before, up to the next row
-- column n: people
-- column entries: their entries
-- column illegal: of these, misplays
-- column per_thousand: misplays for 1,000 entries
-- column low: lower end of the 95 % interval of that (Poisson)
-- column high: upper end of it
WITH evidence AS (
    WITH
    experience AS (
        SELECT
            match_id, seat, person,
            dense_rank() OVER (PARTITION BY game, person ORDER BY opened_at, match_id) - 1
                AS before
        FROM seats
        JOIN matches USING (match_id)
    )
    SELECT
        match_id, logged.seq, game, person, illegal.seq IS NOT NULL AS illegal,
        CASE
            WHEN before < 3 THEN before WHEN before < 6 THEN 3 WHEN before < 11 THEN 6
            WHEN before < 21 THEN 11 ELSE 21
        END AS before
    FROM logged
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
    JOIN experience USING (match_id, seat, person)
    LEFT JOIN (
        SELECT match_id, seq FROM verdicts WHERE verdict = 'illegal' AND root = seq
    ) AS illegal USING (match_id, seq)
)
-- figure
SELECT
    game, before, n, entries, illegal, 1000 * illegal / entries AS per_thousand,
    1000 * poisson(illegal).low / entries AS low, 1000 * poisson(illegal).high / entries AS high
FROM (
    SELECT
        game, before, count(DISTINCT person) AS n, count(*) AS entries,
        count_if(illegal) AS illegal
    FROM evidence
    GROUP BY game, before
)
ORDER BY game, before
