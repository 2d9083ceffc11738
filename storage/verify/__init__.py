"""Verification: is the log what was written, and does it replay to what was noted?"""

from storage.verify.judge import verify, verify_chain
from storage.verify.report import Checked, Difference, Report

__all__ = ["Checked", "Difference", "Report", "verify", "verify_chain"]
