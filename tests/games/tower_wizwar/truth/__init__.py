"""Matches of Tower-WizWar of which all cards are truly known, played by the rules themselves.

A slow and obvious simulator knows every card: decks in order, hands, pools, fronts, maps. It plays,
and logs only what the table sees; the referee has to believe each line, to come to the same harm,
wounds, drain, maps and winners, and to refuse what can be proved to be a lie.
"""
