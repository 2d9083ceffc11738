-- title: Rulings, had they been others
-- question: Would another remedy have changed the match?
-- about: For each strike, rewind and ruling that lets stand, what each other remedy would have come
--     to that the rules of the game allowed then: how many later entries would stand otherwise,
--     and who would have won.
-- pitfall: All that was logged after it is left as it was: players would have played on otherwise.
-- behind: the ruling
-- model: otherwise
-- nothing: no ruling was made of which another remedy was allowed
-- key game: the game
-- key match: the match
-- key ruling: the entry that ruled
-- key other: the other remedy
-- column n: later entries
-- column kind: the remedy that was chosen
-- column changed: of the later entries, those that would stand otherwise
-- column winners: who has won; empty where nobody has
-- column winners_after: who would have; empty where it could not go on so to an end
-- column differs: whether others would have won for certain
-- column matches_differ: of all matches of the game, those of which that is so by some other remedy
WITH evidence AS (
    SELECT
        match_id, otherwise.seq, game, match_id AS match, otherwise.seq AS ruling, other, kind,
        changed, winners, winners_after,
        (SELECT max(seq) FROM entries WHERE entries.match_id = otherwise.match_id)
            - otherwise.seq AS n
    FROM otherwise
    JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
    JOIN (SELECT match_id, seq, kind FROM rulings) USING (match_id, seq)
)
-- figure
SELECT
    game, match, ruling, other, n, kind, changed, winners, winners_after,
    winners_after NOT IN ('', winners) AS differs,
    count(DISTINCT CASE WHEN winners_after NOT IN ('', winners) THEN match END)
        OVER (PARTITION BY game) AS matches_differ
FROM evidence
ORDER BY game, differs DESC, changed DESC, match, ruling, other
