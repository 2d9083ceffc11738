"""What proves a match to somebody who does not have the log: its head, and packets."""
