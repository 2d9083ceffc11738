"""Verification: is the log what was written, and does it replay to what was noted?"""

from storage.verify.report import Checked, Difference, Report
from storage.verify.verification import verify, verify_chain

__all__ = ["Checked", "Difference", "Report", "verify", "verify_chain"]
