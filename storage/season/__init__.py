"""Many matches together: who has met whom, ratings over them, what a player has played, and when a
rate changed."""
