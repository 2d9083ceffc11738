"""What the desk's page is told of a tournament, and what is done there."""
