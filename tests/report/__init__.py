"""Reports: what their pages say stands in the answers of commands, and reads well everywhere."""
