"""The records of a request have the same length in compiled code and for ctypes."""

from __future__ import annotations

import pytest

from solver.kernels import request


@pytest.mark.slow
def test_records_are_as_long_as_ctypes_takes_them() -> None:
    pytest.importorskip("llvmlite", reason="compiled code needs the extra fast")
    from solver.kernels import games

    assert games.ROOM.itemsize <= request.ROOM_BYTES
    assert games.ROOM.fields["walk"][1] == games.WALK.fields["stop"][1] == 0
    assert {games.COUNTERS[name].itemsize for name in games.COUNTERS.names} == {8}
    assert {games.REGION[name].itemsize for name in games.REGION.names} == {8}
    assert games.NODE.itemsize == request.NODE_BYTES
    assert games.NODE.fields["ordinal"][1] == request.NODE_ORDINAL
    assert games.REQUEST.itemsize == 8 * len(request.FIELDS)
