"""Notifications to the phones of players, by the push service of each browser (VN-18.15)."""
