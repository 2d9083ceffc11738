"""A tournament and the matches that are games of its contests, held against each other."""
