-- title: Remedies by rule
-- question: Do judges remedy the same misplay in the same way?
-- about: What judges did about misplays of each rule, by their authority, and how far they agree:
--     the share of the remedy that was chosen most often.
-- pitfall: Misplays of one rule are not all alike, and a match may be too far on for a rewind: that
--     remedies differ is no fault of a judge.
-- behind: every misplay that was remedied so
-- nothing: no misplay was remedied in these matches
-- smallest: 10
-- key game: the game
-- key rule: the rule that was broken
-- key authority: by what right it was remedied: scorekeeper, floor or head
-- key remedy: the kind of ruling
-- column n: misplays of that rule that were remedied by that authority
-- column chosen: of these, so
-- column rate: chosen out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column agreement: the share of the remedy that was chosen most often
WITH evidence AS (
    SELECT match_id, illegal.seq, game, illegal.rule, authority, kind AS remedy
    FROM illegal_entries AS illegal
    JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)
    JOIN rulings AS ruling
        ON ruling.match_id = illegal.match_id AND ruling.seq = illegal.remedied_by
    WHERE asked_person() IS NULL OR (illegal.match_id, asked_seat(by_whom)) IN (
        SELECT (match_id, seat) FROM seats WHERE person = asked_person()
    )
)
-- figure
SELECT
    game, rule, authority, remedy, n, chosen, chosen / n AS rate, unnest(wilson(chosen, n)),
    max(chosen) OVER (PARTITION BY game, rule, authority) / n AS agreement
FROM (
    SELECT
        game, rule, authority, remedy, count(*) AS chosen,
        sum(count(*)) OVER (PARTITION BY game, rule, authority)::BIGINT AS n
    FROM evidence
    GROUP BY game, rule, authority, remedy
)
ORDER BY game, rule, authority, chosen DESC, remedy
