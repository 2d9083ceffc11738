"""What the cards of Grand Archive do, told as data and read against what is logged."""
