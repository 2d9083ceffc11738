"""What was done at the table: typed events, the entry that holds one, and their notation."""
