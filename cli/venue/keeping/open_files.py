"""How many files a process may have open: every device that is connected is one (VN-1.5)."""

import sys

from cli.failure import Failure, Status

EACH = 4
"""So many are allowed for each device that is expected."""
LEAST = 1024

if sys.platform != "win32":
    import resource


def require_files(devices: int) -> int:
    """Raise the limit of open files, as far as the system lets it; what it is then.

    Args:
        devices: how many are expected.

    Raises:
        Failure: it stays below what a small hall needs.
    """
    if sys.platform == "win32":
        return LEAST  # sockets are no files there
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = max(LEAST, EACH * devices)
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        except (OSError, ValueError):
            wanted = now
        now = wanted
    if now != resource.RLIM_INFINITY and now < LEAST:
        raise Failure(
            f"this process may have {now} files open; a venue needs {LEAST:,}",
            f"raise the hard limit first: ulimit -Hn {LEAST}",
            Status.ENVIRONMENT,
        )
    return now
