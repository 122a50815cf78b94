"""Memory that is free, and room for compiled code."""

from __future__ import annotations

from solver.memory import Memory, free_memory, machine_memory, resident_memory


def test_what_the_system_tells_goes_together() -> None:
    assert 0 < resident_memory() < machine_memory()
    assert 0 < free_memory() <= machine_memory()


def test_room_is_zeros_and_can_be_written() -> None:
    room = Memory(10_000)
    assert room.address % 4096 == 0
    assert bytes(room.view(9_990, 10)) == bytes(10)
    room.view(5, 2)[:] = b"ab"
    assert bytes(room.view(4, 4)) == b"\0ab\0"
