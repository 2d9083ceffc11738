-- title: Wins by cards drawn
-- about: How often players won by how many cards they drew after the opening draw, by effects and
--     in all, against the baseline: what the decks of these same seats win in all finished
--     matches that were asked for. The opening draw is what came before the first phase of the
--     player's own first turn.
-- behind: every entry in which such a player drew so after the opening draw; where there is none,
--     the entry that ended the match
-- nothing: no match is over in which cards were drawn
-- key game: the game
-- key source: by effects, or in all: for the turn too
-- key cards: how many cards, from and to
-- column n: finished matches, one for each seat that drew so many
-- column wins: of these, won
-- column drawn: of these, drawn matches
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column baseline: what the decks of these seats win, by the name of the deck, the mean over n
-- column difference: rate less baseline
-- note: Who plays long draws more, above all for the turn: it is no proof that cards win.
WITH evidence AS (
    WITH
    played AS (
        SELECT * FROM seats_with_baseline($game, $match, $since, $until, $person)
    ),
    opened AS (
        SELECT match_id, seat, min(place) AS place
        FROM fact_grand_archive__phase_began
        GROUP BY match_id, seat
    ),
    later AS (
        SELECT
            drawn.match_id, drawn.seq, drawn.seat, count, unnest(
                CASE WHEN drawn.rule <> 'GA-6.40' THEN ['by effects', 'in all'] ELSE ['in all'] END
            ) AS source
        FROM fact_cards_drawn AS drawn
        JOIN opened ON opened.match_id = drawn.match_id AND opened.seat = drawn.seat
        WHERE drawn.place > opened.place
    ),
    asked AS (
        SELECT played.*, unnest(['by effects', 'in all']) AS source FROM played
    ),
    told AS (
        SELECT
            asked.* EXCLUDE (seq), coalesce(later.seq, asked.seq) AS seq, coalesce(count, 0) AS count
        FROM asked
        LEFT JOIN later
            ON later.match_id = asked.match_id AND later.seat = asked.seat
            AND later.source = asked.source
    ),
    summed AS (
        SELECT *, sum(count) OVER (PARTITION BY match_id, seat, source)::BIGINT AS total
        FROM told
    )
    SELECT
        match_id, seq, game, seat, source, won, drawn, unresolved, baseline,
        CASE
            WHEN total = 0 THEN '0' WHEN total <= 2 THEN '1 to 2' WHEN total <= 5 THEN '3 to 5'
            WHEN total <= 9 THEN '6 to 9' WHEN total <= 14 THEN '10 to 14'
            WHEN total <= 19 THEN '15 to 19' ELSE '20 or more'
        END AS cards
    FROM summed
)
-- figure
SELECT
    game, source, cards, found.n AS n, found.wins AS wins, found.draws AS drawn,
    found.no_result AS no_result, found.rate AS rate, found.low AS low, found.high AS high,
    baseline, found.rate - baseline AS difference
FROM (
    SELECT
        game, source, cards, results(won, drawn, unresolved) AS found,
        avg(CASE WHEN NOT unresolved THEN baseline END) AS baseline
    FROM (
        SELECT DISTINCT
            match_id, seat, game, source, cards, won, drawn, unresolved, baseline
        FROM evidence
    )
    GROUP BY game, source, cards
)
ORDER BY game, source, try_cast(regexp_extract(cards, '\d+') AS INTEGER)
