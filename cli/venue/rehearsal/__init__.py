"""The rehearsal of an event: the organiser's own entries, robots, and what will come."""
