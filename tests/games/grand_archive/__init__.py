"""Grand Archive: its rules by id, its catalog and decks."""
