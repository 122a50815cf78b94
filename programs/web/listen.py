"""The socket of the page. It is opened before the server starts, so that a busy port is reported at once."""

from __future__ import annotations

import os
import socket


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. OSError when the address is not this computer's or the port is taken."""
    addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = addresses[0]
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(128)
    except BaseException:
        listening.close()
        raise
    return listening
