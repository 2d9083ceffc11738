"""Standings: places by points and tiebreaks, in exact fractions (section 8)."""
