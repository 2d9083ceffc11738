-- title: How long the nights are
-- about: How many lanterns were lit in the nights that a deck won.
-- behind: the pass that ended each night
-- nothing: no night is over
-- key game: the game
-- key deck: the deck of whoever won the night
-- column n: nights that it won
-- column mean: lanterns of such a night, the mean
-- column most: lanterns of the longest one
WITH evidence AS (
    SELECT match_id, ended.seq, game, deck_name AS deck, lanterns
    FROM chosen_seats($game, $match, $since, $until, $person)
    JOIN fact_lanterns__night_ended AS ended USING (match_id, seat)
)
-- figure
SELECT game, deck, count(*) AS n, avg(lanterns) AS mean, max(lanterns) AS most
FROM evidence
GROUP BY game, deck
ORDER BY game, deck
