"""A tournament: entrants, rounds, results and what follows from them."""
