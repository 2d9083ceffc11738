-- title: Cards that stayed in the hand
-- question: Which cards are drawn and never played?
-- about: How often a card is known to have been in the hand when the match was over, by a seat that
--     had played no copy of it.
-- pitfall: It is a lower bound: where a hand was never shown, nobody knows what was in it.
-- behind: the entry that ended each of these matches
-- nothing: no match is over in which decks were registered
-- smallest: 30
-- ranked: by the lower end of the rate
-- key game: the game
-- key card: the card
-- column n: seats in finished matches that had registered the card
-- column at_least: of these, had it in the hand at the end and had never played it
-- column copies: how many copies these held
-- column rate: at_least out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column shown_hands: of n, seats of whose hand at the end nothing is unknown
WITH evidence AS (
    SELECT
        match_id, finished.seq, game, card, held, in_hand = 0 AS shown_hand,
        held > 0 AND NOT EXISTS (
            FROM played_cards AS played
            WHERE played.match_id = pool.match_id AND played.seat = pool.seat
                AND played.card = pool.card
        ) AS dead
    FROM pool_at_end AS pool
    JOIN finished_seats($game, $match, $since, $until, $person) AS finished
        USING (match_id, seat)
)
-- figure
SELECT
    game, card, n, at_least, copies, at_least / n AS rate, unnest(wilson(at_least, n)),
    shown_hands
FROM (
    SELECT
        game, card, count(*) AS n, count_if(dead) AS at_least,
        coalesce(sum(held) FILTER (dead), 0)::BIGINT AS copies,
        count_if(shown_hand) AS shown_hands
    FROM evidence
    GROUP BY game, card
)
ORDER BY game, wilson(at_least, n).low DESC, n DESC, card
