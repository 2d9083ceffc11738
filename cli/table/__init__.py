"""Entry at the table: a hurried line in, an event and an answer out."""
