"""The map of the hall: where the tables stand, and which of them need somebody."""
