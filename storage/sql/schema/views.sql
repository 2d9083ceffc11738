-- Views for analysts. All of them show only what is in force, except rulings and
-- illegal_entries, which show what was logged and how it stands now.

CREATE VIEW match_results AS
WITH
first_entry AS (SELECT match_id, played_at FROM entries WHERE seq = 1),
turns_begun AS (SELECT match_id, max(turn) AS turns FROM fact_turn_began GROUP BY match_id),
starter AS (
    SELECT match_id, arg_max(seat, place) AS seat FROM fact_first_player GROUP BY match_id
),
ending AS (
    SELECT match_id, arg_max(seq, place) AS seq, arg_max(winners, place) AS winners,
        arg_max(result, place) AS result, arg_max(how, place) AS how
    FROM fact_match_ended GROUP BY match_id
)
SELECT
    matches.match_id, game, coalesce(contest, '') AS contest,
    first_entry.played_at AS opened_at, last_entry.played_at AS ended_at, ending.result,
    ending.winners, ending.how,
    coalesce(turns_begun.turns, 0) AS turns,
    date_diff('millisecond', first_entry.played_at, last_entry.played_at) / 60000 AS minutes,
    starter.seat AS first_player
FROM matches
JOIN first_entry USING (match_id)
LEFT JOIN contests USING (match_id)
LEFT JOIN ending USING (match_id)
LEFT JOIN entries AS last_entry
    ON last_entry.match_id = ending.match_id AND last_entry.seq = ending.seq
LEFT JOIN turns_begun ON turns_begun.match_id = matches.match_id
LEFT JOIN starter ON starter.match_id = matches.match_id;
COMMENT ON VIEW match_results IS 'One row for each match, ended or not.';
COMMENT ON COLUMN match_results.match_id IS 'the match';
COMMENT ON COLUMN match_results.game IS 'the id of the game';
COMMENT ON COLUMN match_results.contest IS 'the contest that it is a game of: stream/round/table/game; empty where it is of none';
COMMENT ON COLUMN match_results.opened_at IS 'when it was opened, UTC';
COMMENT ON COLUMN match_results.ended_at IS 'when it ended, UTC; NULL while it is on';
COMMENT ON COLUMN match_results.result IS 'won by one side, shared by several, draw, all lost, or no result; NULL while it is on';
COMMENT ON COLUMN match_results.winners IS 'the sides that won, several where they share it; empty where none did; NULL while it is on';
COMMENT ON COLUMN match_results.how IS 'how it ended; NULL while it is on';
COMMENT ON COLUMN match_results.turns IS 'how many turns have begun, over all players';
COMMENT ON COLUMN match_results.minutes IS 'how long it took from opening to end; NULL while it is on';
COMMENT ON COLUMN match_results.first_player IS 'the seat that went first; NULL before that is settled';

CREATE VIEW player_matches AS
SELECT
    seats.match_id, game, opened_at, seats.seat, seats.place, side, person, deck_name,
    seats.seat = first_player AS went_first,
    CASE WHEN result IN ('won', 'shared', 'all lost') THEN list_contains(winners, side) END AS won,
    CASE
        WHEN result IS NULL THEN 'on' WHEN result = 'draw' THEN 'drawn'
        WHEN result = 'no result' THEN result WHEN list_contains(winners, side) THEN 'won'
        ELSE 'lost'
    END AS result
FROM seats
JOIN match_results USING (match_id);
COMMENT ON VIEW player_matches IS 'One row for each seat of each match, ended or not.';
COMMENT ON COLUMN player_matches.match_id IS 'the match';
COMMENT ON COLUMN player_matches.game IS 'the id of the game';
COMMENT ON COLUMN player_matches.opened_at IS 'when the match was opened, UTC';
COMMENT ON COLUMN player_matches.seat IS 'the seat';
COMMENT ON COLUMN player_matches.place IS 'its place in the order of the seats, from 1';
COMMENT ON COLUMN player_matches.side IS 'the side that it plays for; its own name where it plays alone';
COMMENT ON COLUMN player_matches.person IS 'the id of the person who sat there';
COMMENT ON COLUMN player_matches.deck_name IS 'what the deck is called';
COMMENT ON COLUMN player_matches.went_first IS 'whether this seat went first; NULL before that is settled';
COMMENT ON COLUMN player_matches.won IS 'whether its side won, alone or with others; false also where all lost; NULL for a draw, for no result, or while the match is on';
COMMENT ON COLUMN player_matches.result IS 'won (alone or with others), lost (to others, or all together), drawn, no result, or on while the match is on';

