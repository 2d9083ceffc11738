"""The fold over a match, the effect of rulings, comparison and simulation."""
