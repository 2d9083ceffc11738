"""What each may see of a match: the board, the log, and what may be tapped (VN-6)."""
