"""WarRift, rules 1.0."""
