"""Verification: is the log what was written, and does it replay to what was noted?"""

from storage.verify.report import Checked, Difference, Report
from storage.verify.verification import verify

__all__ = ["Checked", "Difference", "Report", "verify"]
