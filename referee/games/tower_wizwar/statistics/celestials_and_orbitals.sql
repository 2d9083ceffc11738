-- title: Celestials and orbitals
-- about: How often each celestial and orbital was played, how often its effects happened, and
--     what harm and wounds they brought to cards and wizards. The wound that a celestial makes
--     of its wizard's harm by rule counts too. Effects are those that the catalog describes, or
--     that were logged.
-- behind: every entry in which the card was played, had an effect, or brought harm or wounds
-- nothing: no celestial or orbital was played in these matches
-- key game: the game
-- key kind: celestial or orbital
-- key card: the card
-- column n: times it was played
-- column matches: matches with it
-- column effects: times an effect of it happened
-- column harm: harm that it brought
-- column wounds: wounds that it brought
WITH evidence AS (
    WITH
    acts AS (
        SELECT match_id, seq, place, seat, card, 1 AS played
        FROM fact_tower_wizwar__card_played
        UNION ALL
        SELECT match_id, seq, place, seat, card, 0 FROM fact_tower_wizwar__effect_happened
    ),
    marks AS (
        SELECT match_id, seq, place, cause, change AS harm, 0 AS wounds
        FROM fact_tower_wizwar__harm_changed
        WHERE change > 0
        UNION ALL
        SELECT match_id, seq, place, cause, 0, change
        FROM fact_tower_wizwar__wounds_changed
        WHERE change > 0
    ),
    told AS (
        SELECT match_id, seq, seat, card, played, 1 - played AS effects, 0 AS harm, 0 AS wounds
        FROM acts
        UNION ALL
        SELECT marks.match_id, marks.seq, acts.seat, acts.card, 0, 0, harm, wounds
        FROM marks
        ASOF JOIN acts
            ON acts.match_id = marks.match_id AND acts.card = marks.cause
            AND acts.place <= marks.place
    )
    SELECT match_id, told.seq, game, value AS kind, card, played, effects, harm, wounds
    FROM told
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
    JOIN card_traits USING (catalog, card)
    WHERE trait = 'kind' AND value IN ('celestial', 'orbital')
)
-- figure
SELECT
    game, kind, card, sum(played)::BIGINT AS n, count(DISTINCT match_id) AS matches,
    sum(effects)::BIGINT AS effects, sum(harm)::BIGINT AS harm, sum(wounds)::BIGINT AS wounds
FROM evidence
GROUP BY game, kind, card
ORDER BY game, kind, n DESC, card
