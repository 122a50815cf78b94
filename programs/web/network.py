"""Addresses for other devices, of a server that listens on all addresses: names, addresses, a QR code."""

from __future__ import annotations

import io
import ipaddress
import socket
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address


def invitation(host: str, port: int) -> str:
    """The text to print for a server on all addresses. '' for a server that only this computer reaches."""
    listens_at = ip_address(host)
    if listens_at is None or not listens_at.is_unspecified:
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


def ip_address(text: str) -> IPv4Address | IPv6Address | None:
    """The IP address that a text is, in brackets or without. None for another text."""
    try:
        return ipaddress.ip_address(text.strip("[]"))
    except ValueError:
        return None


def _is_reachable(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_unspecified or parsed.is_link_local)


def _with_brackets(address: str) -> str:
    return f"[{address}]" if ":" in address else address