CREATE VIEW damage AS
SELECT
    fact.match_id, fact.seq, fact.place, coalesce(began.turn, 0) AS turn, fact.seat,
    fact.source, fact.other_seat, fact.target, fact.card, fact.amount, fact.left, fact.cause,
    fact.rule
FROM fact_damage_dealt AS fact
ASOF LEFT JOIN fact_turn_began AS began
    ON began.match_id = fact.match_id AND began.place <= fact.place;
COMMENT ON VIEW damage IS 'All damage dealt, with the turn in which that was.';
COMMENT ON COLUMN damage.match_id IS 'the match';
COMMENT ON COLUMN damage.seq IS 'the entry that it followed from';
COMMENT ON COLUMN damage.place IS 'its place among the facts of the match';
COMMENT ON COLUMN damage.turn IS 'the turn; 0 before the first';
COMMENT ON COLUMN damage.seat IS 'who dealt it; empty where a rule did';
COMMENT ON COLUMN damage.source IS 'the card that dealt it, or what the rule calls it';
COMMENT ON COLUMN damage.other_seat IS 'who took it, or whose unit did';
COMMENT ON COLUMN damage.target IS 'what took it';
COMMENT ON COLUMN damage.card IS 'the card that took it';
COMMENT ON COLUMN damage.amount IS 'how much';
COMMENT ON COLUMN damage.left IS 'what it has left of what damage takes, never below 0';
COMMENT ON COLUMN damage.cause IS 'what kind of damage it was';
COMMENT ON COLUMN damage.rule IS 'the rule that deals it';

CREATE VIEW calls AS
WITH
-- few entries are calls, and most verdicts say nothing against one: only those that do are read
faulty AS (SELECT match_id FROM projected WHERE fault IS NOT NULL),
called AS (
    SELECT
        match_id, seq, payload ->> '$.event.seat' AS seat,
        coalesce(payload ->> '$.event.about', 'a question') AS about, played_at AS called_at,
        undone_by
    FROM entries
    ANTI JOIN faulty USING (match_id)
    ANTI JOIN (
        SELECT match_id, seq FROM verdicts WHERE verdict = 'illegal'
    ) AS refused USING (match_id, seq)
    LEFT JOIN (
        SELECT match_id, seq, undone_by FROM verdicts WHERE undone_by IS NOT NULL
    ) AS undone USING (match_id, seq)
    WHERE type = 'call-judge'
),
closing AS (
    SELECT
        match_id, seq, played_at, payload ->> '$.event.judge' AS judge,
        (payload ->> '$.event.call')::INTEGER AS call
    FROM entries
    ANTI JOIN faulty USING (match_id)
    ANTI JOIN (
        SELECT match_id, seq FROM verdicts WHERE standing NOT IN ('legal', 'on trust')
    ) AS refused USING (match_id, seq)
    WHERE type = 'close-call'
),
ruling AS (
    SELECT match_id, seq, played_at
    FROM entries
    WHERE type IN ('rewind', 'strike', 'insert', 'stand', 'adjust', 'penalty', 'overrule')
),
ends AS (
    SELECT match_id, called.seq, closing.seq AS by_seq, closing.played_at, judge
    FROM called
    JOIN closing USING (match_id)
    WHERE closing.seq > called.seq AND coalesce(closing.call, called.seq) = called.seq
    UNION ALL
    SELECT match_id, called.seq, ruling.seq, ruling.played_at, NULL
    FROM called
    JOIN ruling USING (match_id)
    WHERE ruling.seq = called.undone_by
),
first_end AS (
    SELECT
        match_id, seq, min(by_seq) AS closed_seq, arg_min(played_at, by_seq) AS closed_at,
        arg_min({'judge': judge}, by_seq).judge AS judge
    FROM ends
    GROUP BY match_id, seq
)
SELECT
    match_id, seq, seat, about, called_at,
    coalesce(closed_at, 'infinity'::TIMESTAMP) AS closed_at, closed_seq, judge,
    epoch(closed_at - called_at) AS seconds
