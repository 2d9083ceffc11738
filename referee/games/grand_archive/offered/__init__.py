"""What may be logged next."""
