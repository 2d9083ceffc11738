-- title: Who summoned what others played
-- about: Cards that came to a player's hand by the Rift, or by trade, and were played: whose
--     class they are of, who summoned them. For one match by the players, otherwise by the
--     classes. Cards that were discarded, stored or consumed unplayed do not count. What was
--     traded without a name counts with the Rift.
-- behind: every entry in which that player played a card of that other's class
-- nothing: nobody played a card of another's class in these matches
-- key game: the game
-- key player: who played the cards: the seat, or its class
-- key summoner: whose class the cards are of: the seat, or the class
-- column n: cards of other players' classes that the player played
-- column played: of these, of that one's
-- column traded: of those, cards that a trade had brought to the player by name
-- column rate: played out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column matches: matches in which it happened
WITH evidence AS (
    WITH classes AS (SELECT match_id, seat, cls FROM fact_warrift__class_taken),
    others AS (
        SELECT match_id, seq, seat, owner, card, (
            SELECT count(*) FROM fact_card_moved AS moved
            WHERE moved.match_id = played.match_id AND moved.seq < played.seq
                AND moved.card = played.card AND moved.rule = 'WR-11.3'
                AND moved.target = played.seat || '.hand'
        ) AS given
        FROM fact_warrift__card_played AS played
        WHERE owner <> seat
    )
    SELECT
        match_id, played.seq, game,
        CASE WHEN NOT of_one($match) THEN own.cls ELSE played.seat END AS player,
        CASE WHEN NOT of_one($match) THEN other.cls ELSE played.owner END AS summoner,
        given >= row_number() OVER (
            PARTITION BY match_id, seat, played.card, given > 0 ORDER BY played.seq
        ) AS traded
    FROM others AS played
    JOIN chosen_seats($game, $match, $since, $until, $person) USING (match_id, seat)
    JOIN classes AS own USING (match_id, seat)
    JOIN classes AS other ON other.match_id = played.match_id AND other.seat = played.owner
)
-- figure
SELECT
    game, player, summoner, n, played, traded, played / n AS rate, unnest(wilson(played, n)), matches
FROM (
    SELECT
        game, player, summoner,
        (sum(count(*)) OVER (PARTITION BY game, player))::BIGINT AS n, count(*) AS played,
        count_if(traded) AS traded,
        count(DISTINCT match_id) AS matches
    FROM evidence
    GROUP BY game, player, summoner
)
ORDER BY game, player, played DESC, summoner
