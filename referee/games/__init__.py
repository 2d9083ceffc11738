"""The games: their registry, and one package for each."""
