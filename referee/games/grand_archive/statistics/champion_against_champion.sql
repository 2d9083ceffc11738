-- title: Champion against champion
-- about: How often each champion won against each other: the highest that each player's lineage
--     reached, one meeting for each two seats of different sides. A champion that meets itself
--     counts for each of its seats.
-- behind: the entry that ended each match
-- nothing: no match is over in which champions met
-- key game: the game
-- key champion: the champion that a player came to
-- key against: the champion that the opponent came to
-- column n: finished meetings of the two
-- column wins: of these, won by the first champion
-- column draws: of these, drawn
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
WITH evidence AS (
    WITH reached AS (
        SELECT
            match_id, seat, side, arg_max(card, (level, fact.place)) AS champion
        FROM fact_grand_archive__champion_leveled AS fact
        JOIN seats USING (match_id, seat)
        GROUP BY match_id, seat, side
    )
    SELECT
        match_id, seq, game, own.champion, other.champion AS against, won, drawn, unresolved
    FROM finished_seats($game, $match, $since, $until, $person)
    JOIN reached AS own USING (match_id, seat)
    JOIN reached AS other USING (match_id)
    WHERE own.side <> other.side
)
-- figure
SELECT game, champion, against, unnest(results(won, drawn, unresolved))
FROM evidence
GROUP BY game, champion, against
ORDER BY game, champion, count_if(NOT unresolved) DESC, against
