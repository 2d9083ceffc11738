"""What goes in and out of a log: text records, JSON lines, tables as files."""
