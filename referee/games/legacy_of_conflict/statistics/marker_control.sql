-- title: Control of the markers over the turns
-- about: How many markers are held at the end of each turn. For one match a line is a side;
--     otherwise the lines are the decks, those of a side together, as the mean over the matches
--     in which that turn ended, with its interval; a mean of fewer than 30 is left out. A side
--     that has left counts no more.
-- behind: every entry in which it was settled who holds a marker at the end of that turn
-- drawn: held, markers held
-- least: 30
-- nothing: no marker was asked about in these matches
-- key game: the game
-- key line: the side, or its decks
-- key turn: the turn
-- column n: sides of which it is the mean
-- column markers: markers that were asked about, the mean
-- column held: of these, held by the side, the mean
-- column sd: how far the sides spread in what they held: the standard deviation
-- column low: the 95 % interval of what was held, lower end
-- column high: the 95 % interval of what was held, upper end
-- column nobodys: of these, held by nobody, the mean
-- column share: held out of markers
WITH evidence AS (
    WITH sides AS (
        SELECT
            match_id, game, side,
            CASE
                WHEN NOT of_one($match) THEN string_agg(deck_name, ' + ' ORDER BY deck_name, place)
                ELSE side
            END AS line
        FROM chosen_seats($game, $match, $since, $until, $person)
        GROUP BY match_id, game, side
    )
    SELECT
        match_id, held.seq, game, line, sides.side, turn, held.side = sides.side AS own,
        held.side = '' AS nobodys
    FROM fact_legacy_of_conflict__marker_held AS held
    JOIN sides USING (match_id)
    ANTI JOIN fact_side_left AS gone
        ON gone.match_id = held.match_id AND gone.side = sides.side AND gone.place < held.place
)
-- figure
SELECT
    game, line, turn, n, asked / n AS markers, mean AS held, sd, low, high,
    nobodys / n AS nobodys, own / asked AS share
FROM (
    SELECT
        game, line, turn, count(*) AS n, sum(asked) AS asked, sum(own) AS own,
        unnest(mean_of(own)), sum(nobodys) AS nobodys
    FROM (
        SELECT
            game, line, turn, match_id, side, count(*) AS asked, count_if(own) AS own,
            count_if(nobodys) AS nobodys
        FROM evidence
        GROUP BY game, line, turn, match_id, side
    )
    GROUP BY game, line, turn
)
ORDER BY game, line, turn
