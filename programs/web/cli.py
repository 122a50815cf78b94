"""`hp15c serve`: the calculator on a page."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import click

from hp15c.calculator import Calculator
from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.shell.cli_names import listing_path
from hp15c.shell.cli_shared import (
    LISTING,
    MODELS,
    AnyNumber,
    WholeNumber,
    machine_option,
    refuse_together,
    tell,
)
from hp15c.state.state import State
from hp15c.table.machines import Machine, choose
from hp15c.table.models import Model

PORT = 8015
EXTRA = "hp15c[web]"


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


def refuse(message: object) -> NoReturn:
    """End with one clear error and exit code 2."""
    raise click.UsageError(str(message))


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=WholeNumber(0, 65535),
    default=PORT,
    show_default=True,
    help="The port to listen on. 0 takes a free one.",
)
@click.option(
    "--model",
    type=MODELS,
    help="The calculator that / shows.  [default: the one that was used last, else 15C]",
)
@machine_option
@click.option(
    "--memory",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Continuous memory: the file that keeps the calculators.  [default: one in your data folder]",
)
@click.option(
    "--no-memory", is_flag=True, help="Keep nothing: every calculator is gone when the server ends."
)
@click.option(
    "--idle",
    type=AnyNumber(min=0, min_open=True),
    default=60,
    show_default=True,
    help="Minutes after which the server drops a calculator that no page looks at. Its memory is kept.",
)
@click.option(
    "--lesson",
    metavar="LISTING",
    type=LISTING,
    help="A class: every new calculator begins with this program, and can load it again.",
)
@click.option("--open", "browse", is_flag=True, help="Open the page in the browser.")
def serve(
    host: str,
    port: int,
    model: str | None,
    machine: Machine | None,
    memory: Path | None,
    no_memory: bool,
    idle: float,
    lesson: str | None,
    browse: bool,
) -> None:
    """Open the HP-15C or HP-11C on a page: keys, programs and a game of Mastermind.

    Only this computer can reach the page unless --host says otherwise: 0.0.0.0 lets the whole network in, and
    then the addresses for a phone are shown. Needs the extra 'web'. Ctrl-C ends.

    \b
    Keys        Click, touch or type. '?' on the page lists the shortcuts. A key
                is down for as long as it is held. /15C and /11C are the faces.
    Programs    Open, drop or choose a listing. Run, stop and step it. Click a
                line for a breakpoint. Watch stack, registers, flags, returns
                and matrices. Run at full speed or at the real machine's pace,
                keys included. Download it in any format, or print a sheet.
    Mastermind  The calculator's own CodeMaker scores your guesses. The solver
                gives hints, says how many secrets are left, and checks every
                answer in the end.
    Tabs        Each has a calculator of its own. All are kept, and are there
                when the server is started again. A new tab goes on with the
                one that was used last (--memory, --no-memory). On a
                network each browser finds its own only. Those of the terminal
                (hp15c calc) stand in the same list.
    A class     --host 0.0.0.0 --lesson LISTING: one server for thirty pupils,
                each with a calculator of its own. It begins with the program
                of the day, and is there again when the browser comes back.
    """
    refuse_together("memory", "no_memory")
    try:
        import uvicorn

        from hp15c.store.folders import data_file
        from programs.web.connections import MOST, Connection
        from programs.web.guard import is_private
        from programs.web.kept_calculators import Kept
        from programs.web.network import invitation
        from programs.web.server import create_app
    except ModuleNotFoundError as error:
        refuse(f"{error.name} is not installed; the page needs the extra: pip install '{EXTRA}'")

    shown_first: Model | None = None
    try:
        if memory is None and not no_memory:
            memory = data_file("page.sqlite")
        if model or machine:
            shown_first = choose(Model.of(model) if model else None, machine).model
        program = read_lesson(lesson, shown_first) if lesson is not None else None
        if memory is not None and not is_private(host) and (dropped := Kept(memory).trim()):
            tell(f"{memory}: {dropped}")
        app = create_app(host, memory, idle * 60, shown_first, machine=machine, lesson=program)
        listening = listen(host, port)
    except InputError as error:
        refuse(error)
    except OSError as error:
        refuse(f"{error.filename or f'{host}, port {port}'}: {error.strerror or error}")
    port = listening.getsockname()[1]
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    click.echo(invitation(host, port) or f"The calculator is on {address}  (Ctrl-C ends)")
    sys.stdout.flush()
    if browse:
        click.launch(address)
    config = uvicorn.Config(
        app,
        log_level="warning",
        http=Connection,
        limit_concurrency=MOST,
        access_log=False,
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    with suppress(KeyboardInterrupt):  # this is how the server is ended
        uvicorn.Server(config).run(sockets=[listening])


def read_lesson(listing: str, model: Model | None) -> Program:
    """The program of a lesson. InputError when the listing cannot be read or does not fit the memory."""
    if listing == "-":
        raise InputError("--lesson: name a file, or a program that comes with hp15c (hp15c list)")
    wanted = model or Model.HP15C
    program = Program.read(listing_path(listing, wanted), wanted)
    Calculator(state=State.fresh(program.model, choose(program.model, None))).load(program)
    return program
