"""Where matches, lines and decks come from."""
