-- title: Damage per attack
-- about: What an attack of each card brings: the damage that the card deals in the entry of the
--     attack, the attacks that fail included. Only attacks in which totals were compared count;
--     an attack on several targets at once is one.
-- behind: every entry in which the card attacked
-- nothing: no totals were compared in these matches
-- key game: the game
-- key kind: what the contest was
-- key card: the attacking card
-- column n: attacks
-- column wins: attacks with the higher total, against one of several targets at least
-- column total: all damage together
-- column mean: damage for each attack
-- column max: the most in one attack
WITH evidence AS (
    WITH
    attacks AS (
        SELECT
            match_id, seq, game, kind, seat, card,
            bool_or(attack_won(seat, other_seat, total, other_total, winner)) AS won
        FROM fact_totals_compared
        JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
        WHERE winner <> '' OR other_seat = ''
        GROUP BY match_id, seq, game, kind, seat, card
    ),
    harm AS (
        SELECT match_id, seq, seat, source AS card, sum(amount) AS amount
        FROM fact_damage_dealt
        GROUP BY match_id, seq, seat, source
    )
    SELECT match_id, seq, game, kind, card, won, coalesce(amount, 0) AS amount
    FROM attacks
    LEFT JOIN harm USING (match_id, seq, seat, card)
)
-- figure
SELECT
    game, kind, card, count(*) AS n, count_if(won) AS wins, sum(amount) AS total,
    avg(amount) AS mean, max(amount) AS max
FROM evidence
GROUP BY game, kind, card
ORDER BY game, kind, mean DESC, card
