-- title: Wounds by bearer and cause
-- about: What brought wounds, to wizards and to each kind of card, and when: harm of attacks, of
--     counterattacks and of effects that turned, or an effect that wounded at once. Where harm of
--     several causes lies on a card, the oldest turns or goes first. Of a person, the wounds of
--     that person's wizards and cards.
-- behind: every entry in which such a wound came
-- nothing: nothing was wounded in these matches
-- key game: the game
-- key bearer: wizard, or the kind of card
-- key cause: attack, counterattack, effect, or a judge's repair of the harm
-- key how: what made the wound: the end of a turn, a celestial, an effect; effect at once where
--     it was never harm
-- column n: wounds
-- column share: out of all wounds of such bearers
-- column last: of n, third wounds
-- column matches: matches with such a wound
-- column p10: the turn, counted over all wizards, by which a tenth had come
-- column median: the turn by which half had
-- column p90: the turn by which nine tenths had
WITH evidence AS (
    WITH
    standing AS (
        SELECT match_id, target, seq, place, cause, "left" FROM fact_tower_wizwar__harm_changed
        UNION ALL
        SELECT match_id, target, seq, place, 'repair', try_cast("value" AS INTEGER)
        FROM fact_state_repaired
        WHERE what = 'harm'
    ),
    changes AS (
        SELECT
            match_id, target, seq, place, cause,
            "left" - lag("left", 1, 0) OVER (
                PARTITION BY match_id, target ORDER BY place
            ) AS change
        FROM standing
    ),
    -- harm that came, and harm that went, each numbered from the oldest on
    harms AS (
        SELECT
            *,
            sum(greatest(change, 0)) OVER (PARTITION BY match_id, target ORDER BY place) AS came,
            sum(greatest(-change, 0)) OVER (PARTITION BY match_id, target ORDER BY place) AS gone
        FROM changes
    ),
    wounds AS (
        SELECT
            match_id, target, seq, place, seat, cause, change, "left",
            lag(place, 1, 0) OVER (PARTITION BY match_id, target ORDER BY place) AS earlier
        FROM fact_tower_wizwar__wounds_changed
    ),
    turned AS (
        SELECT
            wounds.*, gone,
            harms.place > earlier AND harms.seq = wounds.seq AND harms.cause = wounds.cause
                AND harms.change = -wounds.change AS of_harm
        FROM wounds
        ASOF LEFT JOIN harms
            ON harms.match_id = wounds.match_id AND harms.target = wounds.target
            AND harms.place < wounds.place
        WHERE wounds.change > 0
    ),
    traced AS (
        SELECT
            turned.match_id, turned.seq, turned.place, turned.seat, turned.target,
            turned.left >= 3 AND came >= turned.gone AS last, harms.cause, turned.cause AS how,
            true AS of_harm,
            least(came, turned.gone) - greatest(came - harms.change, turned.gone - turned.change)
                AS wounds
        FROM turned
        JOIN harms
            ON harms.match_id = turned.match_id AND harms.target = turned.target
            AND harms.change > 0 AND came > turned.gone - turned.change
            AND came - harms.change < turned.gone
        WHERE of_harm
        UNION ALL
        SELECT match_id, seq, place, seat, target, "left" >= 3, cause, cause, false, change
        FROM turned
        WHERE NOT coalesce(of_harm, false)
    ),
    kinds AS (
        SELECT catalog, card, value AS kind FROM card_traits WHERE trait = 'kind'
    )
    SELECT
        traced.match_id, traced.seq, game, turn, wounds, last,
        CASE
            WHEN traced.target = traced.seat THEN 'wizard'
            ELSE coalesce(bearers.kind, 'card')
        END AS bearer,
        CASE
            WHEN traced.cause IN ('attack', 'counterattack', 'repair') THEN traced.cause
            ELSE 'effect'
        END AS cause,
        CASE
            WHEN NOT of_harm THEN 'effect at once'
            WHEN how = 'turn' THEN 'end of turn'
            WHEN makers.kind = 'celestial' OR how = 'celestial' THEN 'celestial'
            ELSE 'effect'
        END AS how
    FROM traced
    JOIN chosen_seats($game, $match, $since, $until, $person) AS chosen USING (match_id, seat)
    ASOF LEFT JOIN fact_turn_began AS began
        ON began.match_id = traced.match_id AND began.place <= traced.place
    LEFT JOIN kinds AS bearers
        ON bearers.catalog = chosen.catalog
        AND bearers.card = regexp_replace(traced.target, '\.\d+$', '')
    LEFT JOIN kinds AS makers
        ON makers.catalog = chosen.catalog AND makers.card = traced.how
)
-- figure
SELECT
    game, bearer, cause, how, sum(wounds)::BIGINT AS n,
    sum(wounds) / sum(sum(wounds)) OVER (PARTITION BY game, bearer) AS share,
    count_if(last) AS last, count(DISTINCT match_id) AS matches,
    quantile_disc(turn, 0.1) AS p10, quantile_disc(turn, 0.5) AS median,
    quantile_disc(turn, 0.9) AS p90
FROM evidence
GROUP BY game, bearer, cause, how
ORDER BY game, bearer <> 'wizard', bearer, n DESC, cause, how
