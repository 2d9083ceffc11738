"""Verification: is the log what was written, and does it replay to what was noted?"""

from storage.verify.judge import Checked, Difference, Report, verify

__all__ = ["Checked", "Difference", "Report", "verify"]
