"""What judges are told at the venue, and what they do: calls, tables, a match, rulings."""
