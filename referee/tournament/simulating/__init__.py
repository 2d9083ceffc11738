"""Whole events from a seed, of which everything is known: what is true and what is not."""

from referee.tournament.simulating.logged import ListOf, LoggedMatch, Tables
from referee.tournament.simulating.planned_event import Plan
from referee.tournament.simulating.run import Simulated
from referee.tournament.simulating.tournament import simulate_event

__all__ = ["ListOf", "LoggedMatch", "Plan", "Simulated", "Tables", "simulate_event"]
