"""What people look at: a page for a match, an event or a season, each one file that needs no
network."""
