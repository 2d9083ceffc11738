-- Entries that came of one tap of a device with the entry behind them
SELECT this.seq
FROM receipts AS this
JOIN receipts AS next ON next.match_id = this.match_id AND next.seq = this.seq + 1
JOIN entries AS told ON told.match_id = this.match_id AND told.seq = this.seq
JOIN entries AS after ON after.match_id = next.match_id AND after.seq = next.seq
WHERE
    this.match_id = ?
    AND this.seq >= ?
    AND this.session = next.session
    AND told.recorded_by = after.recorded_by
    AND told.played_at = after.played_at
    AND told.recorded_at = after.recorded_at
