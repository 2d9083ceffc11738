-- title: Upsets
-- question: Which results were the least expected?
-- about: The twenty contests that were won with the least chance by the ratings before them.
-- pitfall: Of many contests some are won against the odds; of new players ratings know little.
-- behind: the entry that gave each contest its result
-- model: predicted
-- nothing: no contest was won
-- chosen: chosen_events
-- key plays: the game that is played, where the tournament pins it
-- key event: the tournament
-- key round: the round
-- key table: the table
-- column n: contests out of which it stands out
-- column chance_given: the chance that the winner was given
WITH evidence AS (
    SELECT
        match_id, contest.seq, contest.plays, match_id AS event, round, "table",
        CASE WHEN winner = player THEN chance ELSE 1 - chance END AS chance_given,
        count(*) OVER (PARTITION BY contest.plays) AS n
    FROM event_contests($game, $match, $since, $until, $person) AS contest
    JOIN predicted USING (match_id, round, "table")
    WHERE played AND winner <> ''
    QUALIFY row_number() OVER (
        PARTITION BY contest.plays
        ORDER BY CASE WHEN winner = player THEN chance ELSE 1 - chance END, match_id, round,
            "table"
    ) <= 20
)
-- figure
SELECT plays, event, round, "table", n, chance_given
FROM evidence
ORDER BY plays, chance_given, event, round, "table"
