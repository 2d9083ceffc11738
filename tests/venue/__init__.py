"""Tests of the venue."""
