"""Who may join a venue, with which device, and what they may see and do there."""
