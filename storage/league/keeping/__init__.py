"""A league is kept: in order, moved, made again of its parcels; persons are one, or forgotten."""
