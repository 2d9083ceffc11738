-- title: Copies of a card
-- question: How many copies of a card should a deck play?
-- about: How often players won their contests by how many copies of the card they had registered,
--     within each deck name, and how many of them made the cut. Cards of which all with that deck
--     have as many are left out. A list is that of the player's first logged game.
-- pitfall: A deck is named by whoever registers it, and lists under one name may be others: see
--     archetypes. Who plays another number of copies is another player, too.
-- behind: the entry that gave each of these contests its result
-- nothing: no deck under one name had other numbers of a card
-- chosen: chosen_events
-- smallest: 30
-- key plays: the game that is played, where the tournament pins it
-- key deck: the deck
-- key card: the card
-- key copies: how many copies are registered
-- column n: contests that were won, lost or drawn
-- column wins: of these, won
-- column rate: wins out of n
-- column low: lower end of the 95 % interval of the rate
-- column high: upper end of the 95 % interval of the rate
-- column players: players with so many, in tournaments
-- column made: of these, in the cut
WITH evidence AS (
    WITH
    lists AS (
        SELECT
            split_part(contest, '/', 1) AS event, person AS player, game.match_id, seat
        FROM contests AS game
        JOIN seats USING (match_id)
        QUALIFY row_number() OVER (PARTITION BY event, player ORDER BY contest) = 1
    ),
    fought AS (
        SELECT match_id, seq, plays, player, deck, won
        FROM entrant_contests($game, $match, $since, $until, $person)
        WHERE played
    ),
    holding AS (
        SELECT DISTINCT fought.match_id AS event, fought.player, plays, deck, lists.match_id, seat
        FROM fought
        JOIN lists ON lists.event = fought.match_id AND lists.player = fought.player
    ),
    cards AS (
        SELECT DISTINCT plays, deck, card
        FROM holding
        JOIN deck_cards USING (match_id, seat)
        WHERE list = ''
    ),
    counted AS (
        SELECT event, player, plays, deck, card, coalesce(copies, 0) AS copies
        FROM holding
        JOIN cards USING (plays, deck)
        LEFT JOIN (FROM deck_cards WHERE list = '') USING (match_id, seat, card)
        WINDOW whole AS (PARTITION BY plays, deck, card)
        QUALIFY min(coalesce(copies, 0)) OVER whole < max(coalesce(copies, 0)) OVER whole
    )
    SELECT
        fought.match_id, seq, fought.plays, fought.deck, card, copies, fought.player, won,
        fought.player IN (
            SELECT cut.player FROM fact_tournament__cut_made AS cut
            WHERE cut.match_id = fought.match_id
        ) AS made
    FROM fought
    JOIN counted
        ON counted.event = fought.match_id AND counted.player = fought.player
        AND counted.plays = fought.plays AND counted.deck = fought.deck
)
-- figure
SELECT
    plays, deck, card, copies, n, wins, wins / n AS rate, unnest(wilson(wins, n)), players, made
FROM (
    SELECT
        plays, deck, card, copies, count(*) AS n, count_if(won) AS wins,
        count(DISTINCT (match_id, player)) AS players,
        count(DISTINCT CASE WHEN made THEN match_id || '/' || player END) AS made
    FROM evidence
    GROUP BY plays, deck, card, copies
)
ORDER BY plays, deck, card, copies
