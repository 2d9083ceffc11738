-- title: Cards that were drawn
-- question: Does a card help the one who draws it?
-- about: How often seats with the card in the deck won when they drew it, and when they did not.
--     A copy was drawn where one was seen or is known. Where a hand was never shown, each seat
--     counts for both as far as the account of the hidden cards makes each likely, and the
--     difference is set right for that: it is what one more drawn adds. least and most are the
--     difference were all of these not drawn or all drawn.
-- pitfall: Unseen cards in a hand are no random sample: they are those that could not be played, so
--     drawn leans to what could. Hands that are shown at the end make it exact.
-- behind: the entry that ended each of these matches
-- nothing: no match is over in which decks were registered
-- smallest: 100
-- ranked: by the lower end of the difference
-- key game: the game
-- key card: the card
-- column n: seats in finished matches that had registered the card
-- column drawn_n: of these, drew it
-- column drawn_rate: of these, won
-- column not_n: did not draw it
-- column not_rate: of these, won
-- column difference: drawn_rate less not_rate, divided by what is known
-- column low: lower end of the 95 % interval of the difference (Newcombe)
-- column high: upper end of it
-- column known: how far it is known who drew it: 1 where it is of each, 0 where all are alike
-- column unknown: of n, those of which it is not known
-- column least: the difference, or that of all unknown as one or the other if less
-- column most: the same if more
-- column q: the share of false ones, were all differences taken for true that are at least so
--     clear (Benjamini and Hochberg)
WITH evidence AS (
    SELECT
        match_id, finished.seq, game, card, chance, won,
        chance IS NULL OR chance > 0 AND chance < 1 AS unknown
    FROM pool_at_end
    JOIN finished_seats($game, $match, $since, $until, $person) AS finished
        USING (match_id, seat)
    WHERE NOT unresolved
)
-- figure
, counted AS (
    SELECT
        game, card, count(*) AS n, coalesce(sum(chance), 0) AS drawn_n,
        var_pop(chance) / nullif(avg(chance) * (1 - avg(chance)), 0) AS known,
        coalesce(sum(chance) FILTER (won), 0) AS drawn_won,
        coalesce(sum(1 - chance), 0) AS not_n,
        coalesce(sum(1 - chance) FILTER (won), 0) AS not_won,
        count_if(unknown) AS unknown, count_if(unknown AND won) AS unknown_won,
        count_if(NOT unknown AND chance = 1) AS sure,
        count_if(NOT unknown AND chance = 1 AND won) AS sure_won
    FROM evidence
    GROUP BY game, card
),
told AS (
    SELECT
        *, CASE WHEN known > 0.001 THEN set_right(
            newcombe(drawn_won, drawn_n, not_won, not_n), known
        ) END AS found,
        newcombe(sure_won, sure, wins - sure_won, n - sure).difference AS as_not,
        newcombe(
            sure_won + unknown_won, sure + unknown,
            wins - sure_won - unknown_won, n - sure - unknown
        ).difference AS as_drawn,
        CASE WHEN n >= 100 AND known > 0.001 THEN normal_p(
            deviation(drawn_won, drawn_n, not_won, not_n) / sqrt(known)
        ) END AS p
    FROM counted
    JOIN (SELECT game, card, count_if(won) AS wins FROM evidence GROUP BY ALL) USING (game, card)
)
SELECT
    game, card, n, drawn_n, drawn_won / nullif(drawn_n, 0) AS drawn_rate, not_n,
    not_won / nullif(not_n, 0) AS not_rate, found.difference AS difference, found.low AS low,
    found.high AS high, known, unknown, least(found.difference, as_not, as_drawn) AS least,
    greatest(found.difference, as_not, as_drawn) AS most, false_share AS q
FROM (
    SELECT *, false_share(p, rank, game) AS false_share
    FROM (SELECT *, tested_rank(p, game) AS rank FROM told)
)
ORDER BY game, found.low DESC NULLS LAST, card
