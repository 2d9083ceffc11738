"""The desk as a conversation: slips in, what is missing out, the next step offered."""
