"""What players reach of the event by phone: how they register, their page, their lists (VN-18)."""
