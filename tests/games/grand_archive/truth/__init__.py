"""The truth about Grand Archive: matches of which every hidden card is known.

They are played by rules of their own, written from the digest and not from the referee, on really
shuffled decks. Of them only what is public is logged, as section 25a says, lightly or with more
words. Nothing of it may be refused; what all can prove to be a lie has to be.
"""
