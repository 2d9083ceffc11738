"""What screens and spectators are told of a tournament, and of one match."""
