-- title: Damage by card
-- about: The damage that each card dealt, by its cause. What a rule deals stands under the
--     rule's own name for it.
-- behind: every entry in which the card dealt damage
-- nothing: no damage was dealt in these matches
-- key game: the game
-- key card: the card that dealt the damage, or the rule's name for it
-- key cause: what the damage came of
-- column n: times damage was dealt
-- column matches: matches in which it was
-- column total: all damage together
-- column mean: damage each time
-- column min: the least at once
-- column max: the most at once
WITH evidence AS (
    SELECT match_id, seq, game, source AS card, cause, amount
    FROM fact_damage_dealt AS dealt
    JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
    LEFT JOIN seats USING (match_id, seat)
    WHERE $person IS NULL OR person = $person
)
-- figure
SELECT
    game, card, cause, count(*) AS n, count(DISTINCT match_id) AS matches,
    sum(amount) AS total, avg(amount) AS mean, min(amount) AS min, max(amount) AS max
FROM evidence
GROUP BY game, card, cause
ORDER BY game, total DESC, card, cause
