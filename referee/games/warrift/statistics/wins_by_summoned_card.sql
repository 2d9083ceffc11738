-- title: Wins by summoned card
-- about: How often a player won who had summoned the card, or hired or gained it. A win that
--     several share is one for each; where all lose, nobody has won.
-- behind: every entry in which the card was summoned, hired or gained
-- ranked: low
-- nothing: no match is over in which a card was summoned
-- key game: the game
-- key card: the card
-- column n: finished matches in which a player took it, one for each such player
-- column wins: of these, won
-- column draws: of these, drawn
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column even: the rate if all sides of those matches were to win as often
-- column taken: times it was summoned, hired or gained
-- note: Whoever is ahead can pay for more: a rate is no proof of strength.
WITH evidence AS (
    WITH
    taken AS (
        SELECT match_id, seq, seat, card FROM fact_warrift__card_summoned
        UNION ALL
        SELECT match_id, seq, seat, card FROM fact_warrift__support_taken
    ),
    tables AS (
        SELECT match_id, count(DISTINCT side) AS sides FROM seats GROUP BY match_id
    )
    SELECT match_id, taken.seq, game, card, seat, sides, won, drawn, unresolved
    FROM taken
    JOIN finished_seats($game, $match, $since, $until, $person) USING (match_id, seat)
    JOIN tables USING (match_id)
)
-- figure
SELECT
    game, card, unnest(results(won, drawn, unresolved)),
    avg(1 / sides) FILTER (NOT unresolved) AS even, sum(taken)::BIGINT AS taken
FROM (
    SELECT
        game, card, match_id, seat, any_value(sides) AS sides, any_value(won) AS won,
        any_value(drawn) AS drawn, any_value(unresolved) AS unresolved, count(*) AS taken
    FROM evidence
    GROUP BY game, card, match_id, seat
)
GROUP BY game, card
ORDER BY game, lower_end(won, unresolved) DESC NULLS LAST, card
