"""The free memory of this machine, which limits the games that can be played, and that of this process."""

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
    return machine_memory() or UNKNOWN


def machine_memory() -> int:
    """Bytes of memory that this machine has. 0 where the system does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return 0


def resident_memory() -> int:
    """Bytes of memory that this process has now. 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as line:
            return int(line.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, IndexError, OSError, ValueError):
        return 0
