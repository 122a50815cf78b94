"""Addresses of a server, told to a person."""

from __future__ import annotations

import pytest

from programs.web import network


def test_a_server_on_all_addresses_says_how_to_reach_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_addresses", lambda: iter(["192.168.1.5", "192.168.1.5"]))
    said = network.invitation("0.0.0.0", 8015)
    assert said.count("http://192.168.1.5:8015/") == 1
    assert f"http://{network.local_name()}:8015/" in said
    assert "█" in said or "▀" in said
    assert network.invitation("127.0.0.1", 8015) == ""
