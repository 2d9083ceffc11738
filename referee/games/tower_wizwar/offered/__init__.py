"""What may be logged next, and what is owed."""
