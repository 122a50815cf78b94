"""Addresses for other devices, of a server that listens on all addresses: names, addresses, a QR code."""

from __future__ import annotations

import io
import ipaddress
import socket
from collections.abc import Iterator


def invitation(host: str, port: int) -> str:
    """The text to print for a server on all addresses. '' for a server that only this computer reaches."""
    if not ipaddress_or_none(host.strip("[]"), unspecified=True):
        return ""
    addresses = list(dict.fromkeys(own_addresses()))
    lines = [f"The calculator is on http://127.0.0.1:{port}/  (Ctrl-C ends)"]
    if not addresses:
        return "\n".join([*lines, "This computer has no address on a network."])
    lines += ["", "Everybody on your network can open it:"]
    lines += [f"    http://{_with_brackets(address)}:{port}/" for address in addresses]
    lines += [f"    http://{local_name()}:{port}/", ""]
    return "\n".join(lines) + qr_code(f"http://{_with_brackets(addresses[0])}:{port}/")


def local_name() -> str:
    """The name of this computer on the local network, as mDNS gives it."""
    return socket.gethostname().lower().removesuffix(".local").partition(".")[0] + ".local"


def own_addresses() -> Iterator[str]:
    """The addresses of this computer that others can reach, the one of the default route first."""
    for family, outside in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((outside, 9))  # sends nothing, the system only chooses a route
            except OSError:
                continue
            if _is_reachable(address := probe.getsockname()[0]):
                yield address
    try:
        named = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_DGRAM)
    except OSError:
        return
    for _, _, _, _, where in named:
        if _is_reachable(address := str(where[0]).partition("%")[0]):
            yield address


def qr_code(address: str) -> str:
    """A QR code as half blocks, for a terminal. A sentence when the library is missing."""
    try:
        import segno
    except ModuleNotFoundError:
        return "(pip install segno shows a QR code here.)"
    written = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(written, compact=True, border=2)
    return written.getvalue().rstrip("\n")


def ipaddress_or_none(text: str, unspecified: bool = False) -> str | None:
    """The text when it is an IP address, otherwise None.

    With `unspecified` only an address that stands for all addresses of the computer counts: 0.0.0.0 or ::.
    """
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return text if address.is_unspecified or not unspecified else None


def _is_reachable(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_unspecified or parsed.is_link_local)


def _with_brackets(address: str) -> str:
    return f"[{address}]" if ":" in address else address
