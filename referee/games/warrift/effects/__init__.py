"""Effects of cards in WarRift: their words, what each does, when they happen (14 and 15)."""
