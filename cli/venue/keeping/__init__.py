"""Copies of the log in a second place while it is served, and the log made anew from them."""
