"""The addresses of the venue, over HTTP (VN-4)."""
