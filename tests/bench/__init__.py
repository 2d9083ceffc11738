"""Benchmarks that anyone can run: ``python -m tests.bench``. Nothing here is asserted."""
