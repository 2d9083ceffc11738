-- What the statistics of Grand Archive share; temporary.

-- The champion that each seat came to, the top card of the highest level of its lineage, and the
-- Spirit that it began with.
CREATE OR REPLACE TEMP MACRO champions_reached() AS TABLE (
    SELECT
        match_id, seat, 'champion' AS role, arg_max(card, (level, place)) AS card,
        arg_max(seq, (level, place)) AS seq
    FROM fact_grand_archive__champion_leveled
    GROUP BY match_id, seat
    UNION ALL
    SELECT match_id, seat, 'spirit', arg_min(card, place), arg_min(seq, place)
    FROM fact_grand_archive__champion_leveled
    WHERE how = 'placed'
    GROUP BY match_id, seat
);
