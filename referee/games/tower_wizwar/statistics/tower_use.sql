-- title: Towers
-- about: How often each tower was played, how long it stood, what became of it, and what was
--     drafted by it. A tower that still stood when the match ended, or stands, counts with the
--     turns until then.
-- behind: every entry in which the tower was played, or something was drafted by it
-- nothing: no tower was played in these matches
-- key game: the game
-- key tower: the tower
-- column n: times it was played
-- column destroyed: of these, destroyed
-- column rate: destroyed out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column replaced: of n, replaced by another tower
-- column stood: of n, still there at the end
-- column turns: own turns that ended while it stood, the mean
-- column turns_low: the 95 % interval of that mean, lower end
-- column turns_high: the 95 % interval of that mean, upper end
-- column drafts: drafts by it
-- column spells: spells that these brought to the pool
WITH evidence AS (
    WITH
    towers AS (
        SELECT match_id, seq, place, seat, card
        FROM fact_tower_wizwar__card_played
        WHERE kind = 'tower'
    ),
    ends AS (
        SELECT
            match_id, seat, place,
            row_number() OVER (PARTITION BY match_id, seat ORDER BY place) AS turns
        FROM fact_turn_ended
    ),
    leaving AS (
        SELECT match_id, seat, card, place, rule
        FROM fact_card_moved
        WHERE "source" = seat || '.play'
    ),
    stays AS (
        SELECT
            towers.*, leaving.rule, coalesce(leaving.place, 2147483647) AS left_at
        FROM towers
        ASOF LEFT JOIN leaving
            ON leaving.match_id = towers.match_id AND leaving.seat = towers.seat
            AND leaving.card = towers.card AND leaving.place > towers.place
    ),
    told AS (
        SELECT
            stays.match_id, stays.seq, stays.seat, stays.card,
            CASE
                WHEN stays.rule IS NULL THEN 'stood'
                WHEN stays.rule = 'TW-14.2' THEN 'replaced'
                WHEN stays.rule = 'TW-17.2' THEN 'destroyed'
                ELSE 'gone'
            END AS fate,
            coalesce(after.turns, 0) - coalesce(before.turns, 0) AS turns, NULL AS spells
        FROM stays
        ASOF LEFT JOIN ends AS before
            ON before.match_id = stays.match_id AND before.seat = stays.seat
            AND before.place < stays.place
        ASOF LEFT JOIN ends AS after
            ON after.match_id = stays.match_id AND after.seat = stays.seat
            AND after.place < stays.left_at
        UNION ALL
        SELECT drafted.match_id, drafted.seq, drafted.seat, towers.card, NULL, NULL, spells
        FROM fact_tower_wizwar__drafted AS drafted
        ASOF JOIN towers
            ON towers.match_id = drafted.match_id AND towers.seat = drafted.seat
            AND towers.place < drafted.place
        WHERE drafted.kind = 'tower'
    )
    SELECT match_id, told.seq, game, card AS tower, fate, turns, spells
    FROM told
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
)
-- figure
SELECT
    game, tower, n, destroyed, destroyed / nullif(n, 0) AS rate, unnest(wilson(destroyed, n)),
    replaced, stood, time.mean AS turns, time.low AS turns_low, time.high AS turns_high, drafts,
    spells
FROM (
    SELECT
        game, tower, count(fate) AS n, count_if(fate = 'destroyed') AS destroyed,
        count_if(fate = 'replaced') AS replaced, count_if(fate = 'stood') AS stood,
        mean_of(turns) AS time, count(spells) AS drafts,
        coalesce(sum(spells), 0)::BIGINT AS spells
    FROM evidence
    GROUP BY game, tower
)
ORDER BY game, n DESC, tower
