-- What the statistics of tournaments share.

-- The tournaments that the filters leave, each with the game that is played where its opening says
-- that, and whether its games are sealed; a person's are those that the person has entered.
CREATE OR REPLACE TEMP MACRO chosen_events(game_, match_, since_, until_, person_) AS TABLE (
    SELECT
        match_id, matches.game, matches.version, matches.catalog, matches.opened_at,
        coalesce(
            nullif(regexp_extract(payload ->> '$.event.options.plays', '^[A-Za-z0-9_]+'), ''),
            'not said'
        ) AS plays,
        coalesce(payload ->> '$.event.options.sealed', 'no') AS sealed
    FROM matches
    LEFT JOIN (SELECT match_id, payload FROM main.entries WHERE seq = 1) USING (match_id)
    WHERE game = 'tournament'
        AND (game_ IS NULL OR game = game_)
        AND (match_ IS NULL OR match_id = match_)
        AND (since_ IS NULL OR opened_at >= since_)
        AND (until_ IS NULL OR opened_at < until_)
        AND (person_ IS NULL OR match_id IN (
            SELECT match_id FROM fact_tournament__entered WHERE player = person_
        ))
        AND (asked_events() IS NULL OR list_contains(asked_events(), match_id))
        AND of_edition(version, catalog)
        AND (asked_simulated() OR match_id NOT IN (FROM simulated_matches()))
);

-- The decks of the entrants by the names they were registered under last.
CREATE OR REPLACE TEMP MACRO registered_decks() AS TABLE (
    SELECT match_id, player, arg_max(name, place) AS deck
    FROM fact_tournament__deck_registered
    GROUP BY match_id, player
);

-- Every place of every round as it was posted last, and after which fact of the tournament a
-- result of the two counts: what a repair did not keep has lost its result, what it kept has not,
-- be it at another table.
CREATE OR REPLACE TEMP MACRO places_posted() AS TABLE (
    WITH
    every AS (
        SELECT *, least(a, b) AS one, greatest(a, b) AS two FROM fact_tournament__place_posted
    ),
    newest AS (
        SELECT match_id, round, arg_max(seq, place) AS seq
        FROM every
        GROUP BY match_id, round
    )
    SELECT
        posted.match_id, posted.seq, stage, posted.round, "table", a, b, posted.one, posted.two,
        counts_from, max(posted.round) OVER (PARTITION BY posted.match_id) AS last_round
    FROM every AS posted
    SEMI JOIN newest USING (match_id, round, seq)
    LEFT JOIN (
        SELECT match_id, round, one, two, max(place) AS counts_from
        FROM every
        WHERE NOT kept
        GROUP BY match_id, round, one, two
    ) AS begun USING (match_id, round, one, two)
);

-- Every contest of the chosen tournaments, and the entry that gave it its last result. `how` is
-- how it ended, `unfinished` where its round was left without a result, `on` while it is; played
-- are those that say who is the better: no draw that was agreed, no no-show, nothing that a forfeit
-- or a penalty decided, none without a result.
CREATE OR REPLACE TEMP MACRO event_contests(game_, match_, since_, until_, person_) AS TABLE (
    WITH
    posted AS (
        SELECT * FROM places_posted()
        JOIN chosen_events(game_, match_, since_, until_, person_) USING (match_id)
        WHERE "table" > 0
    ),
    ended AS (
        SELECT
            posted.match_id, posted.round, one, two,
            max_by({
                'seq': result.seq, 'a': result.a, 'a_won': a_won, 'b_won': b_won, 'drawn': drawn,
                'how': how, 'winner': winner, 'by': result."by"
            }, place) AS result
        FROM fact_tournament__contest_ended AS result
        JOIN posted
            ON posted.match_id = result.match_id AND posted.round = result.round
            AND posted.one = least(result.a, result.b)
            AND posted.two = greatest(result.a, result.b) AND result.place > counts_from
        GROUP BY posted.match_id, posted.round, one, two
    )
    SELECT
        match_id, coalesce(result.seq, posted.seq) AS seq, posted.seq AS posted_seq, opened_at,
        plays, stage, round, "table", a, b,
        coalesce(CASE WHEN result.a = a THEN result.a_won ELSE result.b_won END, 0) AS a_won,
        coalesce(CASE WHEN result.a = a THEN result.b_won ELSE result.a_won END, 0) AS b_won,
        coalesce(result.drawn, 0) AS drawn,
        coalesce(result.how, CASE WHEN round < last_round THEN 'unfinished' ELSE 'on' END) AS how,
        coalesce(result.winner, '') AS winner, coalesce(result."by", '') AS settled_by,
        coalesce(
            result.how NOT IN ('no-show', 'intentional-draw')
            AND result."by" NOT IN ('forfeit', 'penalty'), false
        ) AS played
    FROM posted
    LEFT JOIN ended USING (match_id, round, one, two)
);

-- The same contests from either side, with the decks of both; of a person, only that person's.
-- Where nobody came nobody has won, and it is no draw.
CREATE OR REPLACE TEMP MACRO entrant_contests(game_, match_, since_, until_, person_) AS TABLE (
    WITH
    contests AS (FROM event_contests(game_, match_, since_, until_, person_)),
    decks AS (FROM registered_decks()),
    sides AS (
        SELECT *, a AS player, b AS opponent, a_won AS games_won, b_won AS games_lost
        FROM contests
        UNION ALL
        SELECT *, b AS player, a AS opponent, b_won AS games_won, a_won AS games_lost
        FROM contests
    )
    SELECT
        sides.match_id, seq, opened_at, plays, stage, round, "table", sides.player, opponent,
        coalesce(own.deck, '') AS deck, coalesce(other.deck, '') AS against,
        games_won, games_lost, drawn AS games_drawn, how, played,
        winner = sides.player AS won,
        winner = '' AND how <> 'on' AND NOT (how = 'no-show' AND games_won = 0) AS level
    FROM sides
    LEFT JOIN decks AS own ON own.match_id = sides.match_id AND own.player = sides.player
    LEFT JOIN decks AS other ON other.match_id = sides.match_id AND other.player = opponent
    WHERE person_ IS NULL OR sides.player = person_
);

-- The logged games of the contests of the chosen tournaments from either side, and whether it went
-- first: which the tables of a round do not say.
CREATE OR REPLACE TEMP MACRO logged_games(game_, match_, since_, until_, person_) AS TABLE (
    WITH
    decks AS (FROM registered_decks()),
    sides AS (
        SELECT
            event.match_id AS event, plays, seat.match_id, seat.seq, seat.side, seat.person,
            seat.start, seat.won, seat.drawn, seat.unresolved
        FROM finished_seats(NULL, NULL, NULL, NULL, NULL) AS seat
        JOIN contests USING (match_id)
        JOIN chosen_events(game_, match_, since_, until_, person_) AS event
            ON event.match_id = split_part(contests.contest, '/', 1)
    )
    SELECT
        own.match_id, own.seq, own.event, own.plays, own.person AS player,
        coalesce(own_deck.deck, '') AS deck, coalesce(other_deck.deck, '') AS against,
        own.start, own.won, own.drawn, own.unresolved
    FROM sides AS own
    JOIN sides AS other ON other.match_id = own.match_id AND other.side <> own.side
    LEFT JOIN decks AS own_deck
        ON own_deck.match_id = own.event AND own_deck.player = own.person
    LEFT JOIN decks AS other_deck
        ON other_deck.match_id = own.event AND other_deck.player = other.person
    WHERE person_ IS NULL OR own.person = person_
);
