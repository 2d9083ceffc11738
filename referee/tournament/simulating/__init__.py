"""Whole events from a seed, of which everything is known: what is true and what is not."""

from referee.tournament.simulating.event import simulate_event
from referee.tournament.simulating.plan import Plan
from referee.tournament.simulating.run import Simulated

__all__ = ["Plan", "Simulated", "simulate_event"]
