"""Tests of the league: many stores, one record."""
