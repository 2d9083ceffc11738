"""What several games share by composition. A part knows no game; games call what they need.

``decks`` and ``showings`` check registered and shown cards. For games with card texts: ``effects``
reads what a card does, as the catalog tells it; ``zones`` names cards and places, and ``layered``
the layers of face-down decks; ``responses`` keeps what is pending and may be answered;
``lasting_changes`` keeps changes until they end, and ``layers`` reads numbers, words and prices
through them; ``triggers`` finds who hears what happens; ``replacement`` says what happens instead;
``payment`` says what is short, or over, of a cost. What writes does so through the journal of the
table alone.
"""
