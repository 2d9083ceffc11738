-- title: Misplays in tournaments
-- question: Which rules are misplayed, in which round, with which decks, and seen by which judge?
-- about: Misplays for 1,000 entries in the logged games of tournaments, by rule, and for each rule
--     by round, by the deck of whoever misplayed, and by the judge who has ruled in the game;
--     beside it how that compares with all games of these tournaments. What is a consequence of an
--     earlier misplay is none.
-- pitfall: Only logged games count. At sealed tables nothing is told before the end, at open ones a
--     player is warned and the line not logged: the two are never mixed. A judge is called to games
--     in which something went wrong.
-- behind: each misplay
-- nothing: no entry of a game was illegal
-- chosen: chosen_events
-- smallest: 1000
-- key plays: the game that is played, where the tournament pins it
-- key sealed: yes or no
-- key rule: the rule that the entry broke; (all) for all together
-- key round: the round; (all) for all together
-- key deck: the deck; (all) for all together
-- key judge: who has ruled in the game, empty where nobody has; (all) for all together
-- column n: entries of the games of that round, with that deck, or in which that judge has ruled
-- column illegal: of these, misplays of that rule
-- column per_thousand: misplays for 1,000 entries
-- column low: lower end of the 95 % interval of that (Poisson)
-- column high: upper end of it
-- column ratio: per_thousand, of that of all rounds and decks
WITH
judged AS (
    SELECT match_id, list(DISTINCT judge) AS judges
    FROM rulings
    SEMI JOIN contests USING (match_id)
    -- no match opens with one, which says that they are fewer than verdicts
    WHERE seq > 1 AND verdict <> 'illegal'
    GROUP BY match_id
),
games AS MATERIALIZED (
    SELECT
        game.match_id, plays, split_part(contest, '/', 2) AS round, sealed,
        coalesce(judges, ['']) AS judges
    FROM contests AS game
    JOIN chosen_events($game, $match, $since, $until, $person) AS event
        ON event.match_id = split_part(contest, '/', 1)
    LEFT JOIN judged ON judged.match_id = game.match_id
),
refused AS (
    SELECT match_id, seq, rule, coalesce(root = seq, false) AS illegal
    FROM verdicts
    WHERE rule <> ''
),
-- where the entries of a seat are counted; those of no seat stand at none
places AS MATERIALIZED (
    SELECT
        match_id, seat, plays, sealed, unnest(list_concat(
            [{'round': '(all)', 'deck': '(all)', 'judge': '(all)'},
                {'round': round, 'deck': '(all)', 'judge': '(all)'},
                {'round': '(all)', 'deck': deck_name, 'judge': '(all)'}],
            [{'round': '(all)', 'deck': '(all)', 'judge': judge} FOR judge IN judges]
        ), recursive := true)
    FROM (
        SELECT match_id, seat, deck_name, person FROM seats
        UNION ALL
        SELECT match_id, NULL, '', NULL FROM games
    )
    JOIN games USING (match_id)
    WHERE $person IS NULL OR person = $person
),
evidence AS (
    SELECT
        said.match_id, said.seq, plays, coalesce(rule, '') AS rule,
        coalesce(illegal, false) AS illegal, sealed, round, deck, judge
    FROM logged AS said
    LEFT JOIN seats AS own ON own.match_id = said.match_id AND own.seat = said.seat
    JOIN places
        ON places.match_id = said.match_id AND places.seat IS NOT DISTINCT FROM own.seat
    LEFT JOIN refused ON refused.match_id = said.match_id AND refused.seq = said.seq
)
-- figure
, said AS (
    SELECT match_id, seat, '' AS rule, count(*) AS n
    FROM logged
    SEMI JOIN games USING (match_id)
    GROUP BY match_id, seat
    UNION ALL
    SELECT match_id, seat, rule, count(*)
    FROM logged
    JOIN (FROM refused SEMI JOIN games USING (match_id) WHERE illegal) USING (match_id, seq)
    GROUP BY match_id, seat, rule
),
summed AS MATERIALIZED (
    SELECT plays, sealed, rule, round, deck, judge, sum(n)::BIGINT AS n
    FROM said
    LEFT JOIN seats AS own ON own.match_id = said.match_id AND own.seat = said.seat
    JOIN places
        ON places.match_id = said.match_id AND places.seat IS NOT DISTINCT FROM own.seat
    GROUP BY plays, sealed, rule, round, deck, judge
),
totals AS (
    SELECT plays, sealed, round, deck, judge, n FROM summed WHERE rule = ''
),
counted AS (
    SELECT
        plays, sealed, coalesce(rule, '(all)') AS rule, round, deck, judge,
        sum(n)::BIGINT AS illegal
    FROM summed
    WHERE rule <> ''
    GROUP BY GROUPING SETS (
        (plays, sealed, round, deck, judge), (plays, sealed, rule, round, deck, judge)
    )
)
SELECT
    plays, sealed, rule, round, deck, judge, n, illegal, 1000 * illegal / n AS per_thousand,
    1000 * poisson(illegal).low / n AS low, 1000 * poisson(illegal).high / n AS high,
    illegal / n / first(illegal / n) OVER (
        PARTITION BY plays, sealed, rule
        ORDER BY round <> '(all)', deck <> '(all)', judge <> '(all)'
    ) AS ratio
FROM counted
JOIN totals USING (plays, sealed, round, deck, judge)
ORDER BY plays, sealed, rule <> '(all)', rule, round <> '(all)', try_cast(round AS INTEGER),
    deck <> '(all)', deck, judge <> '(all)', judge
