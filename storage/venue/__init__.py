"""What a log keeps of a venue beside its entries: who may join, and which devices have."""
