-- title: Going first, by matchup
-- question: In which matchup does it matter who goes first?
-- about: How much more often a deck won against another when its side went first than when it went
--     later. Two decks stand in one row, for what one gains the other loses. Where a deck meets
--     itself, one seat of each match is taken, drawn by the name of the match. `(all)` is the
--     sum over all matchups (Mantel and Haenszel), so that no deck is credited for its matchups.
-- pitfall: Who goes first is often not by chance: where the loser of a game or the better deck
--     chooses, the difference is theirs too.
-- behind: the entry that ended each of these matches
-- nothing: no match is over in which it is known who went first
-- rests: every
-- smallest: 30
-- ranked: by the lower end of the difference
-- key game: the game
-- key deck: the deck; (all) for all together
-- key against: the deck that it met; (all) for all together
-- column n: finished matches in which it went first, or those in which it went later: the fewer
-- column first_n: matches in which it went first
-- column first_rate: of these, won
-- column later_n: matches in which it went later
-- column later_rate: of these, won
-- column difference: first_rate less later_rate
-- column low: lower end of the 95 % interval of the difference (Newcombe; of all together, normal)
-- column high: upper end of it
WITH evidence AS (
    SELECT
        own.match_id, own.seq, own.game, own.deck_name AS deck, other.deck_name AS against,
        own.start = 'went first' AS first, own.won
    FROM finished_seats($game, $match, $since, $until, $person) AS own
    JOIN seats AS other ON other.match_id = own.match_id AND other.side <> own.side
    WHERE own.start <> 'not settled' AND NOT own.unresolved
        AND (own.deck_name < other.deck_name OR own.deck_name = other.deck_name)
    QUALIFY own.deck_name <> other.deck_name
        OR row_number() OVER (
            PARTITION BY own.match_id, own.deck_name, other.deck_name
            ORDER BY hash(own.match_id || own.seat), own.seat
        ) = 1
)
-- figure
, counted AS (
    SELECT
        game, deck, against, count_if(first) AS first_n, count_if(first AND won) AS first_won,
        count_if(NOT first) AS later_n, count_if(NOT first AND won) AS later_won
    FROM evidence
    GROUP BY game, deck, against
),
weighed AS (
    SELECT
        *, first_n * later_n / (first_n + later_n) AS weight,
        first_won / first_n - later_won / later_n AS gain,
        first_won * (first_n - first_won) / first_n ** 3
            + later_won * (later_n - later_won) / later_n ** 3 AS variance
    FROM counted
    WHERE first_n > 0 AND later_n > 0
)
FROM (
    SELECT
        game, deck, against, least(first_n, later_n) AS n, first_n,
        first_won / nullif(first_n, 0) AS first_rate, later_n,
        later_won / nullif(later_n, 0) AS later_rate,
        unnest(newcombe(first_won, first_n, later_won, later_n))
    FROM counted
    UNION ALL
    SELECT
        game, '(all)', '(all)', least(sum(first_n), sum(later_n))::BIGINT, sum(first_n)::BIGINT,
        sum(first_won) / sum(first_n), sum(later_n)::BIGINT, sum(later_won) / sum(later_n),
        sum(weight * gain) / sum(weight),
        sum(weight * gain) / sum(weight)
            - z_95() * sqrt(sum(weight ** 2 * variance)) / sum(weight),
        sum(weight * gain) / sum(weight)
            + z_95() * sqrt(sum(weight ** 2 * variance)) / sum(weight)
    FROM weighed
    GROUP BY game
)
ORDER BY game, deck <> '(all)', low DESC NULLS LAST, deck, against
