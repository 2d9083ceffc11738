"""The stages of a tournament: how many rounds there are, who meets whom where that is no matter of
points, the cut between two stages, and rounds that are paired again (sections 5, 9, 12)."""
