"""The requests of judges: their pages, what they ask in a dispute, what they rule."""
