-- title: Cards that were played, by the deck that they met
-- question: Against which deck is a card more than its deck is against it?
-- about: How often a player won who played the card, beside the others with the same deck who met
--     the same deck and did not play it: so a good matchup is not credited to the card. `shrunk`
--     is the rate as if 20 more matches had gone as the whole matchup goes.
-- pitfall: Played is not drawn: who is ahead, or lives long, plays more. What a card does for the
--     one who draws it is told by card-drawn.
-- behind: every entry in which the card was played in that matchup
-- nothing: no match is over in which a card was played against another deck
-- smallest: 30
-- ranked: by the lower end of the difference
-- key game: the game
-- key card: the card
-- key deck: the deck of whoever played it
-- key against: the deck that it met
-- column n: seats with that deck that met the other in finished matches and played the card
-- column wins: of these, won
-- column rate: wins out of n
-- column others: seats with that deck that met the other and did not play it
-- column others_rate: how often these won
-- column shrunk: (wins + 20 times the rate of the matchup) out of (n + 20)
-- column difference: the rate less others_rate
-- column low: lower end of the 95 % interval of the difference (Newcombe)
-- column high: upper end of it
-- column q: the share of false ones, were all differences taken for true that are at least so
--     clear (Benjamini and Hochberg)
WITH evidence AS (
    WITH
    met AS (
        SELECT DISTINCT own.match_id, own.game, own.seat, own.deck_name AS deck, own.won,
            other.deck_name AS against
        FROM finished_seats($game, $match, $since, $until, $person) AS own
        JOIN seats AS other ON other.match_id = own.match_id AND other.side <> own.side
        WHERE NOT own.unresolved
    )
    SELECT match_id, played.seq, game, card, deck, against, seat, won
    FROM played_cards AS played
    JOIN met USING (match_id, seat)
)
-- figure
, met AS (
    SELECT DISTINCT own.match_id, own.game, own.seat, own.deck_name AS deck, own.won,
        other.deck_name AS against
    FROM finished_seats($game, $match, $since, $until, $person) AS own
    JOIN seats AS other ON other.match_id = own.match_id AND other.side <> own.side
    WHERE NOT own.unresolved
),
whole AS (
    SELECT game, deck, against, count(*) AS n, count_if(won) AS wins
    FROM met
    GROUP BY game, deck, against
),
played AS (
    SELECT game, card, deck, against, count(*) AS n, count_if(won) AS wins
    FROM (SELECT DISTINCT game, card, deck, against, match_id, seat, won FROM evidence)
    GROUP BY game, card, deck, against
),
told AS (
    SELECT
        game, card, deck, against, played.n, played.wins, whole.n - played.n AS others,
        whole.wins - played.wins AS others_won,
        (played.wins + 20 * whole.wins / whole.n) / (played.n + 20) AS shrunk,
        newcombe(played.wins, played.n, whole.wins - played.wins, whole.n - played.n) AS found,
        CASE WHEN played.n >= 30 THEN same_rate_p(
            played.wins, played.n, whole.wins - played.wins, whole.n - played.n
        ) END AS p
    FROM played
    JOIN whole USING (game, deck, against)
)
SELECT
    game, card, deck, against, n, wins, wins / n AS rate, others,
    others_won / nullif(others, 0) AS others_rate, shrunk, unnest(found), false_share AS q
FROM (
    SELECT *, false_share(p, rank, game) AS false_share
    FROM (SELECT *, tested_rank(p, game) AS rank FROM told)
)
ORDER BY game, found.low DESC NULLS LAST, card, deck, against