FROM called
LEFT JOIN first_end USING (match_id, seq);
COMMENT ON VIEW calls IS 'Every call for a judge.';
COMMENT ON COLUMN calls.match_id IS 'the match';
COMMENT ON COLUMN calls.seq IS 'the entry that called, which is the id of the call';
COMMENT ON COLUMN calls.seat IS 'who called';
COMMENT ON COLUMN calls.about IS 'about what';
COMMENT ON COLUMN calls.called_at IS 'when it was opened, UTC';
COMMENT ON COLUMN calls.closed_at IS 'when it was closed, or taken back, UTC; infinity while it is open';
COMMENT ON COLUMN calls.closed_seq IS 'the entry that closed it or took it back; NULL while it is open';
COMMENT ON COLUMN calls.judge IS 'the id of the judge who closed it; NULL while it is open, or where it was taken back';
COMMENT ON COLUMN calls.seconds IS 'how long it was open; NULL while it is';

CREATE VIEW time_under_call AS
WITH
following AS (
    SELECT
        match_id, seq, called_at, closed_at,
        called_at <= max(closed_at) OVER (
            PARTITION BY match_id ORDER BY called_at, seq
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS during
    FROM calls
),
numbered AS (
    SELECT
        *, count_if(during IS NOT TRUE) OVER (PARTITION BY match_id ORDER BY called_at, seq) AS part
    FROM following
)
SELECT match_id, min(called_at) AS called_at, max(closed_at) AS closed_at
FROM numbered
GROUP BY match_id, part;
COMMENT ON VIEW time_under_call IS 'Every time during which a call for a judge was open, however many were.';
COMMENT ON COLUMN time_under_call.match_id IS 'the match';
COMMENT ON COLUMN time_under_call.called_at IS 'when the first of them was opened, UTC';
COMMENT ON COLUMN time_under_call.closed_at IS 'when the last of them was closed, UTC; infinity while one is open';

CREATE VIEW turns AS
WITH
moments AS MATERIALIZED (
    SELECT match_id, seq, played_at
    FROM entries
    SEMI JOIN (
        SELECT match_id, seq FROM fact_turn_began
        UNION ALL
        SELECT match_id, seq FROM fact_turn_ended
        UNION ALL
        SELECT match_id, seq FROM fact_match_ended
    ) USING (match_id, seq)
),
timed AS (
    SELECT
        began.match_id, began.turn, began.seat, began.seq AS began_seq,
        first_entry.played_at AS began_at, last_entry.played_at AS ended_at
    FROM fact_turn_began AS began
    LEFT JOIN fact_turn_ended AS ended
        ON ended.match_id = began.match_id AND ended.turn = began.turn
    LEFT JOIN fact_match_ended AS ending ON ending.match_id = began.match_id
    JOIN moments AS first_entry
        ON first_entry.match_id = began.match_id AND first_entry.seq = began.seq
    LEFT JOIN moments AS last_entry
        ON last_entry.match_id = began.match_id
        AND last_entry.seq = coalesce(ended.seq, ending.seq)
),
judged AS (
    SELECT
        match_id, turn,
        sum(epoch(least(closed_at, ended_at) - greatest(called_at, began_at))) AS seconds
    FROM timed
    JOIN time_under_call USING (match_id)
    WHERE called_at < ended_at AND closed_at > began_at
    GROUP BY match_id, turn
)
SELECT
    timed.match_id, timed.turn, seat, began_seq, began_at, ended_at,
    CASE
        WHEN ended_at IS NOT NULL
        THEN greatest(0, epoch(ended_at - began_at) - coalesce(judged.seconds, 0))
    END AS seconds,
    CASE WHEN ended_at IS NOT NULL THEN coalesce(judged.seconds, 0) END AS judge_seconds
FROM timed
LEFT JOIN judged ON judged.match_id = timed.match_id AND judged.turn = timed.turn;
COMMENT ON VIEW turns IS 'One row for each turn that began.';
COMMENT ON COLUMN turns.match_id IS 'the match';
COMMENT ON COLUMN turns.turn IS 'the turn, counted from 1 over all players';
COMMENT ON COLUMN turns.seat IS 'whose turn it is; empty where all share it';
COMMENT ON COLUMN turns.began_seq IS 'the entry with which it began';
COMMENT ON COLUMN turns.began_at IS 'when it began, UTC';
COMMENT ON COLUMN turns.ended_at IS 'when it, or the match, ended, UTC; NULL while it is on';
COMMENT ON COLUMN turns.seconds IS 'how long it took, the time under an open call for a judge left out; NULL while it is on';
COMMENT ON COLUMN turns.judge_seconds IS 'the time in it under an open call for a judge; NULL while it is on';

CREATE VIEW rulings AS
SELECT
    match_id, seq, played_at, type AS kind, payload ->> '$.event.judge' AS judge,
    coalesce(payload ->> '$.event.authority', CASE type WHEN 'overrule' THEN 'head' ELSE 'floor' END)
        AS authority,
    coalesce(
        payload ->> '$.event.entry', payload ->> '$.event.ruling', payload ->> '$.event.to',
        payload ->> '$.event.after'
    )::INTEGER AS about_seq,
    payload ->> '$.event.seat' AS seat,
    coalesce(
        payload ->> '$.event.rule', array_to_string(payload ->> '$.event.waive[*]', ', '), ''
    ) AS rule,
    payload ->> '$.event.reason' AS reason,
    verdicts.verdict, verdicts.standing, verdicts.undone_by
FROM entries
JOIN verdicts USING (match_id, seq)
WHERE type IN ('rewind', 'strike', 'insert', 'stand', 'adjust', 'penalty', 'overrule');
COMMENT ON VIEW rulings IS 'Every ruling of a judge, those that were refused or overruled included.';
COMMENT ON COLUMN rulings.match_id IS 'the match';
COMMENT ON COLUMN rulings.seq IS 'the entry';
COMMENT ON COLUMN rulings.played_at IS 'when it was made, UTC';
COMMENT ON COLUMN rulings.kind IS 'rewind, strike, insert, stand, adjust, penalty or overrule';
COMMENT ON COLUMN rulings.judge IS 'the id of the judge';
COMMENT ON COLUMN rulings.authority IS 'by what right: scorekeeper, floor or head';
COMMENT ON COLUMN rulings.about_seq IS 'the entry that it is about; NULL where it is about none';
COMMENT ON COLUMN rulings.seat IS 'the player whom a penalty meets; NULL for other rulings';
COMMENT ON COLUMN rulings.rule IS 'the rules that it names; empty where it names none';
COMMENT ON COLUMN rulings.reason IS 'the reason given; NULL where it is the usual one of its kind';
COMMENT ON COLUMN rulings.verdict IS 'whether it was in order: legal, on trust or illegal';
COMMENT ON COLUMN rulings.standing IS 'how it stands now';
COMMENT ON COLUMN rulings.undone_by IS 'the ruling that set it aside; NULL where none did';

CREATE VIEW illegal_entries AS
SELECT
    match_id, seq, played_at, type,
    coalesce(
        payload ->> '$.event.judge', payload ->> '$.event.seat', payload ->> '$.event.by'
    ) AS by_whom,
    rule, message, forgotten, coalesce(following.consequences, []) AS consequences, standing,
    remedy, remedied_by, undone_by
FROM verdicts
JOIN entries USING (match_id, seq)
LEFT JOIN (
    SELECT match_id, root AS seq, list(seq ORDER BY seq) AS consequences
    FROM verdicts
    WHERE root <> seq
    GROUP BY ALL
) AS following USING (match_id, seq)
WHERE verdict = 'illegal' AND root = seq;
COMMENT ON VIEW illegal_entries IS 'Every misplay: the entries that were illegal when they were logged, each with those beside it that only follow from it.';
COMMENT ON COLUMN illegal_entries.match_id IS 'the match';
COMMENT ON COLUMN illegal_entries.seq IS 'the entry';
COMMENT ON COLUMN illegal_entries.played_at IS 'when it happened, UTC';
COMMENT ON COLUMN illegal_entries.type IS 'the type of the event';
COMMENT ON COLUMN illegal_entries.by_whom IS 'the seat or person whose entry it is';
COMMENT ON COLUMN illegal_entries.rule IS 'the rule that it broke';
COMMENT ON COLUMN illegal_entries.message IS 'how it broke it';
COMMENT ON COLUMN illegal_entries.forgotten IS 'the steps that were forgotten before it, where that is what it comes from; empty where they are not known';
COMMENT ON COLUMN illegal_entries.consequences IS 'the entries that were refused because of it: they would be legal had it been in force, or the forgotten steps been made; no misplays of their own';
COMMENT ON COLUMN illegal_entries.standing IS 'how it stands now: legal, on trust, illegal, or not in force';
COMMENT ON COLUMN illegal_entries.remedy IS 'let stand, repaired by an insert, repaired (by another ruling) or undone; empty where it stands as illegal';
COMMENT ON COLUMN illegal_entries.remedied_by IS 'the ruling that remedied it; NULL where none did';
COMMENT ON COLUMN illegal_entries.undone_by IS 'the ruling that took it out of force; NULL where none did';

CREATE VIEW simulated AS
SELECT match_id FROM entries WHERE seq = 1 AND recorded_by = 'simulator';
COMMENT ON VIEW simulated IS 'The matches that nobody has played: referee simulate has made them.';
COMMENT ON COLUMN simulated.match_id IS 'the match';

CREATE VIEW logged AS
SELECT
    match_id, seq, type, played_at, payload ->> '$.event.seat' AS seat,
    payload ->> '$.event.answers' IS NOT NULL AS answering, payload ->> '$.event.card' AS card
FROM entries;
COMMENT ON VIEW logged IS 'Every entry with the seat that logged it.';
COMMENT ON COLUMN logged.match_id IS 'the match';
COMMENT ON COLUMN logged.seq IS 'the entry';
COMMENT ON COLUMN logged.type IS 'the type of the event';
COMMENT ON COLUMN logged.played_at IS 'when it happened, UTC';
COMMENT ON COLUMN logged.seat IS 'the seat that the event names as its own; NULL where it names none';
COMMENT ON COLUMN logged.answering IS 'whether it says which entry it answers';
COMMENT ON COLUMN logged.card IS 'the card that it names; NULL where it names none';

CREATE VIEW times_amiss AS
SELECT *
FROM (
    SELECT
        match_id, seq, epoch(played_at - recorded_at) AS ahead,
        epoch(lag(recorded_at) OVER following - recorded_at) AS back,
        abs(epoch(lag(played_at) OVER following - played_at)) AS far
    FROM entries
    WINDOW following AS (PARTITION BY match_id ORDER BY seq)
)
WHERE ahead > 300 OR back > 0 OR far > 3653 * 86400;
COMMENT ON VIEW times_amiss IS 'Every entry whose times may be wrong, by themselves or beside those of the entry before.';
COMMENT ON COLUMN times_amiss.match_id IS 'the match';
COMMENT ON COLUMN times_amiss.seq IS 'the entry';
COMMENT ON COLUMN times_amiss.ahead IS 'by how many seconds it was played after it was written down';
COMMENT ON COLUMN times_amiss.back IS 'by how many seconds it was written down before the entry before it; NULL for the first';
COMMENT ON COLUMN times_amiss.far IS 'how many seconds lie between it and the entry before it; NULL for the first';

CREATE VIEW decisions AS
WITH
recorders AS (
    SELECT match_id, min(recorded_by) = max(recorded_by) AS one_recorder
    FROM entries
    GROUP BY match_id
),
timed AS (
    SELECT
        match_id, seq, type, seat,
        lag(played_at) OVER (PARTITION BY match_id ORDER BY seq) AS began_at,
        played_at AS ended_at
    FROM logged
)
SELECT
    match_id, seq, type, seat, one_recorder, epoch(ended_at - began_at) AS seconds
FROM timed
JOIN recorders USING (match_id)
ANTI JOIN (
    SELECT match_id, seq FROM verdicts WHERE standing = 'not in force'
) AS undone USING (match_id, seq)
ANTI JOIN time_under_call AS judged
    ON judged.match_id = timed.match_id AND called_at < ended_at AND closed_at > began_at
WHERE seat IS NOT NULL AND began_at IS NOT NULL AND type NOT IN ('call-judge', 'close-call');
COMMENT ON VIEW decisions IS 'Every entry of a seat that is in force, with the time since the entry before it, but those during whose time a call for a judge was open.';
COMMENT ON COLUMN decisions.match_id IS 'the match';
COMMENT ON COLUMN decisions.seq IS 'the entry';
COMMENT ON COLUMN decisions.type IS 'the type of the event';
COMMENT ON COLUMN decisions.seat IS 'the seat that logged it';
COMMENT ON COLUMN decisions.one_recorder IS 'whether all of the match was recorded by one person';
COMMENT ON COLUMN decisions.seconds IS 'how long after the entry before it that was';

CREATE VIEW leads AS
WITH
deciding AS (
    SELECT match_id, measure, coalesce(less, false) AS less
    FROM (SELECT DISTINCT match_id, measure FROM fact_score_changed)
    JOIN matches USING (match_id)
    LEFT JOIN measures USING (game, measure)
    QUALIFY row_number() OVER (PARTITION BY match_id ORDER BY rank NULLS LAST, measure) = 1
),
-- what is met most often is told by numbers, which are compared sooner than names
sides_of AS MATERIALIZED (
    SELECT match_id, side, row_number() OVER () AS of_side
    FROM (SELECT DISTINCT match_id, side FROM seats)
),
scorers AS MATERIALIZED (
    SELECT match_id, of_side, seat, measure, less, row_number() OVER () AS scorer
    FROM (SELECT DISTINCT match_id, side, unnest([seat, side]) AS seat FROM seats)
    JOIN sides_of USING (match_id, side)
    JOIN deciding USING (match_id)
),
changed AS MATERIALIZED (
    SELECT scorer, place, CASE WHEN less THEN -value ELSE value END AS value
    FROM fact_score_changed
    JOIN scorers USING (match_id, seat, measure)
),
began AS (
    SELECT match_id, seq, turn, place, row_number() OVER () AS start FROM fact_turn_began
),
standing AS MATERIALIZED (
    SELECT
        start, of_side, any_value(seq) AS seq, any_value(turn) AS turn,
        coalesce(sum(value), 0) AS value
    FROM (
        SELECT start, seq, turn, place, of_side, scorer
        FROM began
        JOIN (SELECT * FROM scorers SEMI JOIN changed USING (scorer)) USING (match_id)
    ) AS asked
    ASOF LEFT JOIN changed
        ON changed.scorer = asked.scorer AND changed.place <= asked.place
    GROUP BY start, of_side
)
SELECT match_id, seq, turn, side, lead, next_turn, next_seq, next_lead
FROM (
    SELECT
        of_side, seq, turn, lead, lead(turn) OVER following AS next_turn,
        lead(seq) OVER following AS next_seq, lead(lead) OVER following AS next_lead
    FROM (
        SELECT
            of_side, any_value(own.seq) AS seq, any_value(own.turn) AS turn,
            (any_value(own.value) - max(other.value))::BIGINT AS lead
        FROM standing AS own
        JOIN (SELECT start, of_side AS of_other, value FROM standing) AS other
            ON other.start = own.start AND of_other <> of_side
        GROUP BY own.start, of_side
    )
    WINDOW following AS (PARTITION BY of_side ORDER BY turn)
)
JOIN sides_of USING (of_side);
COMMENT ON VIEW leads IS 'How far each side was ahead when each turn began.';
COMMENT ON COLUMN leads.match_id IS 'the match';
COMMENT ON COLUMN leads.seq IS 'the entry with which the turn began';
COMMENT ON COLUMN leads.turn IS 'the turn, counted from 1 over all players';
COMMENT ON COLUMN leads.side IS 'the side';
COMMENT ON COLUMN leads.lead IS 'its score in what decides less that of the best other side; above 0 it is ahead, also where less is better; what was never noted is 0';
COMMENT ON COLUMN leads.next_turn IS 'the next turn; NULL where none began';
COMMENT ON COLUMN leads.next_seq IS 'the entry in which the next turn began; NULL where none did';
COMMENT ON COLUMN leads.next_lead IS 'the same as lead when the next turn began; NULL where none did';

CREATE VIEW turn_scores AS
SELECT
    *, lead(turn) OVER (PARTITION BY match_id, seat, measure ORDER BY turn) AS next_turn
FROM (
    SELECT
        changed.match_id, arg_max(changed.seq, changed.place) AS seq, changed.seat, measure,
        coalesce(turn, 0) AS turn, arg_max(value, changed.place) AS value
    FROM fact_score_changed AS changed
    ASOF LEFT JOIN fact_turn_began AS began
        ON began.match_id = changed.match_id AND began.place <= changed.place
    GROUP BY changed.match_id, changed.seat, measure, coalesce(turn, 0)
);
COMMENT ON VIEW turn_scores IS 'Each score as it stood at the end of a turn in which it was set.';
COMMENT ON COLUMN turn_scores.match_id IS 'the match';
COMMENT ON COLUMN turn_scores.seq IS 'the entry that set it so';
COMMENT ON COLUMN turn_scores.seat IS 'the seat or side whose score it is';
COMMENT ON COLUMN turn_scores.measure IS 'what is counted, such as health or points';
COMMENT ON COLUMN turn_scores.turn IS 'the turn, counted from 1 over all players; 0 before the first';
COMMENT ON COLUMN turn_scores.value IS 'the score';
COMMENT ON COLUMN turn_scores.next_turn IS 'the next turn in which it was set; NULL where it was not any more';
