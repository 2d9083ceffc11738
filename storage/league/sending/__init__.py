"""What a store sends to a league: what is new, and nothing that tells of people."""
