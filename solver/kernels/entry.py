"""The entries to compiled code from outside of numba.

Their argument is one address, where a record holds everything else.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import binding

from solver.kernels import games
from solver.kernels.codes import list_codes
from solver.kernels.compiled import array_at, njit, types
from solver.kernels.lists import Ranking
from solver.kernels.request import FIELDS
from solver.kernels.walk import KernelSetting

REQUEST = np.dtype(list(FIELDS))


def entry(pegs: tuple[int, ...]) -> Any:
    """A kernel that advances all games of so many pegs, by the request that stands at an address."""
    count = len(pegs)

    def advance(address: int) -> None:
        asked = array_at(address, (1,), REQUEST)[0]
        digits = array_at(asked.digits, (asked.codes, count), np.uint8)
        marks = array_at(asked.marks, (asked.codes, count), np.uint8)
        members = array_at(asked.members, (asked.codes,), np.int32)
        spare = array_at(asked.spare, (asked.codes,), np.int32)
        space = array_at(asked.space, (asked.space_length,), np.uint64)
        if asked.fresh:
            words = space.view(np.int64)
            repeats = asked.repeats != 0
            list_codes(repeats, words[:count], words[count : count + asked.colours], digits, marks)
            for code in range(asked.codes):
                members[code] = code
        games.advance(
            KernelSetting(pegs, asked.colours, asked.repeats != 0, asked.use_cases != 0, asked.use_pegs != 0),
            Ranking(
                asked.choice,
                asked.key,
                asked.lists,
                array_at(asked.weights, (asked.weights_length,), np.float64),
                asked.impossible,
                asked.possible_first != 0,
            ),
            digits,
            marks,
            array_at(asked.known, (asked.known_length,), np.int32),
            games.BitWords(array_at(asked.small, (16,), np.uint16), array_at(asked.large, (64,), np.uint64)),
            array_at(asked.counters, (1,), games.COUNTERS),
            array_at(asked.stack, (asked.stack_length,), games.REGION),
            array_at(asked.nodes, (asked.nodes_length,), games.NODE),
            members,
            spare,
            array_at(asked.histogram, (asked.histogram_length,), np.int64),
            array_at(asked.room, (1,), games.ROOM),
            space,
            asked.budget,
        )

    return njit(nogil=True, inner=True, allocates=False, kept=False)(advance)


def games_code(pegs: int, name: str) -> bytes:
    """The entry for so many pegs as an object file, as `machine_code` gives it."""
    return machine_code(entry((0,) * pegs), name)


def search_code(name: str) -> bytes:
    """The search of optimal play as an object file, as `machine_code` gives it."""
    from solver.kernels.search import serve_request

    return machine_code(njit(nogil=True, inner=True, allocates=False, kept=False)(serve_request), name)


def machine_code(kernel: Any, name: str) -> bytes:
    """A kernel of one address as an object file of this machine, with a function of this name.

    It takes the addresses of a result, of an error and of the request. 0 means success.
    """
    signature = (types.int64,)
    kernel.compile(signature)
    compiled = kernel.overloads[signature]
    module = compiled.library._final_module.clone()
    module.get_function(compiled.fndesc.llvm_func_name).name = name
    target = binding.Target.from_default_triple().create_target_machine(
        cpu=binding.get_host_cpu_name(),
        features=binding.get_host_cpu_features().flatten(),
        opt=3,
        reloc="pic",
        codemodel="small",
    )
    code: bytes = target.emit_object(module)
    return code
