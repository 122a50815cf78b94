"""The socket of the page."""

from __future__ import annotations

import pytest

from programs.web.listen import listen


def test_a_port_that_is_taken_is_reported_at_once() -> None:
    with listen("127.0.0.1", 0) as first:
        assert first.getsockname()[1] > 0
        with pytest.raises(OSError, match="in use"):
            listen("127.0.0.1", first.getsockname()[1])


def test_an_address_of_another_computer_is_refused() -> None:
    with pytest.raises(OSError, match="assign"):
        listen("192.0.2.1", 0)
