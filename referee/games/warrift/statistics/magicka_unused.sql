-- title: Magicka unused
-- about: How much magicka each person loses at the end of a turn because it was not spent: in the
--     own turns, and what Ambush cards gave on those of others.
-- behind: the entry that ended each own turn, or a turn in which the person lost magicka
-- nothing: no turn is over in these matches
-- key game: the game
-- key person: whose magicka it was
-- column n: own turns that are over
-- column wasteful: of these, with magicka unused
-- column rate: wasteful out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column total: magicka lost in own turns
-- column mean: magicka lost in an own turn
-- column max: the most in one
-- column elsewhere: magicka lost on turns of others, beside the total
WITH evidence AS (
    WITH
    lost AS (
        SELECT gone.match_id, gone.seat, amount, ended.turn, ended.seq, ended.seat AS active
        FROM fact_warrift__magicka_lost AS gone
        ASOF JOIN fact_turn_ended AS ended
            ON ended.match_id = gone.match_id AND ended.place > gone.place
    ),
    told AS (
        SELECT ended.match_id, ended.seq, ended.seat, true AS own, coalesce(amount, 0) AS amount
        FROM fact_turn_ended AS ended
        LEFT JOIN lost
            ON lost.match_id = ended.match_id AND lost.turn = ended.turn
            AND lost.seat = ended.seat
        UNION ALL
        SELECT match_id, seq, seat, false, amount FROM lost WHERE seat <> active
    )
    SELECT match_id, seq, game, person, own, amount
    FROM told
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
)
-- figure
SELECT
    game, person, n, wasteful, wasteful / nullif(n, 0) AS rate,
    unnest(coalesce(wilson(wasteful, n), {'low': NULL, 'high': NULL})), total,
    total / nullif(n, 0) AS mean, max, elsewhere
FROM (
    SELECT
        game, person, count_if(own) AS n, count_if(own AND amount > 0) AS wasteful,
        coalesce(sum(amount) FILTER (own), 0)::BIGINT AS total,
        max(amount) FILTER (own) AS max,
        coalesce(sum(amount) FILTER (NOT own), 0)::BIGINT AS elsewhere
    FROM evidence
    GROUP BY game, person
)
ORDER BY game, mean DESC, person
