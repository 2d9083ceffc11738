"""The process that has the log: one thread that writes, one that reads, and the streams."""
