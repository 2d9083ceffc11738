"""Everything of a tournament taken apart: pairings, penalties, the cut, what a correction does.

Pure functions over the state and the record; the words are for whoever shows them. A standing is
taken apart where it is made (``standings``).
"""
