"""The empty log of the common statistics serves those of this game too."""

from tests.storage.statistics.conftest import empty, played, season

__all__ = ["empty", "played", "season"]
