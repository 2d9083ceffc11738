"""What a league tells: statistics over all, what it holds of a match, what it has published."""
