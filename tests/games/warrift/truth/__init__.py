"""Matches in which every hidden card is truly known, and a slow referee of hidden cards.

``cards`` is the truth: lists of names in order. ``deeds`` are effects by those who hold the cards,
``record`` is what all can rule out, ``match`` plays whole matches and logs only what is public.
``account`` stands in the place of the referee's account, and ``twins`` play the shipped cards over
it. ``worlds`` keeps every way in which the cards of a small table may lie, and ``small`` compares
the referee with it.
"""
