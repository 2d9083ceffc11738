"""What a judge asks of a match: what may be ruled, and why a number is what it is."""
