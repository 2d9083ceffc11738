-- title: Rulings by kind and rule
-- about: What the judges ruled, and which rules they named.
-- behind: every such ruling
-- nothing: no ruling was made in these matches
-- key game: the game
-- key kind: the kind of ruling, of a penalty also which
-- key rule: the rule that the ruling names; empty where it names none
-- column n: rulings made
-- column matches: matches in which they were made
-- column overruled: of these, set aside by a later ruling
-- note: A ruling that names several rules counts for each. Refused rulings are left out.
WITH evidence AS (
    WITH made AS (
        SELECT match_id, seq, game, type, payload
        FROM entries
        JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
        WHERE type IN ('rewind', 'strike', 'insert', 'stand', 'adjust', 'penalty', 'overrule')
    )
    SELECT
        match_id, seq, game,
        CASE
            WHEN type = 'penalty' THEN 'penalty: ' || (payload ->> '$.event.kind')
            ELSE type
        END AS kind,
        unnest(coalesce(
            (payload -> '$.event.waive')::VARCHAR[],
            [coalesce(payload ->> '$.event.rule', '')]
        )) AS rule,
        undone_by
    FROM made
    JOIN verdicts USING (match_id, seq)
    WHERE verdict <> 'illegal'
)
-- figure
SELECT
    game, kind, rule, count(*) AS n, count(DISTINCT match_id) AS matches,
    count_if(undone_by IS NOT NULL) AS overruled
FROM evidence
GROUP BY game, kind, rule
ORDER BY game, n DESC, kind, rule
