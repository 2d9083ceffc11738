-- title: Decks by their lists
-- question: Which decks are there, whatever they are called?
-- about: Registered decks in groups, by what is in them: two lists are as far apart as the share of
--     the copies that they do not share, and no two of a group further than a quarter (complete
--     linkage). A group is called by its most frequent name.
-- pitfall: A group is cut, not found: a list at its edge may share more with another group, and
--     lists that nobody registered with the match are not told.
-- behind: the entry that ended each match
-- model: archetypes
-- nothing: no match is over in which a deck was registered
-- rests: every
-- ranked: by the lower end of the rate
-- key game: the game
-- key archetype: the group
-- column n: finished matches, one for each seat with such a deck
-- column wins: of these, won
-- column draws: of these, drawn
-- column no_result: beside n, without a result
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column lists: different lists in it
-- column names: different names of these
-- column spread: the greatest distance of two of them, from 0 to 1; of 3 lists or more
-- column differ: the cards in which they differ most, with the fewest and most copies
WITH evidence AS (
    SELECT
        match_id, seq, game, archetype, won, drawn, unresolved, cards, deck_name, spread, differ
    FROM finished_seats($game, $match, $since, $until, $person)
    JOIN archetypes USING (match_id, seat)
)
-- figure
SELECT
    game, archetype, unnest(results(won, drawn, unresolved)), count(DISTINCT cards) AS lists,
    count(DISTINCT deck_name) AS names, 
    CASE WHEN count(DISTINCT cards) >= 3 THEN any_value(spread) END AS spread,
    any_value(differ) AS differ
FROM evidence
GROUP BY game, archetype
ORDER BY game, lower_end(won, unresolved) DESC NULLS LAST, archetype
