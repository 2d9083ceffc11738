"""Grand Archive."""
