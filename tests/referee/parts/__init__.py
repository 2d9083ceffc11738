"""The shared parts of card games, each tried in toy games that hold nothing else."""
