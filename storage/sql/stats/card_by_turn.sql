-- title: Cards by the own turn in which they were played
-- question: When is a card played, and is it better early?
-- about: How often a player won who played the card first in that own turn, beside all who reached
--     that turn and had the card in the deck, or could have had it where no deck holds it.
-- pitfall: Who reached a turn is compared with others who did, but a card that needs something in
--     play, such as a unit that has survived, is played by those who have it: see its traits.
-- behind: the entry in which each player played the card first
-- nothing: no match is over in which a card was played
-- smallest: 30
-- key game: the game
-- key card: the card
-- key own_turn: the own turn, from 1; 0 before the first
-- column n: seats in finished matches that played it first in that turn
-- column wins: of these, won
-- column draws: of these, drawn
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column reached: seats that reached that turn and could have played it
-- column rate_all: how often these won
-- column traits: what the card is, by its catalog
WITH
chosen AS MATERIALIZED (
    SELECT
        row_number() OVER () AS number, match_id, seat, game, catalog, won, drawn, unresolved
    FROM finished_seats($game, $match, $since, $until, $person)
),
began AS MATERIALIZED (
    SELECT number, turn.place, row_number() OVER (PARTITION BY number ORDER BY turn.place) AS own_turn
    FROM fact_turn_began AS turn
    JOIN chosen USING (match_id, seat)
),
first_played AS (
    SELECT number, card, min(played.place) AS place, arg_min(played.seq, played.place) AS seq
    FROM played_cards AS played
    JOIN chosen USING (match_id, seat)
    GROUP BY number, card
),
placed AS MATERIALIZED (
    SELECT played.number, seq, card, coalesce(own_turn, 0) AS own_turn
    FROM first_played AS played
    ASOF LEFT JOIN began ON began.number = played.number AND began.place <= played.place
),
evidence AS NOT MATERIALIZED (
    SELECT match_id, seq, game, catalog, seat, card, own_turn, won, drawn, unresolved
    FROM placed
    JOIN chosen USING (number)
)
-- figure
, turns_of AS (
    SELECT game, match_id, seat, won, coalesce(turns, 0) AS turns
    FROM chosen
    LEFT JOIN (SELECT number, count(*) AS turns FROM began GROUP BY number) USING (number)
    WHERE NOT unresolved
),
holders AS NOT MATERIALIZED (
    SELECT match_id, seat, card FROM deck_cards WHERE list = '' AND copies > 0
),
held AS (
    SELECT game, card, turns, count(*) AS n, count_if(won) AS wins
    FROM turns_of
    JOIN holders USING (match_id, seat)
    GROUP BY game, card, turns
),
-- of cards that none of these decks has there are few, so that all decks are looked at for them
played AS MATERIALIZED (SELECT DISTINCT game, catalog, card FROM evidence),
rest AS (
    SELECT DISTINCT game, card FROM played ANTI JOIN held USING (game, card)
),
unheld AS (
    SELECT game, card
    FROM rest
    ANTI JOIN (
        SELECT game, card FROM holders SEMI JOIN rest USING (card) JOIN matches USING (match_id)
    ) AS elsewhere USING (game, card)
),
reach AS (
    SELECT
        game, card, own_turn, sum(n)::BIGINT AS reached, sum(wins) / sum(n) AS rate_all
    FROM (
        SELECT game, card, unnest(range(0, turns + 1)) AS own_turn, n, wins
        FROM (
            FROM held
            UNION ALL
            SELECT game, card, turns, n, wins
            FROM (
                SELECT game, turns, count(*) AS n, count_if(won) AS wins
                FROM turns_of
                GROUP BY game, turns
            )
            JOIN unheld USING (game)
        )
    )
    GROUP BY game, card, own_turn
),
described AS (
    SELECT game, card, string_agg(trait || ' ' || value, ', ' ORDER BY trait) AS traits
    FROM (
        SELECT DISTINCT game, card, trait, value
        FROM played
        JOIN card_traits USING (catalog, card)
    )
    GROUP BY game, card
)
SELECT
    game, card, own_turn, unnest(found), coalesce(reached, 0) AS reached, rate_all,
    coalesce(traits, '') AS traits
FROM (
    SELECT game, card, own_turn, results(won, drawn, unresolved) AS found
    FROM evidence
    GROUP BY game, card, own_turn
)
LEFT JOIN reach USING (game, card, own_turn)
LEFT JOIN described USING (game, card)
ORDER BY game, card, own_turn
