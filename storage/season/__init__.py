"""Many tournaments together: who has met whom, ratings over them, and what a player has played."""
