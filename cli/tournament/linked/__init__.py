"""What a tournament and the matches of its contests both say is written into both."""
