"""The venue: phones at the tables, one process that owns the log, judges and screens."""
