"""How players come in by phone: registration, lists, and what each sees of the event (VN-18)."""
