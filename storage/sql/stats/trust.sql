-- title: What was taken on trust
-- question: How much rests on what nobody saw, and how much of it was true?
-- about: The share of entries that were taken on trust, by their kind; how many of these stand as
--     legal now, and how many were disproved: they stand as illegal, or a later entry was refused
--     because of them.
-- pitfall: What was never disproved is not proved: most of what is hidden is never shown.
-- behind: every entry of that kind that was taken on trust
-- nothing: nothing was taken on trust in these matches
-- key game: the game
-- key type: the kind of entry
-- column n: entries of that kind
-- column trusted: of these, taken on trust
-- column rate: trusted out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column proved: of the trusted, legal as they stand now
-- column disproved: of the trusted, illegal now, or what a refused entry follows from
WITH evidence AS (
    SELECT
        match_id, seq, game, type, standing = 'legal' AS proved,
        standing = 'illegal' OR coalesce(last > seq, false) AS disproved
    FROM verdicts AS said
    JOIN entries USING (match_id, seq)
    JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
    LEFT JOIN (
        SELECT match_id, root AS seq, max(seq) AS last
        FROM verdicts
        WHERE root IS NOT NULL
        GROUP BY match_id, root
    ) AS later USING (match_id, seq)
    WHERE verdict = 'on trust' AND (
        asked_person() IS NULL OR (match_id, asked_seat(payload ->> '$.event.seat')) IN (
            SELECT (match_id, seat) FROM seats WHERE person = asked_person()
        )
    )
)
-- figure
, logged AS (
    SELECT game, type, count(*) AS n
    FROM entries
    JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
    WHERE asked_person() IS NULL OR (match_id, asked_seat(payload ->> '$.event.seat')) IN (
        SELECT (match_id, seat) FROM seats WHERE person = asked_person()
    )
    GROUP BY game, type
)
SELECT
    game, type, n, trusted, trusted / n AS rate, unnest(wilson(trusted, n)), proved, disproved
FROM (
    SELECT
        game, type, count(*) AS trusted, count_if(proved) AS proved,
        count_if(disproved) AS disproved
    FROM evidence
    GROUP BY game, type
)
JOIN logged USING (game, type)
ORDER BY game, trusted DESC, type
