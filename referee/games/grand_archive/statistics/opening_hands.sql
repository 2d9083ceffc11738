-- title: Opening hands and what became of them
-- about: How often players won by what a log knows of their opening hand, which nobody shows: how
--     many cards they drew for it, and how many they activated and reserved of it in their first
--     own turn, or activated and materialized in the first two.
-- behind: the entry in which each player's first own turn began
-- nothing: no match is over in which a turn began
-- key game: the game
-- key measure: what is counted
-- key count: how many
-- key start: went first, went later, not settled; (all) for all together
-- column n: finished matches, one for each seat with so many
-- column wins: of these, won
-- column draws: of these, drawn
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column baseline: what the decks of these seats win in all matches asked for, the mean over n
-- column difference: rate less baseline
-- note: The first player draws no card for the turn and materializes nothing in the first turn.
WITH evidence AS (
    WITH
    played AS (
        SELECT * FROM seats_with_baseline($game, $match, $since, $until, $person)
    ),
    own_turns AS (
        SELECT
            match_id, seat, seq, place, turn,
            row_number() OVER (PARTITION BY match_id, seat ORDER BY place) AS own
        FROM fact_turn_began
    ),
    ends AS (
        SELECT match_id, turn, min(place) AS place FROM fact_turn_ended GROUP BY match_id, turn
    ),
    opened AS (
        SELECT match_id, seat, min(place) AS place
        FROM fact_grand_archive__phase_began
        GROUP BY match_id, seat
    ),
    spans AS (
        SELECT
            own_turns.match_id, own_turns.seat, own, own_turns.place AS since,
            coalesce(ends.place, 2147483647) AS until
        FROM own_turns
        LEFT JOIN ends ON ends.match_id = own_turns.match_id AND ends.turn = own_turns.turn
        WHERE own <= 2
    ),
    acts AS (
        SELECT match_id, seat, place, 'activated' AS act, 1 AS count
        FROM fact_grand_archive__card_activated
        UNION ALL
        SELECT match_id, seat, place, 'reserved', reserved
        FROM fact_grand_archive__card_activated
        UNION ALL
        SELECT match_id, seat, place, 'materialized', 1
        FROM fact_grand_archive__card_materialized
    ),
    counted AS (
        SELECT drawn.match_id, drawn.seat, 'opening draw' AS measure, count
        FROM fact_cards_drawn AS drawn
        JOIN opened ON opened.match_id = drawn.match_id AND opened.seat = drawn.seat
        WHERE drawn.place < opened.place
        UNION ALL
        SELECT acts.match_id, acts.seat, act || ' in the first turn', count
        FROM acts
        JOIN spans
            ON spans.match_id = acts.match_id AND spans.seat = acts.seat
            AND own = 1 AND place BETWEEN since AND until
        WHERE act <> 'materialized'
        UNION ALL
        SELECT acts.match_id, acts.seat, act || ' in two turns', count
        FROM acts
        JOIN spans
            ON spans.match_id = acts.match_id AND spans.seat = acts.seat
            AND place BETWEEN since AND until
        WHERE act <> 'reserved'
    ),
    sums AS (
        SELECT match_id, seat, measure, sum(count)::BIGINT AS count
        FROM counted
        GROUP BY match_id, seat, measure
    ),
    asked AS (
        SELECT
            played.* EXCLUDE (seq), own_turns.seq,
            unnest([
                'opening draw', 'activated in the first turn', 'reserved in the first turn',
                'activated in two turns', 'materialized in two turns'
            ]) AS measure
        FROM played
        JOIN own_turns
            ON own_turns.match_id = played.match_id AND own_turns.seat = played.seat AND own = 1
    )
    SELECT
        asked.match_id, seq, game, measure, coalesce(count, 0) AS count, start, won, drawn,
        unresolved, baseline
    FROM asked
    LEFT JOIN sums USING (match_id, seat, measure)
)
-- figure
SELECT
    game, measure, count, start, unnest(found), baseline, found.rate - baseline AS difference
FROM (
    SELECT
        game, measure, count, coalesce(start, '(all)') AS start,
        results(won, drawn, unresolved) AS found,
        avg(CASE WHEN NOT unresolved THEN baseline END) AS baseline
    FROM evidence
    GROUP BY GROUPING SETS ((game, measure, count, start), (game, measure, count))
)
ORDER BY game, measure <> 'opening draw', measure, count, start <> '(all)', start
