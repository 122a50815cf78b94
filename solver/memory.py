"""Memory: what this machine has free, what this process has, and room that compiled code works on."""

from __future__ import annotations

import os

_HUGE = 1 << 22
"""The number of bytes from which on large pages are asked for, because reads are at random places."""
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


class Memory:
    """Some bytes of zeros, which take memory only when they are written."""

    def __init__(self, size: int) -> None:
        import ctypes
        import mmap

        pages = max(1, size)
        # the system gives large pages to memory that is not shared with other processes
        private = getattr(mmap, "MAP_PRIVATE", 0) | getattr(mmap, "MAP_ANONYMOUS", 0)
        self._pages = mmap.mmap(-1, pages, private) if private else mmap.mmap(-1, pages)
        if size >= _HUGE and hasattr(mmap, "MADV_HUGEPAGE"):
            self._pages.madvise(mmap.MADV_HUGEPAGE)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self._pages))
        """The address of the first byte, at the beginning of a page."""

    def view(self, start: int, size: int) -> memoryview:
        """The `size` bytes from the byte `start` on."""
        return memoryview(self._pages)[start : start + size]
