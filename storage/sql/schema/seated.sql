-- The same as openings.sql for all matches that were projected, without reading an opening.
SELECT match_id, seat, person, coalesce(contest, '')
FROM seats
LEFT JOIN contests USING (match_id)
ORDER BY match_id, place
