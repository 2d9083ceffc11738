"""What may be logged next in a match of WarRift."""
