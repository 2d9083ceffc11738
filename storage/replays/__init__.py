"""Replays of many matches, in one process or in several."""

from storage.replays.processes import Asked, Came, Replays, came_to, usual_jobs

__all__ = ["Asked", "Came", "Replays", "came_to", "usual_jobs"]
