"""The free memory of this machine, which limits the size of games that can be played."""

from __future__ import annotations

import os

UNKNOWN = 8 << 30
"""The number of bytes that is assumed to be free where the system does not tell."""


def free_memory() -> int:
    """Bytes that programs can still take without swapping, as the system estimates them."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                name, _, amount = line.partition(":")
                if name == "MemAvailable":
                    return int(amount.split()[0]) << 10
    except OSError:
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return UNKNOWN
