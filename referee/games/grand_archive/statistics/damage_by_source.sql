-- title: Damage by source
-- about: What deals damage, and to what: attacks, retaliations and effects, by the type of the
--     card that deals it, to champions and to other objects. What an attack with weapons or attack
--     cards deals is its attacker's. Damage that was prevented does not count; each card's is
--     told by damage-by-card. Of a person, what that person's cards deal.
-- behind: every entry in which such damage was dealt
-- nothing: no damage was dealt in these matches
-- key game: the game
-- key cause: attack, retaliation or effect
-- key kind: the type of the card that deals it; empty where the catalog does not know it
-- key target: champion, or other
-- column n: times such damage was dealt
-- column matches: matches in which it was
-- column total: all of it together
-- column share: total out of all damage to such targets
-- column whole: all damage to such targets
-- column mean: the mean of each time
-- column mean_low: the 95 % interval of the mean, lower end
-- column mean_high: the 95 % interval of the mean, upper end
-- column most: the most at once
-- column last: of n, times that nothing was left
WITH evidence AS (
    WITH kinds AS (
        SELECT catalog, card, value AS kind FROM card_traits WHERE trait = 'type'
    )
    SELECT
        dealt.match_id, dealt.seq, game, cause, coalesce(by_.kind, '') AS kind,
        CASE WHEN to_.kind = 'champion' THEN 'champion' ELSE 'other' END AS target, amount,
        "left" = 0 AS last
    FROM fact_damage_dealt AS dealt
    JOIN chosen_seats($game, $match, $since, $until, $person) AS chosen USING (match_id, seat)
    LEFT JOIN kinds AS by_ ON by_.catalog = chosen.catalog AND by_.card = dealt.source
    LEFT JOIN kinds AS to_ ON to_.catalog = chosen.catalog AND to_.card = dealt.card
)
-- figure
SELECT
    game, cause, kind, target, n, matches, total, total / whole AS share, whole,
    found.mean AS mean, found.low AS mean_low, found.high AS mean_high, most, last
FROM (
    SELECT
        game, cause, kind, target, count(*) AS n, count(DISTINCT match_id) AS matches,
        sum(amount)::BIGINT AS total, mean_of(amount) AS found, max(amount) AS most,
        count_if(last) AS last
    FROM evidence
    GROUP BY game, cause, kind, target
)
JOIN (
    SELECT game, target, sum(amount)::BIGINT AS whole FROM evidence GROUP BY game, target
) USING (game, target)
ORDER BY game, target, total DESC, cause, kind
