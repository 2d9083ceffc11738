"""Replays of many matches, in one process or in several."""

from storage.replays.cluster import replays_by
from storage.replays.processes import Asked, Came, Replays, came_to, usual_jobs

__all__ = ["Asked", "Came", "Replays", "came_to", "replays_by", "usual_jobs"]
