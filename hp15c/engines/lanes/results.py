"""Why a run of a lane ended.

A line ends in GOES_ON, in the message of an Error (more than 0), or in the complement of the reason why the
run ends (`~STOPPED`, less than 0).
"""

from __future__ import annotations

from typing import Final

# Places in engines.REASONS, and two more.
STOPPED, FAILED, AT_LIMIT, PAUSED, NEEDS_HELP, NEEDS_RESULT = range(6)

GOES_ON: Final = 0
