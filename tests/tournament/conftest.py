"""The statistics of tournaments are tested over the same stated facts as those of matches."""

from tests.storage.statistics.conftest import empty, season

__all__ = ["empty", "season"]
