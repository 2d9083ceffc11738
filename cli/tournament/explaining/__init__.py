"""Everything of a tournament taken apart for people: standings, pairings, penalties, the cut."""
